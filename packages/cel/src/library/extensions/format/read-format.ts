import { fail } from '../../../values/failure.ts'
import { defaultPrecision } from './numbers.ts'

/** The letters of clauses. */
export const clauseLetters = ['s', 'd', 'f', 'e', 'b', 'x', 'X', 'o'] as const

export type ClauseLetter = (typeof clauseLetters)[number]

/** `%s` or `%.3f`. */
export interface FormatClause {
  readonly letter: ClauseLetter
  readonly precision: number
}

/** Receives the parts of a format, in order. */
export interface FormatVisitor {
  text(part: string): void
  /** A clause begins, which takes the next argument; nothing follows its `%` where `isEnd`. */
  begin(isEnd: boolean): void
  clause(clause: FormatClause): void
}

/** Reads a format such as `'%s has %d'`. @throws a failure where it is none */
// upstream: cel-go, ext/formatting.go, parseFormatString
export function readFormat(text: string, visitor: FormatVisitor): void {
  let at = 0
  while (at < text.length) {
    const percent = text.indexOf('%', at)
    if (percent === -1) return visitor.text(text.slice(at))
    visitor.text(text.slice(at, percent))
    if (text[percent + 1] === '%') {
      visitor.text('%')
      at = percent + 2
      continue
    }
    const isEnd = percent + 1 >= text.length
    visitor.begin(isEnd)
    if (isEnd) fail('unexpected end of string')
    const { clause, end } = readClause(text, percent + 1)
    visitor.clause(clause)
    at = end
  }
}

function readClause(text: string, start: number): { clause: FormatClause; end: number } {
  const { precision, end } = readPrecision(text, start)
  const letter = String.fromCodePoint(text.codePointAt(end) ?? 0)
  const known = clauseLetters.find((clause) => clause === letter)
  if (known === undefined) fail(`could not parse formatting clause: unrecognized formatting clause "${letter}"`)
  return { clause: { letter: known, precision }, end: end + 1 }
}

function readPrecision(text: string, start: number): { precision: number; end: number } {
  if (text[start] !== '.') return { precision: defaultPrecision, end: start }
  let end = start + 1
  while (end < text.length && /[0-9]/.test(text.charAt(end))) end++
  const problem = 'could not parse formatting clause: error while parsing precision: '
  if (end >= text.length) fail(`${problem}could not find end of precision specifier`)
  const digits = text.slice(start + 1, end)
  const converting = `${problem}error while converting precision to integer: `
  if (digits === '') fail(`${converting}strconv.Atoi: parsing "": invalid syntax`)
  // upstream: golang.org/x/text/internal/number – precisions are numbers of eight bits.
  return { precision: Number(digits.slice(-8)) % 256, end }
}
