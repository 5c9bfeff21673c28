const chunkBytes = 262_144
const openBrace = 0x7b
const comma = 0x2c

/**
 * Ready JSON objects as the items of an array and what follows them, in a few large chunks: small ones would each cost
 * a write. The first `skip` bytes of every item are left out, but for its brace.
 */
export function joinItems(
  items: readonly { readonly value: Uint8Array }[],
  skip: number,
  tail: string,
): readonly Uint8Array[] {
  // A copied item is a comma, a brace, and what is left of its bytes.
  const from = skip === 0 ? 1 : skip
  const values = items.map(({ value }) => value)
  const chunks: Uint8Array[] = []
  let start = 0
  while (start < values.length) {
    let end = start
    let size = 0
    while (end < values.length && (end === start || size + values[end]!.length - from + 2 <= chunkBytes)) {
      size += values[end++]!.length - from + 2
    }
    chunks.push(joinRange(values, start, end, from, start === 0 ? size - 1 : size))
    start = end
  }
  chunks.push(Buffer.from(tail))
  return chunks
}

// From the last to the first: an item is copied whole, and what is not wanted of it is written over by the one before,
// which spares a view of every item.
function joinRange(values: readonly Uint8Array[], start: number, end: number, from: number, size: number): Uint8Array {
  const chunk = Buffer.allocUnsafeSlow(size)
  let at = size
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
