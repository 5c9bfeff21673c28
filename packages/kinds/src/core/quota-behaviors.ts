import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { limitRange } from './limit-range.ts'
import { resourceQuota } from './resource-quota.ts'

/** The behavior of limit ranges and resource quotas. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'core.v1.LimitRange': behaviorOf(limitRange(vocabulary)),
    'core.v1.ResourceQuota': behaviorOf(resourceQuota(vocabulary)),
  }
}
