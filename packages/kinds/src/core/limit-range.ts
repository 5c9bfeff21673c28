import type { FieldErrors, Mutable, Vocabulary } from '@pinnace/meta'
import type { LimitRange, LimitRangeItem } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateLimits } from './limit-range-item.ts'
import { createPodRules } from './pod-spec/pod-rules.ts'

/** Limit ranges: the least, the most and what is filled in for containers, pods and claims of a namespace. */
// upstream: registry/core/limitrange/strategy.go
export function limitRange(vocabulary: Vocabulary): KindBehavior<LimitRange> {
  const rules = createPodRules(vocabulary)
  const validate = ({ spec }: LimitRange, errors: FieldErrors): void => {
    validateLimits(spec?.limits ?? [], rules, 'spec.limits', errors)
  }
  return {
    strategy: {
      defaults(next: Mutable<LimitRange>) {
        for (const limit of next.spec?.limits ?? []) if (limit.type === 'Container') fillLimit(limit)
      },
      prepareForCreate(next, { random }) {
        // upstream: a LimitRange without a name gets a random UID as its name.
        if (!next.metadata.name) next.metadata.name = random.uid()
      },
      validate,
      validateUpdate: (next, _, errors) => validate(next, errors),
    },
  }
}

// upstream: apis/core/v1/defaults.go, SetDefaults_LimitRangeItem
function fillLimit(limit: Mutable<LimitRangeItem>): void {
  // The default limit is the most one may have; the default request is that, or the least one must have.
  const most = { ...limit.max, ...limit.default }
  if (Object.keys(most).length > 0) limit.default = most
  const request = { ...limit.min, ...most, ...limit.defaultRequest }
  if (Object.keys(request).length > 0) limit.defaultRequest = request
}
