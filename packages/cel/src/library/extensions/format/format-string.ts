import { fail, Failure } from '../../../values/failure.ts'
import type { CelList, CelValue } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import { formatBinary, formatDecimal, formatHex, formatOctal } from './integers.ts'
import { defaultPrecision, formatFixed, formatScientific } from './numbers.ts'
import { formatText } from './text.ts'

/** Replaces the clauses of the text: `'%s has %d'.format(['a', 1])`. */
// upstream: cel-go, interpreter/formatting.go, parseFormatString
export function formatString(text: string, args: CelList, context: CallContext): string {
  let result = ''
  let next = 0
  let at = 0
  while (at < text.length) {
    const percent = text.indexOf('%', at)
    if (percent === -1) return result + text.slice(at)
    result += text.slice(at, percent)
    if (percent + 1 >= text.length) fail('unexpected end of string')
    if (text[percent + 1] === '%') {
      result += '%'
      at = percent + 2
      continue
    }
    if (next >= args.size) fail(`index ${next} out of range`)
    const clause = parseClause(text, percent + 1)
    context.iterate()
    result += runClause(clause, args.at(next++), context)
    at = clause.end
  }
  return result
}

interface Clause {
  readonly format: (value: CelValue, context: CallContext) => string
  /** Where the text goes on. */
  readonly end: number
}

function parseClause(text: string, start: number): Clause {
  const { precision = defaultPrecision, end } = parsePrecision(text, start)
  const letter = String.fromCodePoint(text.codePointAt(end) ?? 0)
  const format = clauseOf(letter, precision)
  if (format === undefined) fail(`could not parse formatting clause: unrecognized formatting clause "${letter}"`)
  return { format, end: end + letter.length }
}

function parsePrecision(text: string, start: number): { precision?: number; end: number } {
  if (text[start] !== '.') return { end: start }
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

function clauseOf(letter: string, precision: number): Clause['format'] | undefined {
  switch (letter) {
    case 's':
      return formatText
    case 'd':
      return formatDecimal
    case 'f':
      return (value) => formatFixed(value, precision)
    case 'e':
      return (value) => formatScientific(value, precision)
    case 'b':
      return formatBinary
    case 'x':
      return formatHex
    case 'X':
      return (value) => formatHex(value).toUpperCase()
    case 'o':
      return formatOctal
    default:
      return undefined
  }
}

function runClause({ format }: Clause, value: CelValue, context: CallContext): string {
  try {
    return format(value, context)
  } catch (error) {
    if (error instanceof Failure) fail(`error during formatting: ${error.message}`)
    throw error
  }
}
