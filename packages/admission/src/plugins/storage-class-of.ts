import type { Vocabulary } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'

/** The storage class a claim asks for, the old annotation before the field; empty for none. */
// upstream: core/helper, GetPersistentVolumeClaimClass
export function storageClassOf({ metadata, spec }: PersistentVolumeClaim, { labelDomain }: Vocabulary): string {
  return metadata.annotations?.[`volume.beta.${labelDomain}/storage-class`] ?? spec?.storageClassName ?? ''
}
