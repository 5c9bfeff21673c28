import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { horizontalPodAutoscaler, oldHorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts'

/** The behavior of the kinds of autoscaling. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'autoscaling.v1.HorizontalPodAutoscaler': behaviorOf(oldHorizontalPodAutoscaler(vocabulary)),
    'autoscaling.v2.HorizontalPodAutoscaler': behaviorOf(horizontalPodAutoscaler(vocabulary)),
  }
}
