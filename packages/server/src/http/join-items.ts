import { runAtOnce, type ReplyChunks } from '@pinnace/meta'
import { jsonLength } from '../storage/encode-object.ts'

const chunkBytes = 262_144

/** The items that are measured before the time is looked at. */
const measuredPerStep = 2_048

/**
 * As {@link joinItems}, in chunks that are made when they are written: for a body that is not kept. Measuring the items
 * can be interrupted.
 */
export function* joinItemsLazily(
  items: readonly { readonly value: Uint8Array }[],
  skip: number,
  { head, tail }: { readonly head: Uint8Array; readonly tail: string },
): Generator<void, ReplyChunks> {
  const from = skip === 0 ? 1 : skip
  const end = Buffer.from(tail)
  const ranges: Range[] = []
  let byteLength = head.byteLength + end.byteLength
  let start = 0
  let size = 0
  for (const [index, { value }] of items.entries()) {
    const itemSize = jsonLength(value) - from + 2
    if (index > start && size + itemSize > chunkBytes) {
      ranges.push({ start, end: index, size })
      start = index
      size = 0
    }
    size += itemSize
    byteLength += itemSize
    if (index % measuredPerStep === measuredPerStep - 1) yield
  }
  if (items.length > 0) {
    ranges.push({ start, end: items.length, size })
    byteLength--
  }
  return {
    isMadeInChunks: true,
    byteLength,
    *[Symbol.iterator]() {
      yield head
      for (const range of ranges) yield joinRange((index) => items[index]?.value ?? none, range, from)
      yield end
    },
  }
}

const none = new Uint8Array()
const openBrace = 0x7b
const comma = 0x2c

/**
 * Joins encoded JSON objects as the items of an array, followed by `tail`, in a few large chunks, because each chunk
 * costs a write. The first `skip` bytes of every item are left out, except for its opening brace.
 */
export function joinItems(
  items: readonly { readonly value: Uint8Array }[],
  skip: number,
  tail: string,
): readonly Uint8Array[] {
  return runAtOnce(joinItemsInSteps(items, skip, tail))
}

/** As {@link joinItems}; can be interrupted after every chunk. */
export function* joinItemsInSteps(
  items: readonly { readonly value: Uint8Array }[],
  skip: number,
  tail: string,
): Generator<void, readonly Uint8Array[]> {
  // A copied item is a comma, a brace, and its remaining bytes.
  const from = skip === 0 ? 1 : skip
  const values = items.map(({ value }) => value)
  const valueAt = (index: number): Uint8Array => values[index] ?? none
  const chunks: Uint8Array[] = []
  let start = 0
  let size = 0
  for (const [index, value] of values.entries()) {
    const itemSize = jsonLength(value) - from + 2
    if (index > start && size + itemSize > chunkBytes) {
      chunks.push(joinRange(valueAt, { start, end: index, size }, from))
      start = index
      size = 0
      yield
    }
    size += itemSize
  }
  if (values.length > 0) chunks.push(joinRange(valueAt, { start, end: values.length, size }, from))
  chunks.push(Buffer.from(tail))
  return chunks
}

/** Consecutive items, and the size of their bytes with a comma before each. */
interface Range {
  readonly start: number
  readonly end: number
  readonly size: number
}

// From the last to the first: an item is copied whole, and the item before it overwrites the bytes to skip. That avoids
// a subarray for every item.
function joinRange(valueAt: (index: number) => Uint8Array, { start, end, size }: Range, from: number): Uint8Array {
  // The first item of the list has no comma before it.
  let at = start === 0 ? size - 1 : size
  const chunk = Buffer.allocUnsafeSlow(at)
  for (let index = end - 1; index >= start; index--) {
    const value = valueAt(index)
    const length = jsonLength(value)
    const isLast = index === end - 1
    at -= length - from
    if (isLast || at < from) chunk.set(value.subarray(at < from ? from : 0, length), at < from ? at : at - from)
    else chunk.set(value, at - from)
    // The newline at the end of a value stands where the comma of the next item was.
    if (!isLast) chunk[at + length - from] = comma
    chunk[--at] = openBrace
    if (index > 0) chunk[--at] = comma
  }
  return chunk
}
