import { maxCompileSteps, measurePattern } from '@pinnace/meta'
import { RE2JS } from 're2js'
import { fail } from '../values/failure.ts'
import type { StepCounter } from '../values/value.ts'

/** A pattern that matches in time linear to the text. */
export interface Pattern {
  /** Whether the pattern matches anywhere in the text. @throws a failure where the text is too long for it */
  test(text: string, counter?: StepCounter): boolean
}

export type CompiledPattern = { readonly pattern: Pattern } | { readonly error: string }

/** A compiled pattern with the bound on the texts that it may be used for. */
export type BoundedPattern =
  | {
      readonly re2: RE2JS
      readonly maxLength: number
      /** What matching a character of a text takes at most. */
      readonly stepsPerCharacter: number
      readonly error?: undefined
    }
  | { readonly re2?: undefined; readonly error: string }

/** The product of the size of a pattern and the length of a text that is still matched, whatever the limits. */
const maxWork = 100_000_000

/** What a step of compiling takes: a pattern may come from an object. */
const stepsOfEvaluation = 50

/** Compiles a pattern with the syntax and the error messages of RE2. */
export function compilePattern(source: string, counter?: StepCounter): CompiledPattern {
  const compiled = compileBounded(source, counter)
  if (compiled.re2 === undefined) return { error: compiled.error }
  const { re2 } = compiled
  return {
    pattern: {
      test(text, counter) {
        beforeMatch(compiled, text, counter)
        return re2.test(text)
      },
    },
  }
}

/** Compiles a pattern that is not too large. */
export function compileBounded(source: string, counter?: StepCounter): BoundedPattern {
  const { instructions, compileSteps } = measurePattern(source)
  if (compileSteps > maxCompileSteps) return { error: 'error parsing regexp: expression too large' }
  counter?.iterate(compileSteps * stepsOfEvaluation)
  try {
    const maxLength = Math.floor(maxWork / Math.max(1, instructions))
    return { re2: RE2JS.compile(source), maxLength, stepsPerCharacter: instructions }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'invalid pattern' }
  }
}

/** Counts what matching a text takes. @throws a failure for a text that a pattern would be matched with for too long */
export function beforeMatch(
  { maxLength, stepsPerCharacter }: Extract<BoundedPattern, { readonly re2: RE2JS }>,
  text: string,
  counter: StepCounter | undefined,
): void {
  if (text.length > maxLength) fail('the text is too long for the pattern')
  counter?.iterate(text.length * stepsPerCharacter)
}
