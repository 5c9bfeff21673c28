import { fail } from '../../values/failure.ts'
import { boolType, stringType } from '../../values/type.ts'
import type { CelValue } from '../../values/value.ts'
import {
  declareFunction,
  memberOverload,
  overload,
  type CallContext,
  type FunctionDeclaration,
  type Overload,
} from '../function.ts'
import { compilePattern } from '../pattern.ts'

/** `contains`, `startsWith`, `endsWith` and `matches`. */
export const strings: readonly FunctionDeclaration[] = [
  declareFunction(
    'contains',
    memberOverload('contains_string', [stringType, stringType], boolType, (text, part) => text.includes(part)),
  ),
  declareFunction(
    'endsWith',
    memberOverload('ends_with_string', [stringType, stringType], boolType, (text, end) => text.endsWith(end)),
  ),
  declareFunction(
    'startsWith',
    memberOverload('starts_with_string', [stringType, stringType], boolType, (text, start) => text.startsWith(start)),
  ),
  declareFunction(
    'matches',
    { ...overload('matches', [stringType, stringType], boolType, matches), specialize: compileMatches },
    { ...memberOverload('matches_string', [stringType, stringType], boolType, matches), specialize: compileMatches },
  ),
]

function matches(text: string, pattern: string, context: CallContext): boolean {
  const compiled = compilePattern(pattern, context)
  return 'error' in compiled ? fail(compiled.error) : compiled.pattern.test(text, context)
}

/** Compiles a constant pattern once. */
function compileMatches([, pattern]: readonly (CelValue | undefined)[]): Overload['call'] | undefined {
  const compiled = typeof pattern === 'string' ? compilePattern(pattern) : undefined
  if (compiled === undefined || 'error' in compiled) return undefined
  return (text, _pattern, context) => compiled.pattern.test(String(text), context as CallContext)
}
