const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const space = 0x20
/** Above every byte: the end of the JSON. */
const end = 0x100

/**
 * Replaces `metadata.resourceVersion` in the JSON of an object, without parsing it. Returns JSON without one unchanged.
 */
export function withResourceVersion(json: Uint8Array, revision: bigint): Uint8Array {
  const metadata = findMember(json, skipSpace(json, 0), 'metadata')
  const value = metadata === undefined ? undefined : findMember(json, metadata, 'resourceVersion')
  if (value === undefined || json[value] !== quote) return json
  return Buffer.concat([
    json.subarray(0, value + 1),
    Buffer.from(String(revision)),
    json.subarray(skipString(json, value) - 1),
  ])
}

/** The offset of a member's value in the object that starts at `start`; undefined without the member. */
function findMember(json: Uint8Array, start: number, name: string): number | undefined {
  if (json[start] !== openBrace) return undefined
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] === quote) {
    const nameEnd = skipString(json, at)
    const value = skipSpace(json, skipSpace(json, nameEnd) + 1)
    if (nameEnd - at - 2 === name.length && hasNameAt(json, at + 1, name)) return value
    at = skipSpace(json, skipValue(json, value))
    if (json[at] === comma) at = skipSpace(json, at + 1)
  }
  return undefined
}

function hasNameAt(json: Uint8Array, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) if (json[at + index] !== name.charCodeAt(index)) return false
  return true
}

function skipSpace(json: Uint8Array, at: number): number {
  while ((json[at] ?? end) <= space) at++
  return at
}

/** The offset after the string that starts at `at`. */
function skipString(json: Uint8Array, at: number): number {
  for (at++; at < json.length; at++) {
    if (json[at] === backslash) at++
    else if (json[at] === quote) return at + 1
  }
  return at
}

/** The offset after the value that starts at `at`. */
function skipValue(json: Uint8Array, at: number): number {
  let depth = 0
  while (at < json.length) {
    const byte = json[at]
    if (byte === quote) {
      at = skipString(json, at)
      if (depth === 0) return at
      continue
    }
    if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (byte === comma && depth === 0) return at
    at++
  }
  return at
}
