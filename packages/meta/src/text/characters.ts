/** Classes of ASCII characters, combined with `|`. */
export const lower = 1
export const upper = 2
export const digit = 4
export const dash = 8
export const dot = 16
export const underscore = 32

const classes = new Uint8Array(128)
for (let code = 0; code < 128; code++) classes[code] = classOf(String.fromCharCode(code))

function classOf(character: string): number {
  if (character >= 'a' && character <= 'z') return lower
  if (character >= 'A' && character <= 'Z') return upper
  if (character >= '0' && character <= '9') return digit
  return character === '-' ? dash : character === '.' ? dot : character === '_' ? underscore : 0
}

/** Whether the character at an index is in the classes of `mask`. */
export function isAt(text: string, at: number, mask: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 && ((classes[code] ?? 0) & mask) !== 0
}

/** Whether all characters from `start` to `end` (exclusive) are in the classes of `mask`. */
export function areAll(text: string, start: number, end: number, mask: number): boolean {
  for (let at = start; at < end; at++) if (!isAt(text, at, mask)) return false
  return true
}

/** The character classes of a name: those of its first, its last and its other characters. */
export interface NamePattern {
  readonly first: number
  readonly last: number
  readonly inner: number
}

/** Whether the text from `start` to `end` (exclusive) is not empty and matches a pattern. */
export function matchesPattern(text: string, start: number, end: number, { first, last, inner }: NamePattern): boolean {
  return start < end && isAt(text, start, first) && isAt(text, end - 1, last) && areAll(text, start + 1, end - 1, inner)
}
