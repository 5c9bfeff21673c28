import type { Volume } from '@pinnace/types/core-v1-volumes'
import type { CheckPod } from '../check.ts'
import { plural, quoted, quotedSet } from '../violation-messages.ts'

type Source = Exclude<keyof Volume, 'name'>

const allowed: readonly Source[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]

const restricted: readonly Source[] = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
]

/** Allows ephemeral volume types and claims only. */
// upstream: pod-security-admission/policy/check_restrictedVolumes.go
export const restrictedVolumes: CheckPod = ({ volumes }) => {
  const bad = (volumes ?? []).filter((volume) => !allowed.some((source) => volume[source] !== undefined))
  if (bad.length === 0) return undefined
  const names = bad.map(({ name }) => name)
  const types = new Set(bad.map((volume) => restricted.find((source) => volume[source] !== undefined) ?? 'unknown'))
  const use = plural(names.length, 'uses', 'use')
  const what = plural(types.size, 'restricted volume type')
  return {
    reason: 'restricted volume types',
    detail: `${plural(names.length, 'volume')} ${quoted(names)} ${use} ${what} ${quotedSet(types)}`,
  }
}
