import { podGroup } from './pod-group.ts'
import { priorityClass } from './priority-class.ts'
import { workload } from './workload.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of scheduling. */
export function behaviors({ isEnabled }: BehaviorContext): KindBehaviors {
  return {
    'scheduling.v1.PriorityClass': behaviorOf(priorityClass),
    'scheduling.v1alpha2.PodGroup': behaviorOf(podGroup(isEnabled)),
    'scheduling.v1alpha2.Workload': behaviorOf(workload(isEnabled)),
  }
}
