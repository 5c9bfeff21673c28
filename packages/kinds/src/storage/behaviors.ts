import type { Mutable } from '@pinnace/meta'
import type { CSIDriver } from '@pinnace/types/storage-v1'
import {
  csiDriverColumns,
  csiNodeColumns,
  csiStorageCapacityColumns,
  volumeAttachmentColumns,
  volumeAttributesClassColumns,
} from '../columns/storage.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { storageClass } from './storage-class.ts'

/** The behavior of the kinds of storage. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'storage.v1.CSIDriver': behaviorOf<CSIDriver>({
      strategy: { defaults: fillCsiDriver },
      columns: csiDriverColumns,
    }),
    'storage.v1.CSINode': behaviorOf({ columns: csiNodeColumns }),
    'storage.v1.CSIStorageCapacity': behaviorOf({ columns: csiStorageCapacityColumns }),
    'storage.v1.StorageClass': behaviorOf(storageClass(vocabulary)),
    'storage.v1.VolumeAttachment': behaviorOf({ columns: volumeAttachmentColumns }),
    'storage.v1.VolumeAttributesClass': behaviorOf({ columns: volumeAttributesClassColumns }),
  }
}

// upstream: apis/storage/v1/defaults.go
function fillCsiDriver({ spec }: Mutable<CSIDriver>): void {
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  spec.seLinuxMount ??= false
}
