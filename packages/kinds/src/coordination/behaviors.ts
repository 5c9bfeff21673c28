import { lease } from './lease.ts'
import { leaseCandidate } from './lease-candidate.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of coordination. */
export function behaviors({ isEnabled }: BehaviorContext): KindBehaviors {
  return {
    'coordination.v1.Lease': behaviorOf(lease(isEnabled)),
    'coordination.v1alpha2.LeaseCandidate': behaviorOf(leaseCandidate),
    'coordination.v1beta1.LeaseCandidate': behaviorOf(leaseCandidate),
  }
}
