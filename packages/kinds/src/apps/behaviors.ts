import { controllerRevision } from './controller-revision.ts'
import { daemonSet } from './daemon-set.ts'
import { deployment } from './deployment.ts'
import { replicaSet } from './replica-set.ts'
import { statefulSet } from './stateful-set.ts'
import { createPodRules } from '../core/pod-spec/pod-rules.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of apps. */
export function behaviors({ vocabulary, isEnabled }: BehaviorContext): KindBehaviors {
  const rules = createPodRules(vocabulary, isEnabled)
  return {
    'apps.v1.ControllerRevision': behaviorOf(controllerRevision),
    'apps.v1.DaemonSet': behaviorOf(daemonSet(rules, { surges: isEnabled('DaemonSetUpdateSurge') })),
    'apps.v1.Deployment': behaviorOf(deployment(rules)),
    'apps.v1.ReplicaSet': behaviorOf(replicaSet(rules)),
    'apps.v1.StatefulSet': behaviorOf(
      statefulSet(rules, { countsUnavailable: isEnabled('MaxUnavailableStatefulSet') }),
    ),
  }
}
