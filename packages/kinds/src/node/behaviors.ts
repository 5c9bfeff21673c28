import { runtimeClass } from './runtime-class.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of node. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'node.v1.RuntimeClass': behaviorOf(runtimeClass(vocabulary)),
  }
}
