import { endpointSlice } from './endpoint-slice.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of discovery. */
export function behaviors(): KindBehaviors {
  return {
    'discovery.v1.EndpointSlice': behaviorOf(endpointSlice),
  }
}
