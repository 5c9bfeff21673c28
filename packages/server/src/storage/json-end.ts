const quote = 0x22
const backslash = 0x5c

/** Where the object or list ends whose JSON begins at `start`: the position after it; the end of the bytes if it is cut off. */
export function endOfJson(json: Uint8Array, start: number): number {
  const open = json[start] ?? 0
  // Of [] and {}.
  const close = open + 2
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at + 1)
    else if (byte === open) depth++
    else if (byte === close && --depth === 0) return at + 1
  }
  return json.length
}

/** The position of the quote at the end of a text. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
