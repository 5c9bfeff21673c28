import type { ApiObject, FieldErrors } from '@pinnace/meta'
import type { ObjectSchema, Schema, ValueRules } from '@pinnace/schema'
import type { StrategyContext } from '../definition.ts'
import type { RuleSource } from './rule-source.ts'
import type { SharedRules } from './rules/shared-rules.ts'

/** An object with the one before the change. */
export interface ChangedObject {
  readonly next: ApiObject
  /** Undefined on create. */
  readonly live: ApiObject | undefined
}

/** What the evaluation of rules takes from the context of a write. */
export type RuleContext = Pick<StrategyContext, 'clock' | 'deadlineMs' | 'expressionObserver' | 'warn'>

/** The rules of a kind, in the Common Expression Language. */
export interface KindRules {
  /** Loads the language and compiles; undefined where there is nothing to wait for. */
  prepare(): Promise<void> | undefined
  /** Adds what violates the rules. Expressions end at the deadline of the request. Can be interrupted between them. */
  validate(change: ChangedObject, errors: FieldErrors, context: RuleContext): Generator<void>
}

/** Options of {@link lazyRules}. */
export interface LazyRulesOptions {
  /** The schema as it is declared; read when the first object is validated, if there are rules. */
  readonly source: () => RuleSource | undefined
  readonly schema: () => ObjectSchema
}

/** Rules that are compiled when the first object is validated; the language is not loaded before. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go, Validate
export function lazyRules({ source, schema }: LazyRulesOptions): KindRules {
  let shared: SharedRules | undefined
  let loading: Promise<void> | undefined
  let known = false
  const load = async (found: RuleSource): Promise<void> => {
    const { shareRules } = await import('./rules/shared-rules.ts')
    shared = shareRules(found)
  }
  return {
    prepare() {
      if (known) return undefined
      if (loading !== undefined) return loading
      const found = hasExpressions(schema()) ? source() : undefined
      if (found === undefined) {
        known = true
        return undefined
      }
      loading = load(found).then(() => void (known = true))
      return loading
    },
    *validate(change, errors, context) {
      if (shared === undefined) return
      if (errors.list.some(({ reason }) => blocking.has(reason))) {
        errors.invalid('<nil>', null, uncheckedRules)
        return
      }
      const { clock, deadlineMs = Infinity, expressionObserver: observer, warn } = context
      const interrupted = (): boolean => clock.monotonic() >= deadlineMs
      yield* shared.evaluate(change, errors, { schema: schema(), warn: (text) => warn(text), interrupted, observer })
    },
  }
}

/** Errors of a schema after which rules cannot rely on the types and sizes that it declares. */
const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])
const uncheckedRules =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

/** Whether rules stand anywhere in a schema. */
export function hasExpressions(schema: Schema): boolean {
  if (schema.rules !== undefined && hasExpressionRules(schema.rules)) return true
  switch (schema.type) {
    case 'object':
      return [...schema.fields.values()].some(
        ({ goSemantics, schema: of }) => goSemantics !== true && hasExpressions(of),
      )
    case 'map':
      return hasExpressions(schema.values)
    case 'list':
      return hasExpressions(schema.items)
    default:
      return false
  }
}

function hasExpressionRules({ expressions, allOf = [], properties }: ValueRules): boolean {
  if (expressions !== undefined) return true
  return allOf.some(hasExpressionRules) || [...(properties?.values() ?? [])].some(hasExpressionRules)
}
