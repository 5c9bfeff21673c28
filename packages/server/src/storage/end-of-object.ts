const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** The position after the object whose JSON begins at `start`; the end of the bytes if it is cut off. */
export function endOfObject(json: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at + 1)
    else if (byte === openBrace) depth++
    else if (byte === closeBrace && --depth === 0) return at + 1
  }
  return json.length
}

/** The position of the quote at the end of a text. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
