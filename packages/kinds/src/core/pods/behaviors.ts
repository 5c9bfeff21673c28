import { replicationController } from '../replication-controller.ts'
import { podTemplate } from './pod-template.ts'
import { pod } from './pod.ts'
import { createPodRules } from '../pod-spec/pod-rules.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../../kind-behavior.ts'

/** The behavior of pods, pod templates and replication controllers. */
export function behaviors({ vocabulary, isEnabled }: BehaviorContext): KindBehaviors {
  const rules = createPodRules(vocabulary, isEnabled)
  return {
    'core.v1.Pod': behaviorOf(pod(rules)),
    'core.v1.PodTemplate': behaviorOf(podTemplate(rules)),
    'core.v1.ReplicationController': behaviorOf(replicationController(rules)),
  }
}

/** Types of subresources that are in other groups or parts. */
export const subresourceTypes: readonly string[] = ['core.v1.Binding', 'policy.v1.Eviction']
