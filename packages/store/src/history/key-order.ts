// Keys are ordered by their UTF-8 bytes. JavaScript compares UTF-16, which differs in one case only: surrogates
// (characters after U+FFFF) sort before U+E000 to U+FFFF there, and after them here.

/** Compares two keys by the bytes of their UTF-8: negative, zero or positive. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left === right) continue
    return left >= firstSurrogate && right >= firstSurrogate ? fixUp(left) - fixUp(right) : left - right
  }
  return a.length - b.length
}

/** Whether a key has characters that JavaScript may order differently. */
export function needsByteOrder(key: string): boolean {
  return wide.test(key)
}

const firstSurrogate = 0xd800
const wide = /[\ud800-\uffff]/

function fixUp(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
