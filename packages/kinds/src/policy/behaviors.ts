import { podDisruptionBudget } from './pod-disruption-budget.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of policy. */
export function behaviors(): KindBehaviors {
  return {
    'policy.v1.PodDisruptionBudget': behaviorOf(podDisruptionBudget),
  }
}
