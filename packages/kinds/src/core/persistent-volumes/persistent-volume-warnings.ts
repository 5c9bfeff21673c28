import type { PersistentVolume, PersistentVolumeSource } from '@pinnace/types/core-v1-volumes'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { addTermWarnings } from '../pods/pod-warnings.ts'

const oldSources: readonly (readonly [keyof PersistentVolumeSource, string])[] = [
  ['cephfs', 'cephfs: deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO: deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS: deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs: deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd: deprecated in v1.28, non-functional in v1.31+'],
]

/** What is accepted about a persistent volume, but has had its day. */
// upstream: pkg/api/persistentvolume/util.go, GetWarningsForPersistentVolume
export function persistentVolumeWarnings(
  { metadata, spec = {} }: PersistentVolume,
  rules: PodRules,
): readonly string[] {
  const { labelDomain } = rules.vocabulary
  const warnings = classAnnotationWarnings(metadata.annotations, labelDomain)
  const options = `volume.beta.${labelDomain}/mount-options`
  if (Object.hasOwn(metadata.annotations ?? {}, options)) {
    warnings.push(`metadata.annotations[${options}]: deprecated since v1.31; use "mountOptions" attribute instead`)
  }
  if (spec.persistentVolumeReclaimPolicy === 'Recycle') {
    const sentence =
      'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'
    warnings.push(`spec.persistentVolumeReclaimPolicy: ${sentence}`)
  }
  spec.nodeAffinity?.required?.nodeSelectorTerms?.forEach((term, index) => {
    addTermWarnings(warnings, term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`, rules)
  })
  for (const [field, message] of oldSources) if (spec[field] !== undefined) warnings.push(`spec.${message}`)
  return warnings
}

/** An old way to name a storage class. */
export function classAnnotationWarnings(
  annotations: Readonly<Record<string, string>> | undefined,
  labelDomain: string,
): string[] {
  const key = `volume.beta.${labelDomain}/storage-class`
  if (!Object.hasOwn(annotations ?? {}, key)) return []
  return [`metadata.annotations[${key}]: deprecated since v1.8; use "storageClassName" attribute instead`]
}
