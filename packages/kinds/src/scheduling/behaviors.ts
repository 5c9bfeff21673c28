import { priorityClass } from './priority-class.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of scheduling. */
export function behaviors(): KindBehaviors {
  return {
    'scheduling.v1.PriorityClass': behaviorOf(priorityClass),
  }
}
