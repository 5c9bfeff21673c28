import type { RE2JS } from 're2js'
import { fail } from '../../values/failure.ts'
import { intType, listType, stringType } from '../../values/type.ts'
import { ArrayList, type CelList, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, type CallContext, type Overload } from '../function.ts'
import type { Library } from '../library.ts'
import { beforeMatch, compileBounded, type BoundedPattern } from '../pattern.ts'

/** `find` and `findAll` with patterns of RE2, in time linear to the text. */
export function regex(): Library {
  return {
    name: 'kubernetes.regex',
    functions: [
      declareFunction('find', {
        ...memberOverload('string_find_string', [stringType, stringType], stringType, (text, pattern, context) =>
          findFirst(compile(pattern, context), text, { limit: -1, context }),
        ),
        specialize: withConstantPattern(findFirst),
      }),
      declareFunction(
        'findAll',
        {
          ...memberOverload(
            'string_find_all_string',
            [stringType, stringType],
            listOfStrings,
            (text, pattern, context) => findAll(compile(pattern, context), text, { limit: -1, context }),
          ),
          specialize: withConstantPattern(findAll),
        },
        {
          ...memberOverload(
            'string_find_all_string_int',
            [stringType, stringType, intType],
            listOfStrings,
            (text, pattern, limit, context) =>
              findAll(compile(pattern, context), text, { limit: Number(limit), context }),
          ),
          specialize: withConstantPattern(findAll),
        },
      ),
    ],
  }
}

const listOfStrings = listType(stringType)

type UsablePattern = Extract<BoundedPattern, { readonly re2: RE2JS }>

function compile(source: string, context: CallContext): UsablePattern {
  const pattern = compileBounded(source, context)
  return pattern.re2 === undefined ? fail(`Illegal regex: ${pattern.error}`) : pattern
}

interface FindOptions {
  /** Most matches; -1 for all. */
  readonly limit: number
  readonly context: CallContext
}

type Find<Result> = (pattern: UsablePattern, text: string, options: FindOptions) => Result

/** Compiles a constant pattern once. */
function withConstantPattern(find: Find<CelValue>): NonNullable<Overload['specialize']> {
  return ([, source]) => {
    if (typeof source !== 'string') return undefined
    const pattern = compileBounded(source)
    if (pattern.re2 === undefined) return fail(pattern.error)
    return (text, _source, ...rest) => {
      const [limit, context] = rest.length === 1 ? [-1, rest[0]] : rest
      return find(pattern, String(text), { limit: Number(limit), context: context as CallContext })
    }
  }
}

const findFirst: Find<string> = (pattern, text, { context }) => {
  beforeMatch(pattern, text, context)
  const matcher = pattern.re2.matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : ''
}

/** What finding one match takes. */
const stepsPerMatch = 100

const findAll: Find<CelList> = (pattern, text, { limit, context }) => {
  beforeMatch(pattern, text, context)
  const found: string[] = []
  const matcher = pattern.re2.matcher(text)
  const most = limit < 0 ? Infinity : limit
  let end = -1
  while (found.length < most && matcher.find()) {
    context.iterate(stepsPerMatch)
    // upstream: Go's regexp, allMatches – an empty match right behind another match does not count.
    if (matcher.start() !== matcher.end() || matcher.start() !== end) found.push(matcher.group() ?? '')
    end = matcher.end()
  }
  return new ArrayList(found)
}
