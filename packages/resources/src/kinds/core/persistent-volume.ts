import { formatTime, type ApiObject, type Mutable } from '@pinnace/meta'

import type { PersistentVolume, PersistentVolumeClaim } from '../../types/core-v1-volumes.ts'
import type { KindBehaviour } from '../behaviour.ts'
import { persistentVolumeClaimColumns, persistentVolumeColumns } from '../columns/volumes.ts'
import { keepAllButStatus } from '../structural.ts'

/** An old name of metadata.name, which volumes and claims still answer to. */
const selectableFields = { name: ({ metadata }: ApiObject): string => metadata.name ?? '' }

/** Persistent volumes: pending until something binds them, and dated when their phase changes. */
// upstream: registry/core/persistentvolume/strategy.go
export const persistentVolume: KindBehaviour<PersistentVolume> = {
  strategy: {
    defaults(next: Mutable<PersistentVolume>) {
      if (next.spec === undefined) return
      next.spec.persistentVolumeReclaimPolicy ||= 'Retain'
      next.spec.volumeMode ??= 'Filesystem'
    },
    prepareForCreate(next, { clock }) {
      next.status = { phase: 'Pending', lastPhaseTransitionTime: formatTime(clock.now()) }
    },
  },
  subresources: {
    status: {
      type: 'view',
      verbs: ['get', 'patch', 'update'],
      ownedFields: ['status'],
      strategy: {
        prepareForUpdate(next, live, { clock }) {
          keepAllButStatus(next, live)
          if (next.status?.phase === live.status?.phase) return
          if (next.status?.lastPhaseTransitionTime !== live.status?.lastPhaseTransitionTime) return
          next.status = { ...next.status, lastPhaseTransitionTime: formatTime(clock.now()) }
        },
      },
    },
  },
  columns: persistentVolumeColumns,
  selectableFields,
}

/** Persistent volume claims: pending until a volume is found. */
// upstream: registry/core/persistentvolumeclaim/strategy.go
export const persistentVolumeClaim: KindBehaviour<PersistentVolumeClaim> = {
  strategy: {
    defaults(next: Mutable<PersistentVolumeClaim>) {
      if (next.spec !== undefined) next.spec.volumeMode ??= 'Filesystem'
    },
    prepareForCreate(next) {
      next.status = { phase: 'Pending' }
    },
  },
  columns: persistentVolumeClaimColumns,
  selectableFields,
}
