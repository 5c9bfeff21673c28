import { newEvent } from './event.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of events. */
export function behaviors({ vocabulary, eventTtlSeconds }: BehaviorContext): KindBehaviors {
  return {
    'events.v1.Event': behaviorOf({ ...newEvent(vocabulary, eventTtlSeconds), isUncached: true }),
  }
}
