const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u
const needsCare = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/

const short: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

/** Quotes text for messages: `"a"`, with Go's escapes for unprintable characters. */
// upstream: strconv.Quote – \x for bytes below 0x80, \u and \U for other unprintable characters.
export function quote(text: string): string {
  return needsCare.test(text) ? `"${Array.from(text, quoteCharacter).join('')}"` : `"${text}"`
}

function quoteCharacter(character: string): string {
  const escaped = short[character]
  if (escaped !== undefined) return escaped
  if (printable.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
  // Go has the replacement character for a lone surrogate.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd'
  return code < 0x1_0000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
}
