import { isEqualJson, runAtOnce, type ApiObject, type FieldErrors, type Mutable } from '@pinnace/meta'
import type * as z from 'zod'
import type { KindRules } from '../custom-resource/lazy-rules.ts'
import type { Strategy, StrategyContext } from '../definition.ts'
import type { FieldPath } from './field-path.ts'
import type { ResourceHooks } from './resource-options.ts'
import { validateWithZod } from './zod-validate.ts'

/** What the strategies of a host's kind are made of. */
export interface CustomRules<T extends ApiObject> {
  readonly hooks: ResourceHooks<T>
  readonly hasStatus: boolean
  readonly immutable: readonly FieldPath[]
  /** Judges what the schema has no word for; undefined where there is nothing of that kind. */
  readonly zod: z.ZodObject | undefined
  /** Rules in the Common Expression Language. */
  readonly expressions?: KindRules | undefined
}

type Fields = Record<string, unknown>

/** The rules of the resource itself. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go
export function customStrategy<T extends ApiObject>(rules: CustomRules<T>): Strategy<T> {
  const { hooks, hasStatus, immutable, expressions } = rules
  function* validateInSteps(
    next: T,
    live: T | undefined,
    errors: FieldErrors,
    context: StrategyContext,
  ): Generator<void> {
    yield* judge(rules, { next, live }, errors, context)
    if (live === undefined) return
    for (const path of immutable) {
      const value = path.get(next)
      if (!isEqualJson(value, path.get(live))) errors.invalid(path.text, value, 'field is immutable')
    }
    hooks.validateUpdate?.(next, live, errors, context)
  }
  return {
    allowCreateOnUpdate: false,
    // upstream: customResourceStrategy.AllowUnconditionalUpdate – a PUT must name the version it replaces.
    allowUnconditionalUpdate: false,
    ...preparation(rules),
    ...(hooks.defaults === undefined ? {} : { defaults: hooks.defaults }),
    ...(hooks.warnings === undefined ? {} : { warnings: hooks.warnings }),
    prepareForCreate(next, context) {
      if (hasStatus) delete (next as Fields)['status']
      next.metadata.generation = 1
      hooks.prepare?.(next, undefined, context)
    },
    prepareForUpdate(next, live, context) {
      if (hasStatus) takeField(next as Fields, live as Fields, 'status')
      hooks.prepare?.(next, live, context)
      if (!isSameSpecification(next as Fields, live as Fields)) {
        next.metadata.generation = (live.metadata.generation ?? 0) + 1
      }
    },
    validate: (next, errors, context) => runAtOnce(validateInSteps(next, undefined, errors, context)),
    validateUpdate: (next, live, errors, context) => runAtOnce(validateInSteps(next, live, errors, context)),
    ...(expressions === undefined ? {} : { validateInSteps }),
  }
}

/** The rules of `/status`: everything is kept from `live` but status, and who owns what. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/status_strategy.go
export function customStatusStrategy<T extends ApiObject>(rules: CustomRules<T>): Strategy<T> {
  function* validateInSteps(
    next: T,
    live: T | undefined,
    errors: FieldErrors,
    context: StrategyContext,
  ): Generator<void> {
    yield* judge(rules, { next, live }, errors, context)
    if (live !== undefined) rules.hooks.validateUpdate?.(next, live, errors, context)
  }
  return {
    allowUnconditionalUpdate: false,
    ...preparation(rules),
    prepareForUpdate(next, live) {
      const target = next as Fields
      const source = live as Fields
      for (const key of Object.keys(target)) {
        if (key !== 'status' && key !== 'metadata' && !Object.hasOwn(source, key)) delete target[key]
      }
      for (const key of Object.keys(source)) if (key !== 'status' && key !== 'metadata') target[key] = source[key]
      const { managedFields } = next.metadata
      const metadata = { ...live.metadata } as Mutable<ApiObject>['metadata']
      if (managedFields === undefined) delete metadata.managedFields
      else metadata.managedFields = managedFields
      target['metadata'] = metadata
    },
    validateUpdate: (next, live, errors, context) => runAtOnce(validateInSteps(next, live, errors, context)),
    ...(rules.expressions === undefined ? {} : { validateInSteps }),
  }
}

/** What create and update refuse alike, once the schema has had its say. */
function* judge<T extends ApiObject>(
  { hooks, zod, expressions }: CustomRules<T>,
  change: { readonly next: T; readonly live: T | undefined },
  errors: FieldErrors,
  context: StrategyContext,
): Generator<void> {
  const { next } = change
  if (expressions !== undefined) yield* expressions.validate(change, errors, context)
  // On an object of the wrong shape these would throw, or say the same again.
  if (!errors.isEmpty) return
  if (zod !== undefined) validateWithZod(zod, next, errors)
  hooks.validate?.(next, errors, context)
}

function preparation<T extends ApiObject>({ expressions }: CustomRules<T>): Pick<Strategy<T>, 'beforeValidation'> {
  return expressions === undefined ? {} : { beforeValidation: () => expressions.prepare() }
}

/** Everything but metadata: status has been taken from `live` where it is not the client's to set. */
function isSameSpecification(next: Fields, live: Fields): boolean {
  const ours = (key: string): boolean => key !== 'metadata' && key !== 'apiVersion' && key !== 'kind'
  for (const key of Object.keys(next)) if (ours(key) && !isEqualJson(next[key], live[key])) return false
  return Object.keys(live).every((key) => !ours(key) || Object.hasOwn(next, key))
}

function takeField(next: Fields, live: Fields, key: string): void {
  if (live[key] === undefined) delete next[key]
  else next[key] = live[key]
}
