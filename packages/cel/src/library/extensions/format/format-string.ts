import { fail, Failure } from '../../../values/failure.ts'
import { typeOf } from '../../../values/type-of.ts'
import type { CelList, CelValue } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import type { FormatStyle } from './format-style.ts'
import { readFormat, type FormatClause } from './read-format.ts'

/** Replaces the clauses of the text: `'%s has %d'.format(['a', 1])`. */
export function formatString(text: string, args: CelList, style: FormatStyle, context: CallContext): string {
  const parts: string[] = []
  let next = 0
  readFormat(text, {
    text: (part) => void parts.push(part),
    begin() {
      if (next >= args.size) fail(`index ${next} out of range`)
      context.iterate()
    },
    clause: (clause) => void parts.push(formatClause(clause, args.at(next++), style, context)),
  })
  return parts.join('')
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
