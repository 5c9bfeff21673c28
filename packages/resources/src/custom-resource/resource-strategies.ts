import type { ApiObject, FieldErrors } from '@pinnace/meta'
import type { CustomResourceSubresources } from '@pinnace/types/apiextensions-v1'
import { customStatusStrategy, customStrategy } from '../define/custom-strategy.ts'
import type { Strategy } from '../definition.ts'
import type { CheckEmbedded } from './embedded-objects.ts'
import { finalizerWarnings } from './finalizer-warnings.ts'
import { validateScale } from './validate-scale.ts'

/** What the strategies of one version are made of. */
export interface ResourceRules {
  readonly subresources: CustomResourceSubresources
  readonly embedded: () => CheckEmbedded | undefined
  readonly product: string
}

/** The rules of a custom resource beyond its schema, and those of its status. */
// upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go and validator.go
export function resourceStrategies({ subresources, embedded, product }: ResourceRules): {
  readonly own: Strategy
  readonly status: Strategy
} {
  const { scale, status } = subresources
  const rules = { hooks: {}, hasStatus: status !== undefined, immutable: [], zod: undefined }
  const judge = (next: ApiObject, errors: FieldErrors): void => {
    if (scale !== undefined) validateScale(next, scale, errors)
    embedded()?.(next, errors)
  }
  const validateUpdate = (next: ApiObject, _live: ApiObject, errors: FieldErrors): void => judge(next, errors)
  return {
    own: {
      ...customStrategy(rules),
      validate: judge,
      validateUpdate,
      warnings: (next, live) => finalizerWarnings(next, live, product),
    },
    status: { ...customStatusStrategy(rules), validateUpdate },
  }
}
