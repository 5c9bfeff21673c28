import { BoundedMap, escapeHtml, formatJson, type ApiObject } from '@pinnace/meta'
import type { Column, ResourceDefinition, TableCell } from '@pinnace/resources'
import { columnsOf } from '@pinnace/versioning'
import type { CacheEntry } from '@pinnace/watch-cache'

/** The cells of one object: JSON texts, and those that change with the time. */
export type RowCells = readonly (string | ((nowMs: number) => TableCell))[]

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

/** Bytes of an entry of the map and of a function. */
const overheadBytes = 200

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
  const cells: (string | ((nowMs: number) => TableCell))[] = []
  let text = ''
  for (const [index, { value, timed }] of columns.entries()) {
    if (index > 0) text += ','
    if (timed === undefined) text += cellText(value(object, 0))
    else {
      cells.push(text, timed(object))
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

function cellText(cell: TableCell): string {
  return escapeHtml(formatJson(cell))
}

function weightOf({ cells }: KeptRow, key: string): number {
  let bytes = overheadBytes + key.length
  for (const cell of cells) bytes += typeof cell === 'string' ? 2 * cell.length : overheadBytes
  return bytes
}
