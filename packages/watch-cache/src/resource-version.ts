const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/**
 * The object's JSON with `metadata.resourceVersion` replaced, without parsing it. Bytes that have none come back as
 * they are.
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

/** Where the value of the object's member begins; the object begins at `start`. */
function findMember(json: Uint8Array, start: number, name: string): number | undefined {
  if (json[start] !== openBrace) return undefined
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] === quote) {
    const end = skipString(json, at)
    const value = skipSpace(json, skipSpace(json, end) + 1)
    if (end - at - 2 === name.length && spells(json, at + 1, name)) return value
    at = skipSpace(json, skipValue(json, value))
    if (json[at] === comma) at = skipSpace(json, at + 1)
  }
  return undefined
}

function spells(json: Uint8Array, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) if (json[at + index] !== name.charCodeAt(index)) return false
  return true
}

function skipSpace(json: Uint8Array, at: number): number {
  while (at < json.length && json[at]! <= 0x20) at++
  return at
}

/** Past the string that begins at `at`. */
function skipString(json: Uint8Array, at: number): number {
  for (at++; at < json.length; at++) {
    if (json[at] === backslash) at++
    else if (json[at] === quote) return at + 1
  }
  return at
}

/** Past the value that begins at `at`. */
function skipValue(json: Uint8Array, at: number): number {
  let depth = 0
  while (at < json.length) {
    const byte = json[at]!
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
