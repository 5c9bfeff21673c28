import { BoundedMap, maxCompileSteps, measurePattern, type TimeSlices } from '@pinnace/meta'
import { RE2JS } from 're2js'
import type { Schema, ValueRules } from './schema.ts'

/** What is wrong with a text by a pattern; undefined where it matches. */
export type PatternCheck = (text: string) => string | undefined

/** A pattern, or why it is none. */
type Compiled = { readonly expression: RE2JS; readonly steps: number } | { readonly error: Error; readonly steps: 0 }

/** The most steps that the patterns of one CRD may take to compile, each of them counted once. */
export const maxPatternSteps = 100_000

/** Patterns that take fewer steps together are compiled where they are used. */
const quickSteps = 2_000

// A memo, not state: a CRD is validated by every write of it, and served with the patterns it was validated with. Each
// step is about 200 bytes.
const known = new BoundedMap<string, Compiled>({
  maxWeight: 2 * maxPatternSteps,
  weigh: ({ steps }, pattern) => steps + pattern.length,
})

/** The product of the steps of a pattern and the length of a text that is matched: matching is one piece. */
const maxMatchSteps = 25_000_000

/** A pattern; a TypeError where it is no RE2 expression. */
export function compilePattern(pattern: string): PatternCheck {
  const compiled = known.getOrInsertComputed(pattern, compile)
  if (!('expression' in compiled)) {
    throw new TypeError(`pattern ${JSON.stringify(pattern)} is no RE2 expression`, { cause: compiled.error })
  }
  const { expression, steps } = compiled
  return (text) => {
    if (text.length * steps > maxMatchSteps) return `is too long to be matched with '${pattern}'`
    return expression.test(text) ? undefined : `should match '${pattern}'`
  }
}

/** Why a pattern is no RE2 expression that can be compiled in one piece; undefined where it is one. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = known.getOrInsertComputed(pattern, compile)
  return 'error' in compiled ? compiled.error.message : undefined
}

function compile(pattern: string): Compiled {
  const { compileSteps: steps } = measurePattern(pattern)
  try {
    if (steps > maxCompileSteps) throw new RangeError(tooLarge(steps))
    return { expression: RE2JS.compile(pattern), steps }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)), steps: 0 }
  }
}

function tooLarge(steps: number): string {
  return `error parsing regexp: expression too large: it takes ${steps} steps to compile, at most ${maxCompileSteps} are supported`
}

/** The patterns of a schema: each as often as it stands there. */
export function* patternsOf(schema: Schema): Generator<string> {
  if (schema.rules !== undefined) yield* patternsOfRules(schema.rules)
  if (schema.type === 'string' && schema.pattern !== undefined) yield schema.pattern
  else if (schema.type === 'list') yield* patternsOf(schema.items)
  else if (schema.type === 'map') yield* patternsOf(schema.values)
  else if (schema.type === 'object') {
    for (const { goSemantics, schema: of } of schema.fields.values()) if (goSemantics !== true) yield* patternsOf(of)
  }
}

function* patternsOfRules({ pattern, not, items, properties, ...rules }: ValueRules): Generator<string> {
  if (pattern !== undefined) yield pattern
  if (not !== undefined) yield* patternsOfRules(not)
  if (items !== undefined) yield* patternsOfRules(items)
  for (const { 1: of } of properties ?? []) yield* patternsOfRules(of)
  for (const of of [...(rules.allOf ?? []), ...(rules.anyOf ?? []), ...(rules.oneOf ?? [])]) yield* patternsOfRules(of)
}

/** Whether patterns take more steps to compile than those of one CRD may. */
export function areTooManyPatterns(patterns: ReadonlySet<string>): boolean {
  return stepsOf(patterns) > maxPatternSteps
}

/** The steps of different patterns; those beyond {@link maxPatternSteps} are not counted. */
function stepsOf(patterns: Iterable<string>): number {
  let steps = 0
  for (const pattern of patterns) {
    steps += Math.min(measurePattern(pattern).compileSteps, maxCompileSteps)
    if (steps > maxPatternSteps) break
  }
  return steps
}

/**
 * Compiles the patterns of a schema before they are used, one in a slice of time. Undefined where those that are not
 * compiled yet do not take long, and where they are too many.
 */
export function preparePatterns(patterns: Iterable<string>, slices: () => TimeSlices): Promise<void> | undefined {
  const missing = [...new Set(patterns)].filter((pattern) => known.get(pattern) === undefined)
  const steps = stepsOf(missing)
  return steps < quickSteps || steps > maxPatternSteps ? undefined : compileInSlices(missing, slices())
}

async function compileInSlices(patterns: readonly string[], slices: TimeSlices): Promise<void> {
  for (const pattern of patterns) {
    await slices.next()
    patternProblem(pattern)
  }
}
