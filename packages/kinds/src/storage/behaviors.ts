import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { csiDriver } from './csi-driver.ts'
import { csiNode } from './csi-node.ts'
import { csiStorageCapacity } from './csi-storage-capacity.ts'
import { storageClass } from './storage-class.ts'
import { volumeAttachment } from './volume-attachment.ts'
import { volumeAttributesClass } from './volume-attributes-class.ts'

/** The behavior of the kinds of storage. */
export function behaviors({ vocabulary, isEnabled }: BehaviorContext): KindBehaviors {
  return {
    'storage.v1.CSIDriver': behaviorOf(csiDriver(isEnabled)),
    'storage.v1.CSINode': behaviorOf(csiNode),
    'storage.v1.CSIStorageCapacity': behaviorOf(csiStorageCapacity),
    'storage.v1.StorageClass': behaviorOf(storageClass(vocabulary)),
    'storage.v1.VolumeAttachment': behaviorOf(volumeAttachment(vocabulary)),
    'storage.v1.VolumeAttributesClass': behaviorOf(volumeAttributesClass),
    'storage.v1beta1.VolumeAttributesClass': behaviorOf(volumeAttributesClass),
  }
}
