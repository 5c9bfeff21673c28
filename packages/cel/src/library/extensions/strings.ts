import { quoteString } from './format/quote.ts'
import { formatLiterals } from './format/format-literals.ts'
import { formatString } from './format/format-string.ts'
import { localizedStyle, plainStyle, type FormatStyle } from './format/format-style.ts'
import { fail } from '../../values/failure.ts'
import { countCodePoints, unitIndex } from '../../values/text.ts'
import { intType, listType, stringType } from '../../values/type.ts'
import { ArrayList, type CelList, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type CallContext, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'

/** Options of {@link strings}. */
export interface StringsOptions {
  /**
   * 0: the basic functions; 1: `format` and `strings.quote`; 3: `reverse`; 4: `format` prints numbers as programs do,
   * and `indexOf` and `lastIndexOf` fail with places beyond the end of the string. @default 4
   */
  readonly version?: number
}

/** `charAt`, `indexOf`, `join`, `replace`, `split`, `substring`, `format` and the like, with places in code points. */
export function strings({ version = 4 }: StringsOptions = {}): Library {
  const style = version >= 4 ? plainStyle : localizedStyle
  return {
    name: 'cel.lib.ext.strings',
    functions: [
      ...searching(version >= 4),
      ...basic,
      ...(version >= 1 ? formatting(style) : []),
      ...(version >= 3 ? [reverse] : []),
    ],
    validators: version >= 1 ? [formatLiterals(style)] : [],
  }
}

const listOfStrings = listType(stringType)

/** `indexOf` and `lastIndexOf`; `isStrict` where places beyond the end are errors. */
function searching(isStrict: boolean): readonly FunctionDeclaration[] {
  const within = (text: string, index: number): number =>
    isStrict && index > countCodePoints(text) ? outOfRange(index) : index
  return [
    declareFunction(
      'indexOf',
      memberOverload('string_index_of_string', [stringType, stringType], intType, (text, part) =>
        indexOf(text, part, 0),
      ),
      memberOverload('string_index_of_string_int', [stringType, stringType, intType], intType, (text, part, start) =>
        part === '' ? start : indexOf(text, part, within(text, Number(start))),
      ),
    ),
    declareFunction(
      'lastIndexOf',
      memberOverload('string_last_index_of_string', [stringType, stringType], intType, (text, part) =>
        lastIndexOf(text, part),
      ),
      memberOverload(
        'string_last_index_of_string_int',
        [stringType, stringType, intType],
        intType,
        (text, part, last) => (part === '' ? last : lastIndexOf(text, part, within(text, Number(last)))),
      ),
    ),
  ]
}

const basic: readonly FunctionDeclaration[] = [
  declareFunction(
    'charAt',
    memberOverload('string_char_at_int', [stringType, intType], stringType, (text, index) =>
      charAt(text, Number(index)),
    ),
  ),
  declareFunction(
    'lowerAscii',
    memberOverload('string_lower_ascii', [stringType], stringType, (text) =>
      text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    ),
  ),
  declareFunction(
    'upperAscii',
    memberOverload('string_upper_ascii', [stringType], stringType, (text) =>
      text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    ),
  ),
  declareFunction(
    'replace',
    memberOverload('string_replace_string_string', [stringType, stringType, stringType], stringType, (...args) =>
      replace({ text: args[0], old: args[1], by: args[2], limit: -1 }, args[3]),
    ),
    memberOverload(
      'string_replace_string_string_int',
      [stringType, stringType, stringType, intType],
      stringType,
      (...args) => replace({ text: args[0], old: args[1], by: args[2], limit: Number(args[3]) }, args[4]),
    ),
  ),
  declareFunction(
    'split',
    memberOverload('string_split_string', [stringType, stringType], listOfStrings, (text, by, context) =>
      split({ text, by, limit: -1 }, context),
    ),
    memberOverload(
      'string_split_string_int',
      [stringType, stringType, intType],
      listOfStrings,
      (text, by, limit, context) => split({ text, by, limit: Number(limit) }, context),
    ),
  ),
  declareFunction(
    'substring',
    memberOverload('string_substring_int', [stringType, intType], stringType, (text, start) =>
      substring(text, Number(start)),
    ),
    memberOverload('string_substring_int_int', [stringType, intType, intType], stringType, (text, start, end) =>
      substring(text, Number(start), Number(end)),
    ),
  ),
  declareFunction(
    'trim',
    memberOverload('string_trim', [stringType], stringType, (text) => trim(text)),
  ),
  declareFunction(
    'join',
    memberOverload('list_join', [listOfStrings], stringType, (list, context) => join(list, '', context)),
    memberOverload('list_join_string', [listOfStrings, stringType], stringType, (list, separator, context) =>
      join(list, separator, context),
    ),
  ),
]

function formatting(style: FormatStyle): readonly FunctionDeclaration[] {
  return [
    declareFunction(
      'format',
      memberOverload('string_format', [stringType, listType()], stringType, (text, args, context) =>
        formatString(text, args, style, context),
      ),
    ),
    declareFunction(
      'strings.quote',
      overload('strings_quote', [stringType], stringType, (text, context) => {
        context.iterate(text.length)
        return quoteString(text)
      }),
    ),
  ]
}

const reverse: FunctionDeclaration = declareFunction(
  'reverse',
  memberOverload('string_reverse', [stringType], stringType, (text) => [...text].reverse().join('')),
)

function outOfRange(index: number): never {
  return fail(`index out of range: ${index}`)
}

function charAt(text: string, index: number): string {
  if (index < 0 || index > countCodePoints(text)) outOfRange(index)
  const code = text.codePointAt(unitIndex(text, index))
  return code === undefined ? '' : String.fromCodePoint(code)
}

function indexOf(text: string, part: string, start: number): number {
  if (part === '') return start
  if (start < 0) outOfRange(start)
  const found = text.indexOf(part, unitIndex(text, start))
  return found === -1 ? -1 : countCodePoints(text.slice(0, found))
}

function lastIndexOf(text: string, part: string, last?: number): number {
  const size = countCodePoints(text)
  if (part === '') return last ?? size
  if (last !== undefined && last < 0) outOfRange(last)
  if (last !== undefined && last >= size) return -1
  const found = text.lastIndexOf(part, unitIndex(text, last ?? size))
  return found === -1 ? -1 : countCodePoints(text.slice(0, found))
}

interface Replacement {
  readonly text: string
  readonly old: string
  readonly by: string
  /** How many are replaced at most; all of them where negative. */
  readonly limit: number
}

function replace({ text, old, by, limit }: Replacement, context: CallContext): string {
  if (limit === 0) return text
  // An empty string stands before every character and at the end.
  const parts = old === '' ? ['', ...text, ''] : text.split(old)
  if (old === '' && text === '') parts.pop()
  const count = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1)
  context.iterate(parts.length * stepsPerPart + (count * by.length) / 8)
  return (
    parts.slice(0, count + 1).join(by) +
    parts
      .slice(count + 1)
      .map((part) => old + part)
      .join('')
  )
}

interface Splitting {
  readonly text: string
  readonly by: string
  /** How many parts there are at most; all of them where negative. */
  readonly limit: number
}

/** What making a part of a text takes. */
const stepsPerPart = 4

function split({ text, by, limit }: Splitting, context: CallContext): CelList {
  if (limit === 0) return new ArrayList([])
  const parts = by === '' ? [...text] : text.split(by)
  context.iterate(parts.length * stepsPerPart)
  if (limit < 0 || parts.length <= limit) return new ArrayList(parts)
  return new ArrayList([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(by)])
}

function substring(text: string, start: number, end?: number): string {
  if (end !== undefined && start > end) fail(`invalid substring range. start: ${start}, end: ${end}`)
  const size = countCodePoints(text)
  if (start < 0 || start > size) outOfRange(start)
  if (end !== undefined && end > size) outOfRange(end)
  return text.slice(unitIndex(text, start), end === undefined ? undefined : unitIndex(text, end))
}

const spaces = new Set(
  [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].concat(
    Array.from({ length: 11 }, (_, index) => 0x2000 + index),
  ),
)

/** Without the white space of Unicode at both ends; the zero-width spaces do not belong to it. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && spaces.has(text.charCodeAt(start))) start++
  while (end > start && spaces.has(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function join(list: CelList, separator: string, context: CallContext): string {
  const parts: string[] = []
  for (let index = 0; index < list.size; index++) {
    const part = requireString(list.at(index))
    context.iterate(stepsPerPart + (part.length + separator.length) / 8)
    parts.push(part)
  }
  return parts.join(separator)
}

function requireString(value: CelValue): string {
  return typeof value === 'string' ? value : fail('no such overload')
}
