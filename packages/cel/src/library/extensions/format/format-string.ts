import { fail, Failure } from '../../../values/failure.ts'
import { typeOf } from '../../../values/type-of.ts'
import type { CelList, CelValue } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import type { FormatStyle } from './format-style.ts'
import { readFormat, type FormatClause } from './read-format.ts'

/** What printing an argument takes besides its size. */
const stepsPerClause = 50

/** Replaces the clauses of the text: `'%s has %d'.format(['a', 1])`. */
export function formatString(text: string, args: CelList, style: FormatStyle, context: CallContext): string {
  const parts: string[] = []
  let next = 0
  readFormat(text, {
    text: (part) => void parts.push(part),
    begin() {
      if (next >= args.size) fail(`index ${next} out of range`)
      context.iterate(stepsPerClause)
    },
    clause(clause) {
      const value = args.at(next++)
      context.iterate(clause.precision + lengthOf(value) * (clause.letter.toLowerCase() === 'x' ? 4 : 1 / 8))
      const part = formatClause(clause, value, style, context)
      context.iterate(part.length / 8)
      parts.push(part)
    },
  })
  return parts.join('')
}

function lengthOf(value: CelValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0
}

function formatClause(
  { letter, precision }: FormatClause,
  value: CelValue,
  style: FormatStyle,
  context: CallContext,
): string {
  const { format, refusal } = style[letter]
  try {
    return format(value, precision, context) ?? fail(`${refusal}, was given ${typeOf(value).name}`)
  } catch (error) {
    if (error instanceof Failure) fail(`error during formatting: ${error.message}`)
    throw error
  }
}
