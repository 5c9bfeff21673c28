import { lease } from './lease.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of coordination. */
export function behaviors(): KindBehaviors {
  return {
    'coordination.v1.Lease': behaviorOf(lease),
  }
}
