const surrogates = /[\ud800-\udfff]/

/** Whether every code point of a string is one unit of UTF-16. */
function hasOnlyUnits(text: string): boolean {
  return !surrogates.test(text)
}

/** The number of code points of a string. */
export function countCodePoints(text: string): number {
  if (hasOnlyUnits(text)) return text.length
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--
      index++
    }
  }
  return count
}

/** Where in the units of UTF-16 a code point starts; behind the last one where there are fewer. */
export function unitIndex(text: string, index: number): number {
  if (hasOnlyUnits(text)) return Math.min(index, text.length)
  let unit = 0
  for (let rest = index; rest > 0 && unit < text.length; rest--) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
  return unit
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** The number of bytes of a string in UTF-8. */
export function sizeInBytes(text: string): number {
  if (isAscii.test(text)) return text.length
  let size = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return size
}

const isAscii = /^[\0-\x7f]*$/
