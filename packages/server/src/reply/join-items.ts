const chunkBytes = 262_144
const openBrace = 0x7b
const comma = 0x2c

/**
 * Ready JSON objects as the items of an array, in a few large chunks: small ones would each cost a write. `skip` bytes
 * after the first brace of every item are left out.
 */
export function joinItems(
  head: string,
  items: readonly { readonly value: Uint8Array }[],
  skip: number,
  tail: string,
): readonly Uint8Array[] {
  const chunks: Uint8Array[] = []
  // A copied item is a comma, a brace, and what is left of its bytes.
  const from = skip === 0 ? 1 : skip
  let remaining = head.length * 3 + tail.length
  for (const { value } of items) remaining += value.byteLength - from + 2
  let chunk = Buffer.allocUnsafeSlow(Math.min(remaining, chunkBytes))
  let used = chunk.write(head, 0, 'utf8')
  let first = true
  for (const { value } of items) {
    const size = value.byteLength - from + 2
    if (used + size + tail.length > chunk.length) {
      chunks.push(chunk.subarray(0, used))
      chunk = Buffer.allocUnsafeSlow(Math.max(Math.min(remaining, chunkBytes), size + tail.length))
      used = 0
    }
    if (!first) chunk[used++] = comma
    first = false
    chunk[used++] = openBrace
    chunk.set(from === 0 ? value : value.subarray(from), used)
    used += value.byteLength - from
    remaining -= size
  }
  used += chunk.write(tail, used, 'latin1')
  chunks.push(chunk.subarray(0, used))
  return chunks
}
