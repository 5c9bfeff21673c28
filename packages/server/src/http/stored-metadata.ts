import { parseJson } from '@pinnace/meta'

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** Where the JSON object that begins at `start` ends. The JSON is valid: it was written by this server. */
export function endOfObject(json: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const byte = json[at]
    if (byte === quote) {
      while (json[++at] !== quote) if (json[at] === backslash) at++
    } else if (byte === openBrace) depth++
    else if (byte === closeBrace && --depth === 0) return at + 1
  }
  return json.length
}

/** The metadata of a stored object, whose JSON begins at `start`. */
export function readStoredMetadata(json: Uint8Array, start: number): unknown {
  const { buffer, byteOffset } = json
  return parseJson(Buffer.from(buffer, byteOffset + start, endOfObject(json, start) - start)).value
}
