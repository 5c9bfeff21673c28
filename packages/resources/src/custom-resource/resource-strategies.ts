import type { ApiObject, FieldErrors } from '@pinnace/meta'
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
  readonly product: string
}

/** The rules of a custom resource beyond its schema, and those of its status. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go and validator.go
export function resourceStrategies({ subresources, embedded, rules: kindRules, product }: ResourceRules): {
  readonly own: Strategy
  readonly status: Strategy
} {
  const { scale, status } = subresources
  const rules = { hooks: {}, hasStatus: status !== undefined, immutable: [], zod: undefined }
  const judge = (
    { next, live }: { readonly next: ApiObject; readonly live: ApiObject | undefined },
    errors: FieldErrors,
    context: StrategyContext,
  ): void => {
    if (scale !== undefined) validateScale(next, scale, errors)
    embedded()?.(next, errors)
    kindRules.validate({ next, live }, errors, context)
  }
  const beforeValidation = (): Promise<void> | undefined => kindRules.prepare()
  const validateUpdate: Strategy['validateUpdate'] = (next, live, errors, context) =>
    judge({ next, live }, errors, context)
  return {
    own: {
      ...customStrategy(rules),
      beforeValidation,
      validate: (next, errors, context) => judge({ next, live: undefined }, errors, context),
      validateUpdate,
      warnings: (next, live) => finalizerWarnings(next, live, product),
    },
    status: { ...customStatusStrategy(rules), beforeValidation, validateUpdate },
  }
}
