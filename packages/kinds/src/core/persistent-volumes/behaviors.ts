import { persistentVolumeClaim } from './persistent-volume-claim.ts'
import { persistentVolume } from './persistent-volume.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../../kind-behavior.ts'

/** The behavior of persistent volumes and their claims. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'core.v1.PersistentVolume': behaviorOf(persistentVolume(vocabulary)),
    'core.v1.PersistentVolumeClaim': behaviorOf(persistentVolumeClaim(vocabulary)),
  }
}
