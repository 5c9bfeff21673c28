import { escapeHtml, formatJson, type ApiObject } from '@pinnace/meta'
import { transformList, type TransformOptions } from '@pinnace/versioning'
import { objectHead } from '../storage/encode-object.ts'
import { endOfObject } from '../storage/end-of-object.ts'
import type { ListedPage } from '../storage/list.ts'
import { listMeta } from '../storage/list-object.ts'
import { objectReader } from '../storage/object-reader.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { Representation } from './representation.ts'
import { canKeepCells, formatCells, sameCellsUntil, type TableCells, type TableRow } from './table-cells.ts'

/** A page that is shown as a Table or as metadata, and its transformation. */
export interface TransformedPage {
  readonly served: ServedResource
  readonly page: ListedPage
  readonly transform: TransformOptions
}

/** The items of a chunk. */
const chunkLength = 64

/** The items of a step: one that is not known is parsed. */
const stepLength = 8

/**
 * True for a Table or a list of metadata in compact JSON whose items can be written from the stored bytes: their metadata is
 * copied, and no object is parsed whose cells are known.
 */
export function isWrittenFromStored(
  { choice, pretty, transform }: Representation,
  served: ServedResource,
  page: ListedPage,
): boolean {
  if (transform === undefined || choice.format !== 'json' || pretty) return false
  const { definition, codec } = served
  if (definition.shownMetadata !== undefined || !codec.isImmediate) return false
  const isTable = transform.as.kind === 'Table'
  if (isTable && (transform.includeObject === 'Object' || definition.compareRows !== undefined)) return false
  if (isTable && !canKeepCells(definition)) return false
  return codec.isAlwaysOwn || page.entries.every(({ value }) => codec.isOwn(value))
}

/**
 * Writes the items of such a page, in chunks to be sent in order; those of `known`, the chunks of the same page of a table at
 * another time, are taken where no cell has changed since. Can be interrupted after every few items.
 */
export function* writeStoredItems(
  { served, page, transform }: TransformedPage,
  tableCells: TableCells,
  known: readonly Uint8Array[],
): Generator<void, readonly Uint8Array[]> {
  const { entries } = page
  const { as, nowMs } = transform
  const headLength = objectHead(served.definition.kind, served.apiVersion).length
  const isTable = as.kind === 'Table'
  const form = isTable
    ? tableItems({ served, transform, headLength, page }, tableCells)
    : metadataItems(transform, headLength)
  const chunks: Uint8Array[] = []
  for (let start = 0; start < entries.length; start += chunkLength) {
    const kept = known[chunks.length]
    if (kept !== undefined && tableCells.isCurrent(kept, nowMs)) {
      chunks.push(kept)
      continue
    }
    const part = entries.slice(start, start + chunkLength)
    const chunk = yield* joinItems(part, { ...form, headLength, isFirst: start === 0 })
    if (isTable) tableCells.noteChunk(chunk, nowMs, form.sameUntilMs())
    chunks.push(chunk)
  }
  return chunks
}

/** Such a page: what is around its items, and the items. */
export function wrapStoredItems(
  { page, transform }: TransformedPage,
  items: readonly Uint8Array[],
): readonly Uint8Array[] {
  const text = escapeHtml(formatJson(transformList([], listMeta(page), transform)))
  if (page.entries.length === 0) return [Buffer.from(`${text}\n`)]
  // The items are the last member, and are empty.
  const head = text.slice(0, text.lastIndexOf(':') + 1)
  return [Buffer.from(`${head}[`), ...items, Buffer.from(']}\n')]
}

type Entry = ListedPage['entries'][number]

/** How an item is put together: a text, the metadata if it is shown, and another text. */
interface ItemForm {
  readonly before: (entry: Entry) => string
  /** Where the metadata that is shown ends in a stored object; where it begins, if none is shown. */
  readonly endOf: (entry: Entry) => number
  readonly after: string
  /** The time up to which the texts stay the same that were made since the last call. */
  readonly sameUntilMs: () => number
}

interface TableForm {
  readonly served: ServedResource
  readonly transform: TransformOptions
  readonly headLength: number
  readonly page: ListedPage
}

function tableItems(
  { served: { definition, codec }, transform: { as, nowMs, includeObject }, headLength, page }: TableForm,
  tableCells: TableCells,
): ItemForm {
  const hasMetadata = includeObject !== 'None'
  const between = hasMetadata ? `],"object":${partialHead(as)}` : '],"object":null'
  const objectOf = objectReader(page)
  const keep = tableCells.canKeep(page.entries.length)
  const computeRow = (entry: Entry): TableRow =>
    tableCells.rowOf(entry, definition, () => codec.fromStorage(objectOf(entry)) as ApiObject, keep)
  let last: { readonly entry: Entry; readonly row: TableRow } | undefined
  let untilMs = Infinity
  const rowOf = (entry: Entry): TableRow => {
    if (last?.entry !== entry) last = { entry, row: computeRow(entry) }
    return last.row
  }
  return {
    before(entry) {
      const { cells } = rowOf(entry)
      untilMs = Math.min(untilMs, sameCellsUntil(cells, nowMs))
      return `{"cells":[${formatCells(cells, nowMs)}${between}`
    },
    endOf: hasMetadata
      ? (entry) => (rowOf(entry).metadataEnd ??= endOfObject(entry.value, headLength))
      : () => headLength,
    after: hasMetadata ? '}}' : '}',
    sameUntilMs() {
      const sameMs = untilMs
      untilMs = Infinity
      return sameMs
    },
  }
}

function metadataItems({ as }: TransformOptions, headLength: number): ItemForm {
  const before = partialHead(as)
  return {
    before: () => before,
    endOf: ({ value }) => endOfObject(value, headLength),
    after: '}',
    sameUntilMs: () => Infinity,
  }
}

function partialHead({ group, version }: TransformOptions['as']): string {
  return `{"kind":"PartialObjectMetadata","apiVersion":${JSON.stringify(`${group}/${version}`)},"metadata":`
}

interface Joining extends ItemForm {
  /** Where the metadata begins in a stored object. */
  readonly headLength: number
  readonly isFirst: boolean
}

// The texts between two copies of metadata are one: what is after an item, a comma, and what is before the next one.
function* joinItems(
  entries: readonly Entry[],
  { before, endOf, after, headLength, isFirst }: Joining,
): Generator<void, Uint8Array> {
  const texts: string[] = []
  const ends: number[] = []
  let byteLength = after.length
  let text = isFirst ? '' : ','
  for (const entry of entries) {
    text += before(entry)
    texts.push(text)
    const end = endOf(entry)
    ends.push(end)
    byteLength += Buffer.byteLength(text) + end - headLength
    text = `${after},`
    if (texts.length % stepLength === 0) yield
  }
  const chunk = Buffer.allocUnsafeSlow(byteLength)
  let at = 0
  for (const [index, entry] of entries.entries()) {
    at += chunk.write(texts[index] ?? '', at)
    const end = ends[index] ?? headLength
    if (end === headLength) continue
    chunk.set(entry.value.subarray(headLength, end), at)
    at += end - headLength
  }
  chunk.write(after, at)
  return chunk
}
