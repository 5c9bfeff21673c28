import type { Vocabulary } from '@pinnace/meta'
import { type Column, ageColumn, column, columns, nameColumn } from '@pinnace/resources'
import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '@pinnace/types/storage-v1'

// upstream: printers, printStorageClass
export function storageClassColumns({ labelDomain }: Vocabulary): readonly Column<StorageClass>[] {
  const defaultAnnotations = [
    `storageclass.${labelDomain}/is-default-class`,
    `storageclass.beta.${labelDomain}/is-default-class`,
  ]
  const isDefault = ({ metadata: { annotations = {} } }: StorageClass): boolean =>
    defaultAnnotations.some((key) => annotations[key] === 'true')
  return [
    {
      ...nameColumn,
      value: (object) => `${object.metadata.name ?? ''}${isDefault(object as StorageClass) ? ' (default)' : ''}`,
    },
    column('Provisioner', (object) => object.provisioner),
    column('ReclaimPolicy', (object) => object.reclaimPolicy ?? 'Delete'),
    column('VolumeBindingMode', (object) => object.volumeBindingMode ?? 'Immediate'),
    column('AllowVolumeExpansion', (object) => object.allowVolumeExpansion ?? false, { type: 'string' }),
    ageColumn,
  ]
}

// upstream: printers, printVolumeAttachment
export const volumeAttachmentColumns: readonly Column<VolumeAttachment>[] = columns<VolumeAttachment>(
  { ...column<VolumeAttachment>('Attacher', (object) => object.spec.attacher), format: 'name' },
  column('PV', (object) => object.spec.source.persistentVolumeName ?? ''),
  column('Node', (object) => object.spec.nodeName),
  column('Attached', (object) => object.status?.attached ?? false, { type: 'boolean' }),
)

// upstream: printers, printCSIDriver
export const csiDriverColumns: readonly Column<CSIDriver>[] = columns<CSIDriver>(
  column('AttachRequired', (object) => object.spec.attachRequired ?? true, { type: 'boolean' }),
  column('PodInfoOnMount', (object) => object.spec.podInfoOnMount ?? false, { type: 'boolean' }),
  column('StorageCapacity', (object) => object.spec.storageCapacity ?? false, { type: 'boolean' }),
  column('TokenRequests', ({ spec }) =>
    spec.tokenRequests === undefined
      ? '<unset>'
      : spec.tokenRequests.map(({ audience }) => audience || '<unset>').join(','),
  ),
  column('RequiresRepublish', (object) => object.spec.requiresRepublish ?? false, { type: 'boolean' }),
  column('Modes', ({ spec }) => (spec.volumeLifecycleModes ?? []).join(',') || '<none>'),
)

// upstream: printers, printCSINode
export const csiNodeColumns: readonly Column<CSINode>[] = columns<CSINode>(
  column('Drivers', (object) => object.spec.drivers?.length ?? 0, { type: 'integer' }),
)

// upstream: printers, printVolumeAttributesClass
export const volumeAttributesClassColumns: readonly Column<VolumeAttributesClass>[] = columns<VolumeAttributesClass>(
  column('DriverName', (object) => object.driverName),
)
