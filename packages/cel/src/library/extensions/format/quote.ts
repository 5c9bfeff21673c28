const celEscapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
])

/** The string as a literal of CEL; everything without an escape sequence stays. */
export function quoteString(text: string): string {
  if (!/["\\\p{Cc}\p{Surrogate}]/u.test(text)) return `"${text}"`
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd')
  return `"${Array.from(wellFormed, (character) => celEscapes.get(character) ?? character).join('')}"`
}

/** The string as Go's `%q` prints it: what cannot be printed is escaped too. */
export function quoteAsGo(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`
  let quoted = ''
  for (const character of text) quoted += celEscapes.get(character) ?? escapeUnprintable(character)
  return `"${quoted}"`
}

function escapeUnprintable(character: string): string {
  if (character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}
