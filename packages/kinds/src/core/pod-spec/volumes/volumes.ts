import { isDns1123Label, type FieldErrors } from '@pinnace/meta'
import type { Volume, VolumeSource } from '@pinnace/types/core-v1-volumes'
import type { VolumeContext, VolumePlace } from '../pod-rules.ts'
import { validateProjectedVolume } from './projected-volume.ts'
import { reportEach } from '../../../validation/messages.ts'
import * as local from './local-volumes.ts'
import * as network from './network-volumes.ts'

type Check = (source: never, field: string, errors: FieldErrors, place: VolumePlace) => void

/**
 * Every kind of volume, in the order upstream looks for them: the first found counts. Two report the second under other
 * names than their own.
 */
// upstream: core/validation, validateVolumeSource
const sources: readonly (readonly [field: keyof VolumeSource, check: Check, named?: string])[] = [
  ['emptyDir', local.validateEmptyDir],
  ['hostPath', local.validateHostPath],
  ['gitRepo', local.validateGitRepo],
  ['gcePersistentDisk', network.validateGcePersistentDisk],
  ['awsElasticBlockStore', network.validateDisk],
  ['secret', local.validateSecretVolume],
  ['nfs', network.validateNfs],
  ['iscsi', network.validateIscsi],
  ['glusterfs', network.validateGlusterfs],
  ['flocker', network.validateFlocker],
  ['persistentVolumeClaim', local.validateClaim],
  ['rbd', network.validateRbd],
  ['cinder', network.validateCinder],
  ['cephfs', network.validateCephFs, 'cephFS'],
  ['quobyte', network.validateQuobyte],
  ['downwardAPI', local.validateDownwardApi, 'downwarAPI'],
  ['fc', network.validateFibreChannel],
  ['flexVolume', network.validateFlex],
  ['configMap', local.validateConfigMapVolume],
  ['azureFile', network.validateAzureFile],
  ['vsphereVolume', network.validateVsphere],
  ['photonPersistentDisk', network.validatePhoton],
  ['portworxVolume', network.validatePortworx],
  ['azureDisk', network.validateAzureDisk],
  ['storageos', network.validateStorageOs],
  ['projected', validateProjectedVolume],
  ['scaleIO', network.validateScaleIo],
  ['csi', network.validateCsi],
  ['ephemeral', local.validateEphemeral],
  ['image', local.validateImage],
]

const checks = new Map(sources.map(([field, check]) => [field as string, check]))

/**
 * The volumes of a pod; `at` is the path of the list. Answers those without a mistake, which are the ones containers may
 * mount.
 */
// upstream: core/validation, ValidateVolumes
export function validateVolumes(
  volumes: readonly Volume[],
  context: VolumeContext,
  at: string,
  errors: FieldErrors,
): readonly Volume[] {
  const names = volumes.length > 1 ? new Set<string>() : undefined
  let created: Set<string> | undefined
  if (context.podName !== '') {
    for (const volume of volumes) if (volume.ephemeral) (created ??= new Set()).add(`${context.podName}-${volume.name}`)
  }
  let bad: Set<Volume> | undefined
  for (const [index, volume] of volumes.entries()) {
    const before = errors.list.length
    validateSource(volume, at, errors, { index, context })
    const { name } = volume
    if (name === '') {
      errors.required(`${at}[${index}].name`)
    } else {
      const messages = isDns1123Label(name)
      if (messages.length > 0) reportEach(errors, messages, `${at}[${index}].name`, name)
    }
    if (names?.has(name)) errors.duplicate(`${at}[${index}].name`, name)
    if (errors.list.length > before) (bad ??= new Set()).add(volume)
    else names?.add(name)
    const claimName = volume.persistentVolumeClaim?.claimName
    if (claimName !== undefined && created?.has(claimName)) {
      const problem = 'must not reference a PVC that gets created for an ephemeral volume'
      errors.invalid(`${at}[${index}].persistentVolumeClaim.claimName`, claimName, problem)
    }
  }
  return bad === undefined ? volumes : volumes.filter((volume) => !bad.has(volume))
}

function validateSource(
  volume: Volume,
  at: string,
  errors: FieldErrors,
  { index, context }: { readonly index: number; readonly context: VolumeContext },
): void {
  // Nearly always one source: found by the object's own keys.
  let found: string | undefined
  let count = 0
  for (const field in volume) {
    if (field === 'name' || volume[field as keyof Volume] === undefined) continue
    found = field
    count++
  }
  if (found === undefined) return errors.required(`${at}[${index}]`, 'must specify a volume type')
  const place = { name: volume.name, context }
  if (count === 1) {
    const check = checks.get(found)
    return check?.(volume[found as keyof Volume] as never, `${at}[${index}].${found}`, errors, place)
  }
  let isFirst = true
  for (const [field, check, named = field] of sources) {
    const source = volume[field]
    if (source === undefined) continue
    if (isFirst) check(source as never, `${at}[${index}].${field}`, errors, place)
    else errors.forbidden(`${at}[${index}].${named}`, 'may not specify more than 1 volume type')
    isFirst = false
  }
  return undefined
}
