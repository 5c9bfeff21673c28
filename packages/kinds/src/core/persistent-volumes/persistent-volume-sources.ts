import { isDns1123Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type {
  AzureFilePersistentVolumeSource,
  CinderPersistentVolumeSource,
  CSIPersistentVolumeSource,
  GlusterfsPersistentVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  PersistentVolumeSource,
  StorageOSPersistentVolumeSource,
} from '@pinnace/types/core-v1-volumes'
import type { SecretReference } from '@pinnace/types/core-v1-references'
import * as local from '../pod-spec/volumes/local-volumes.ts'
import * as network from '../pod-spec/volumes/network-volumes.ts'
import type { VolumeContext, VolumePlace } from '../pod-spec/pod-rules.ts'
import { validateNoBackstep } from '../pod-spec/volumes/relative-path.ts'
import { inclusiveRange, reportEach } from '../../validation/messages.ts'

type Check = (source: never, field: string, errors: FieldErrors, place: VolumePlace) => void

/** Every sort of volume, in the order upstream looks for them; one reports the second under another name than its own. */
// upstream: core/validation, ValidatePersistentVolumeSpec
const sources: readonly (readonly [field: keyof PersistentVolumeSource, check: Check, named?: string])[] = [
  ['hostPath', local.validateHostPath],
  ['gcePersistentDisk', network.validateGcePersistentDisk],
  ['awsElasticBlockStore', network.validateDisk],
  ['glusterfs', validateGlusterfs],
  ['flocker', network.validateFlocker],
  ['nfs', network.validateNfs],
  ['rbd', network.validateRbd],
  ['quobyte', network.validateQuobyte],
  ['cephfs', network.validateCephFs, 'cephFS'],
  ['iscsi', validateIscsi],
  ['cinder', validateCinder],
  ['fc', network.validateFibreChannel],
  ['flexVolume', network.validateFlex],
  ['azureFile', validateAzureFile],
  ['vsphereVolume', network.validateVsphere],
  ['photonPersistentDisk', network.validatePhoton],
  ['portworxVolume', network.validatePortworx],
  ['azureDisk', network.validateAzureDisk],
  ['scaleIO', network.validateScaleIo],
  ['local', validateLocal],
  ['storageos', validateStorageOs],
  ['csi', validateCsi],
]

/** The names of all sources. */
export const volumeSourceNames: readonly (keyof PersistentVolumeSource)[] = sources.map(([field]) => field)

/** The source of a persistent volume, of which there is one; `context` has the volume's name as the pod's. */
export function validateVolumeSource(
  spec: PersistentVolumeSource,
  context: VolumeContext,
  at: string,
  errors: FieldErrors,
): void {
  const place: VolumePlace = { name: context.podName, context }
  let count = 0
  for (const [field, check, named = field] of sources) {
    const source = spec[field]
    if (source === undefined) continue
    count++
    // upstream: a flex volume may stand beside another, by mistake.
    if (count === 1 || field === 'flexVolume') check(source as never, `${at}.${field}`, errors, place)
    else errors.forbidden(`${at}.${named}`, 'may not specify more than 1 volume type')
  }
  if (count === 0) errors.required(at, 'must specify a volume type')
}

function validateGlusterfs(source: GlusterfsPersistentVolumeSource, field: string, errors: FieldErrors): void {
  network.validateGlusterfs(source, field, errors)
  const { endpointsNamespace: namespace } = source
  if (namespace === undefined) return
  if (namespace === '') {
    const detail = 'if the endpointnamespace is set, it must be a valid namespace name'
    errors.invalid(`${field}.endpointsNamespace`, namespace, detail)
  } else reportEach(errors, isDns1123Label(namespace), `${field}.endpointsNamespace`, namespace)
}

function validateIscsi(
  source: ISCSIPersistentVolumeSource,
  field: string,
  errors: FieldErrors,
  { name }: VolumePlace,
): void {
  const { targetPortal, iqn, lun, initiatorName, secretRef } = source
  if (targetPortal === '') errors.required(`${field}.targetPortal`)
  if (initiatorName !== undefined && Buffer.byteLength(`${name}:${targetPortal}`) > 64) {
    const detail =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
    errors.invalid(`${field}.targetportal`, targetPortal, detail)
  }
  if (iqn === '') errors.required(`${field}.iqn`)
  else if (!network.isInitiator(iqn)) errors.invalid(`${field}.iqn`, iqn, 'must be valid format')
  if (lun < 0 || lun > 255) errors.invalid(`${field}.lun`, lun, inclusiveRange(0, 255))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !secretRef) errors.required(`${field}.secretRef`)
  if (secretRef && !secretRef.name) errors.required(`${field}.secretRef.name`)
  if (initiatorName !== undefined && !network.isInitiator(initiatorName)) {
    errors.invalid(`${field}.initiatorname`, initiatorName, 'must be valid format')
  }
}

function validateCinder(source: CinderPersistentVolumeSource, field: string, errors: FieldErrors): void {
  network.validateCinder(source, field, errors)
  if (source.secretRef && !source.secretRef.namespace) errors.required(`${field}.secretRef.namespace`)
}

function validateAzureFile(source: AzureFilePersistentVolumeSource, field: string, errors: FieldErrors): void {
  network.validateAzureFile(source, field, errors)
  if (source.secretNamespace === '') errors.required(`${field}.secretNamespace`)
}

function validateLocal(source: LocalVolumeSource, field: string, errors: FieldErrors): void {
  if (source.path === '') errors.required(`${field}.path`)
  else validateNoBackstep(source.path, `${field}.path`, errors)
}

function validateStorageOs(source: StorageOSPersistentVolumeSource, field: string, errors: FieldErrors): void {
  const { secretRef, ...rest } = source
  network.validateStorageOs(rest, field, errors)
  if (!secretRef) return
  if (!secretRef.name) errors.required(`${field}.secretRef.name`)
  if (!secretRef.namespace) errors.required(`${field}.secretRef.namespace`)
}

const csiSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const

function validateCsi(source: CSIPersistentVolumeSource, field: string, errors: FieldErrors): void {
  network.validateCsi({ driver: source.driver }, field, errors)
  if (source.volumeHandle === '') errors.required(`${field}.volumeHandle`)
  for (const name of csiSecrets) {
    const secret = source[name]
    if (secret) validateSecret(secret, `${field}.${name}`, errors)
  }
}

// upstream: core/validation, validatePVSecretReference
function validateSecret({ name = '', namespace = '' }: SecretReference, at: string, errors: FieldErrors): void {
  if (name === '') errors.required(`${at}.name`)
  else reportEach(errors, isDns1123Subdomain(name), `${at}.name`, name)
  if (namespace === '') errors.required(`${at}.namespace`)
  else reportEach(errors, isDns1123Label(namespace), `${at}.namespace`, namespace)
}
