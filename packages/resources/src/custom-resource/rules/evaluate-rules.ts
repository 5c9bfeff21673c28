import type { FieldErrors } from '@pinnace/meta'
import { itemsBefore, type Schema } from '@pinnace/schema'
import { Correlation } from './correlation.ts'
import { RuleEvaluation, type EvaluationOptions, type RulePlace } from './rule-evaluation.ts'
import type { RuleTree } from './rule-tree.ts'

/** A value with the one before the change, which is undefined on create. */
export interface ChangedValue {
  readonly next: unknown
  readonly live: unknown
}

/** Options of {@link evaluateRules}. */
export interface EvaluateRulesOptions extends EvaluationOptions {
  /** The schema of the value. */
  readonly schema: Schema
  /** Where the value stands; empty for a whole object. @default '' */
  readonly path?: string
}

/**
 * Adds what violates the rules of a tree, those of a value before those of the values within it. Returns what is left of
 * the budget, -1 where it was not enough. Can be interrupted.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, Validator.Validate
export function* evaluateRules(
  tree: RuleTree,
  { next, live }: ChangedValue,
  errors: FieldErrors,
  options: EvaluateRulesOptions,
): Generator<void, number> {
  const evaluation = new RuleEvaluation(errors, options)
  const { schema, path = '', warn } = options
  const correlation = warn === undefined || live === undefined ? Correlation.none : Correlation.of(schema, next, live)
  yield* walk(evaluation, tree, { next, live, path, schema, correlation })
  return evaluation.left
}

interface Place extends RulePlace {
  readonly schema: Schema | undefined
}

type Members = Readonly<Record<string, unknown>>

/** False where no further rules are to be evaluated. */
// upstream: what a value takes includes what the values within it take, which are measured too.
function* walk(evaluation: RuleEvaluation, tree: RuleTree, place: Place): Generator<void, boolean> {
  const { observer } = evaluation
  if (observer === undefined) return yield* walkValue(evaluation, tree, place)
  const startMs = observer.now()
  const goesOn = yield* walkValue(evaluation, tree, place)
  observer.evaluated(observer.now() - startMs)
  return goesOn
}

function* walkValue(evaluation: RuleEvaluation, tree: RuleTree, given: Place): Generator<void, boolean> {
  const { next } = given
  if (next === undefined || next === null) return true
  // What was null was not there.
  const place = given.live === null ? { ...given, live: undefined } : given
  if (tree.hasRules && !(yield* evaluation.validate(tree, place))) return false
  if (Array.isArray(next)) return yield* walkItems(evaluation, tree, place)
  return !isObject(next) || (yield* walkMembers(evaluation, tree, place))
}

function* walkItems(
  evaluation: RuleEvaluation,
  { items }: RuleTree,
  { next, live, path, schema, correlation }: Place,
): Generator<void, boolean> {
  if (items === undefined || schema?.type !== 'list' || !Array.isArray(next)) return true
  const before = Array.isArray(live) ? itemsBefore(schema, live) : () => undefined
  const correlationAt = correlation.items()
  for (const [index, item] of (next as readonly unknown[]).entries()) {
    const place = {
      next: item,
      live: before(item),
      path: `${path}[${index}]`,
      schema: schema.items,
      correlation: correlationAt(index),
    }
    if (!(yield* walk(evaluation, items, place))) return false
  }
  return true
}

function* walkMembers(
  evaluation: RuleEvaluation,
  { values, properties }: RuleTree,
  place: Place,
): Generator<void, boolean> {
  const { next, live, path, schema } = place
  if (!isObject(next)) return true
  const before: Members = isObject(live) ? live : {}
  const within = (tree: RuleTree, name: string, at: Pick<Place, 'path' | 'schema'>): Generator<void, boolean> =>
    walk(evaluation, tree, {
      ...at,
      next: next[name],
      live: Object.hasOwn(before, name) ? before[name] : undefined,
      correlation: place.correlation.field(name),
    })
  const ofValues = schema?.type === 'map' ? schema.values : undefined
  if (values !== undefined) {
    for (const key of Object.keys(next)) {
      if (!(yield* within(values, key, { path: `${path}[${key}]`, schema: ofValues }))) return false
    }
  }
  for (const [name, tree] of properties) {
    if (!Object.hasOwn(next, name)) continue
    const ofField = schema?.type === 'object' ? schema.fields.get(name)?.schema : undefined
    if (!(yield* within(tree, name, { path: path === '' ? name : `${path}.${name}`, schema: ofField }))) return false
  }
  return true
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
