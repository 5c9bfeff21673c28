import { controllerRevision } from './controller-revision.ts'
import { daemonSet } from './daemon-set.ts'
import { deployment } from './deployment.ts'
import { replicaSet } from './replica-set.ts'
import { statefulSet } from './stateful-set.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of apps. */
export function behaviors({ vocabulary, isEnabled }: BehaviorContext): KindBehaviors {
  return {
    'apps.v1.ControllerRevision': behaviorOf(controllerRevision),
    'apps.v1.DaemonSet': behaviorOf(daemonSet(vocabulary, { surges: isEnabled('DaemonSetUpdateSurge') })),
    'apps.v1.Deployment': behaviorOf(deployment(vocabulary)),
    'apps.v1.ReplicaSet': behaviorOf(replicaSet(vocabulary)),
    'apps.v1.StatefulSet': behaviorOf(statefulSet(vocabulary)),
  }
}
