import type { Column } from '../../definition.ts'
import type { PersistentVolume, PersistentVolumeClaim } from '../../types/core-v1-volumes.ts'
import { orUnset } from './format.ts'
import { column, columns } from './metadata.ts'

// upstream: printers, printPersistentVolume
export const persistentVolumeColumns: readonly Column<PersistentVolume>[] = columns<PersistentVolume>(
  column('Capacity', (object) => object.spec?.capacity?.['storage'] ?? ''),
  column('Access Modes', (object) => accessModes(object.spec?.accessModes)),
  column('Reclaim Policy', (object) => object.spec?.persistentVolumeReclaimPolicy ?? ''),
  column('Status', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  column('Claim', ({ spec }) =>
    spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
  ),
  column('StorageClass', (object) => object.spec?.storageClassName ?? ''),
  column('VolumeAttributesClass', (object) => orUnset(object.spec?.volumeAttributesClassName)),
  column('Reason', (object) => object.status?.reason ?? ''),
  column('VolumeMode', (object) => orUnset(object.spec?.volumeMode), { wide: true }),
)

// upstream: printers, printPersistentVolumeClaim
export const persistentVolumeClaimColumns: readonly Column<PersistentVolumeClaim>[] = columns<PersistentVolumeClaim>(
  column('Status', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  column('Volume', (object) => object.spec?.volumeName ?? ''),
  column('Capacity', (object) => (isBound(object) ? (object.status?.capacity?.['storage'] ?? '') : '')),
  column('Access Modes', (object) => (isBound(object) ? accessModes(object.status?.accessModes) : '')),
  column('StorageClass', (object) => object.spec?.storageClassName ?? ''),
  column('VolumeAttributesClass', (object) => orUnset(object.spec?.volumeAttributesClassName)),
  column('VolumeMode', (object) => orUnset(object.spec?.volumeMode), { wide: true }),
)

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
