import { BoundedMap, escapeHtml, formatJson, type ApiObject } from '@pinnace/meta'
import type { Column, ResourceDefinition, TableCell, TimedCell } from '@pinnace/resources'
import { columnsOf } from '@pinnace/versioning'
import type { CacheEntry } from '@pinnace/watch-cache'

/** The cells of one object: JSON texts, and those that change with the time. */
export type RowCells = readonly (string | TimedCell)[]

/** What is known of the row of an object. */
export interface TableRow {
  readonly cells: RowCells
  /** Where the metadata ends in the stored object. */
  metadataEnd?: number
}

interface KeptRow extends TableRow {
  readonly revision: bigint
  /** The number of the version of the kind. */
  readonly shownAs: number
}

/** Bytes of an entry of the map. */
const overheadBytes = 200

/** Bytes of a cell that changes with the time: two functions and what they hold. */
const timedCellBytes = 300

/** Bytes of a row of most kinds, with its overhead. */
const typicalRowBytes = 800

/**
 * The cells of stored objects, computed when a table first shows them, at most `limitBytes`. Those of an object are replaced
 * when it has changed; the least recently used are evicted.
 */
export class TableCells {
  readonly #limitBytes: number
  readonly #kept: BoundedMap<string, KeptRow>
  /** Numbers of versions: cells must not keep a CRD that was deleted. */
  readonly #numbers = new WeakMap<ResourceDefinition, number>()
  /** The times at which the rows in a chunk of a table are as they should be. */
  readonly #shownAt = new WeakMap<Uint8Array, { readonly fromMs: number; readonly untilMs: number }>()
  #lastNumber = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
    this.#kept = new BoundedMap({ maxWeight: limitBytes, weigh: weightOf })
  }

  /** Whether the rows of a table of that length are kept: those of a longer one would evict one another. */
  canKeep(rows: number): boolean {
    return rows * typicalRowBytes <= this.#limitBytes
  }

  /**
   * The row of an entry in a version of its kind, of which {@link canKeepCells} is true; `show` returns the object. A row
   * that is not known is kept unless `keep` is false.
   */
  rowOf(
    { key, modRevision }: Pick<CacheEntry<ApiObject>, 'key' | 'modRevision'>,
    definition: ResourceDefinition,
    show: () => ApiObject,
    keep = true,
  ): TableRow {
    const shownAs = this.#numberOf(definition)
    const known = this.#kept.get(key)
    if (known?.revision === modRevision && known.shownAs === shownAs) return known
    const cells = computeCells(columnsOf(definition), show())
    const row: KeptRow = { revision: modRevision, shownAs, cells }
    if (keep) this.#kept.set(key, row)
    return row
  }

  /** Notes a chunk of rows whose cells stay the same up to a time. */
  noteChunk(chunk: Uint8Array, fromMs: number, untilMs: number): void {
    this.#shownAt.set(chunk, { fromMs, untilMs })
  }

  /** Whether the rows of a chunk are the same at a time as when they were written. */
  isCurrent(chunk: Uint8Array, nowMs: number): boolean {
    const shown = this.#shownAt.get(chunk)
    return shown !== undefined && shown.fromMs <= nowMs && nowMs < shown.untilMs
  }

  #numberOf(definition: ResourceDefinition): number {
    let number = this.#numbers.get(definition)
    if (number === undefined) this.#numbers.set(definition, (number = ++this.#lastNumber))
    return number
  }
}

/** True for a kind whose cells depend on the time only where its columns say how. */
export function canKeepCells(definition: ResourceDefinition): boolean {
  return columnsOf(definition).every(({ value, timed }) => timed !== undefined || value.length < 2)
}

function computeCells(columns: readonly Column[], object: ApiObject): RowCells {
  const cells: (string | TimedCell)[] = []
  let text = ''
  for (const [index, { value, timed }] of columns.entries()) {
    if (index > 0) text += ','
    const cell = timed?.(object)
    if (cell === undefined) text += cellText(value(object, 0))
    else if (cell.sameUntilMs?.(0) === Infinity) text += cellText(cell(0))
    else {
      cells.push(text, cell)
      text = ''
    }
  }
  cells.push(text)
  return cells
}

/** The JSON of cells at a time, without brackets. */
export function formatCells(cells: RowCells, nowMs: number): string {
  let text = ''
  for (const cell of cells) text += typeof cell === 'string' ? cell : cellText(cell(nowMs))
  return text
}

/** The time up to which the cells stay as they are at `nowMs`. */
export function sameCellsUntil(cells: RowCells, nowMs: number): number {
  let untilMs = Infinity
  for (const cell of cells) {
    if (typeof cell !== 'string') untilMs = Math.min(untilMs, cell.sameUntilMs?.(nowMs) ?? nowMs)
  }
  return untilMs
}

/** Text that JSON writes as it is. */
const plainText = /^[\w .,:()/-]*$/

function cellText(cell: TableCell): string {
  return typeof cell === 'string' && plainText.test(cell) ? `"${cell}"` : escapeHtml(formatJson(cell))
}

function weightOf({ cells }: KeptRow, key: string): number {
  let bytes = overheadBytes + key.length
  for (const cell of cells) bytes += typeof cell === 'string' ? 2 * cell.length : timedCellBytes
  return bytes
}
