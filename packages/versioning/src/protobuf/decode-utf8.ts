/** Text of UTF-8 bytes. A byte-order mark is a character like any other; what is no UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
