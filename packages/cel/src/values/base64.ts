/** Bytes as Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** The bytes of Base64 with or without padding; undefined where the text is neither. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[\r\n]/g, '')
  const digits = compact.replace(/={1,2}$/, '')
  const isPadded = digits.length < compact.length
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined
  if (isPadded && compact.length % 4 !== 0) return undefined
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))
}
