import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { flowSchema } from './flow-schema.ts'
import { priorityLevel } from './priority-level.ts'

/** The behavior of the kinds of flowcontrol. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'flowcontrol.v1.FlowSchema': behaviorOf(flowSchema),
    'flowcontrol.v1.PriorityLevelConfiguration': behaviorOf(priorityLevel(vocabulary)),
  }
}
