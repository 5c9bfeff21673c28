import type { Vocabulary } from '@pinnace/meta'
import { type Column, column, columns } from '@pinnace/resources'
import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { orUnset } from './format.ts'

// upstream: printers, printPersistentVolume
export function persistentVolumeColumns({ labelDomain }: Vocabulary): readonly Column<PersistentVolume>[] {
  return columns<PersistentVolume>(
    column('Capacity', (object) => object.spec?.capacity?.['storage'] ?? '0'),
    column('Access Modes', (object) => accessModes(object.spec?.accessModes)),
    column('Reclaim Policy', (object) => object.spec?.persistentVolumeReclaimPolicy ?? ''),
    column('Status', ({ metadata, status }) =>
      metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    ),
    column('Claim', ({ spec }) =>
      spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
    ),
    column('StorageClass', (object) => classOf(object, labelDomain)),
    column('VolumeAttributesClass', (object) => orUnset(object.spec?.volumeAttributesClassName)),
    column('Reason', (object) => object.status?.reason ?? ''),
    column('VolumeMode', (object) => orUnset(object.spec?.volumeMode), { wide: true }),
  )
}

// upstream: printers, printPersistentVolumeClaim
export function persistentVolumeClaimColumns({ labelDomain }: Vocabulary): readonly Column<PersistentVolumeClaim>[] {
  return columns<PersistentVolumeClaim>(
    column('Status', ({ metadata, status }) =>
      metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
    ),
    column('Volume', (object) => object.spec?.volumeName ?? ''),
    column('Capacity', (object) => (isBound(object) ? (object.status?.capacity?.['storage'] ?? '0') : '')),
    column('Access Modes', (object) => (isBound(object) ? accessModes(object.status?.accessModes) : '')),
    column('StorageClass', (object) => classOf(object, labelDomain)),
    column('VolumeAttributesClass', (object) => orUnset(object.spec?.volumeAttributesClassName)),
    column('VolumeMode', (object) => orUnset(object.spec?.volumeMode), { wide: true }),
  )
}

// upstream: core/helper, GetPersistentVolumeClass – the old annotation comes first.
function classOf({ metadata, spec }: PersistentVolume | PersistentVolumeClaim, labelDomain: string): string {
  return metadata.annotations?.[`volume.beta.${labelDomain}/storage-class`] ?? spec?.storageClassName ?? ''
}

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return (spec?.volumeName ?? '') !== ''
}

const shortModes: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]

function accessModes(modes: readonly string[] | undefined): string {
  return shortModes
    .filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',')
}
