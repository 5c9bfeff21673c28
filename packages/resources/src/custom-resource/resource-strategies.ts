import { bothOf, runAtOnce, type ApiObject, type FieldErrors } from '@pinnace/meta'
import { patternsOf, preparePatterns, type ObjectSchema } from '@pinnace/schema'
import type { CustomResourceSubresources } from '@pinnace/types/apiextensions-v1'
import { customStatusStrategy, customStrategy } from '../define/custom-strategy.ts'
import type { Strategy, StrategyContext } from '../definition.ts'
import type { CheckEmbedded } from './embedded-objects.ts'
import { finalizerWarnings } from './finalizer-warnings.ts'
import type { KindRules } from './lazy-rules.ts'
import { validateScale } from './validate-scale.ts'

/** What the strategies of one version are made of. */
export interface ResourceRules {
  readonly subresources: CustomResourceSubresources
  readonly embedded: () => CheckEmbedded | undefined
  readonly rules: KindRules
  readonly schema: () => ObjectSchema
  readonly product: string
}

/** The rules of a custom resource beyond its schema, and those of its status. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go and validator.go
export function resourceStrategies({ subresources, embedded, rules: kindRules, schema, product }: ResourceRules): {
  readonly own: Strategy
  readonly status: Strategy
} {
  const { scale, status } = subresources
  const rules = { hooks: {}, hasStatus: status !== undefined, immutable: [], zod: undefined }
  function* validateInSteps(
    next: ApiObject,
    live: ApiObject | undefined,
    errors: FieldErrors,
    context: StrategyContext,
  ): Generator<void> {
    if (scale !== undefined) validateScale(next, scale, errors)
    embedded()?.(next, errors)
    yield* kindRules.validate({ next, live }, errors, context)
  }
  const beforeValidation = preparation(kindRules, schema)
  const validateUpdate: Strategy['validateUpdate'] = (next, live, errors, context) =>
    runAtOnce(validateInSteps(next, live, errors, context))
  return {
    own: {
      ...customStrategy(rules),
      beforeValidation,
      validate: (next, errors, context) => runAtOnce(validateInSteps(next, undefined, errors, context)),
      validateUpdate,
      validateInSteps,
      warnings: (next, live) => finalizerWarnings(next, live, product),
    },
    status: { ...customStatusStrategy(rules), beforeValidation, validateUpdate, validateInSteps },
  }
}

/** Compiles the rules and the patterns of a kind before its first object is validated. */
function preparation(rules: KindRules, schema: () => ObjectSchema): NonNullable<Strategy['beforeValidation']> {
  let hasPatterns = false
  return (_next, slices) => {
    const loading = rules.prepare()
    if (hasPatterns) return loading
    const compiling = preparePatterns(patternsOf(schema()), slices)
    if (compiling === undefined) hasPatterns = true
    return bothOf(loading, compiling)
  }
}
