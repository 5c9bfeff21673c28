import type { Vocabulary } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'

/** The storage class of a claim: the legacy annotation, else the field; empty without one. */
// upstream: core/helper, GetPersistentVolumeClaimClass
export function storageClassOf({ metadata, spec }: PersistentVolumeClaim, { labelDomain }: Vocabulary): string {
  return metadata.annotations?.[`volume.beta.${labelDomain}/storage-class`] ?? spec?.storageClassName ?? ''
}
