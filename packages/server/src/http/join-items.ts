const chunkBytes = 262_144
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
  // A copied item is a comma, a brace, and its remaining bytes.
  const from = skip === 0 ? 1 : skip
  const values = items.map(({ value }) => value)
  const chunks: Uint8Array[] = []
  let start = 0
  let size = 0
  for (const [index, { length }] of values.entries()) {
    const itemSize = length - from + 2
    if (index > start && size + itemSize > chunkBytes) {
      chunks.push(joinRange(values, { start, end: index, size }, from))
      start = index
      size = 0
    }
    size += itemSize
  }
  if (values.length > 0) chunks.push(joinRange(values, { start, end: values.length, size }, from))
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
function joinRange(values: readonly Uint8Array[], { start, end, size }: Range, from: number): Uint8Array {
  // The first item of the list has no comma before it.
  let at = start === 0 ? size - 1 : size
  const chunk = Buffer.allocUnsafeSlow(at)
  for (let index = end - 1; index >= start; index--) {
    const value = values[index]!
    at -= value.length - from
    if (at >= from) chunk.set(value, at - from)
    else chunk.set(value.subarray(from), at)
    chunk[--at] = openBrace
    if (index > 0) chunk[--at] = comma
  }
  return chunk
}
