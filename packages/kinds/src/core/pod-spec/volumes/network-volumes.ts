import { isDns1123Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CSIVolumeSource,
  CephFSVolumeSource,
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  Volume,
  VsphereVirtualDiskVolumeSource,
} from '@pinnace/types/core-v1-volumes'
import { inclusiveRange, reportEach } from '../../../validation/messages.ts'
import type { VolumePlace } from '../pod-rules.ts'

// Sources on the network, most of them of plugins long gone: the wire still has them.
// upstream: core/validation, validate…VolumeSource

const cachingModes = ['None', 'ReadOnly', 'ReadWrite']
const diskKinds = ['Dedicated', 'Managed', 'Shared']
const managedDiskUri = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const blobDiskUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'
const hostPorts = 'must be a host:port pair or multiple pairs separated by commas'
const initiatorForms: readonly (readonly [string, RegExp])[] = [
  ['iqn', /^iqn\.\d{4}-\d{2}\.([a-zA-Z0-9.-]+)(:[^,;*&$|\s]+)$/],
  ['eui', /^eui.[a-zA-Z0-9]{16}$/],
  ['naa', /^naa.[a-zA-Z0-9]{32}$/],
]

export function validateGcePersistentDisk(
  source: GCEPersistentDiskVolumeSource,
  field: string,
  errors: FieldErrors,
): void {
  if (source.pdName === '') errors.required(`${field.replace(/gcePersistentDisk$/, 'persistentDisk')}.pdName`)
  validatePartition(source.partition, field.replace(/gcePersistentDisk$/, 'persistentDisk'), errors)
}

export function validateDisk(source: AWSElasticBlockStoreVolumeSource, field: string, errors: FieldErrors): void {
  if (source.volumeID === '') errors.required(`${field}.volumeID`)
  validatePartition(source.partition, field, errors)
}

function validatePartition(partition: number | undefined, at: string, errors: FieldErrors): void {
  if (partition !== undefined && (partition < 0 || partition > 255)) {
    errors.invalid(`${at}.partition`, partition, inclusiveRange(1, 255))
  }
}

export function validateNfs(source: NFSVolumeSource, field: string, errors: FieldErrors): void {
  if (source.server === '') errors.required(`${field}.server`)
  if (source.path === '') errors.required(`${field}.path`)
  if (!source.path.startsWith('/')) errors.invalid(`${field}.path`, source.path, 'must be an absolute path')
}

export function validateIscsi(source: ISCSIVolumeSource, field: string, errors: FieldErrors, volume: Volume): void {
  const { targetPortal, iqn, lun, initiatorName } = source
  if (targetPortal === '') errors.required(`${field}.targetPortal`)
  if (iqn === '') errors.required(`${field}.iqn`)
  else validateInitiator(iqn, `${field}.iqn`, errors)
  if (lun < 0 || lun > 255) errors.invalid(`${field}.lun`, lun, inclusiveRange(0, 255))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) errors.required(`${field}.secretRef`)
  if (initiatorName === undefined) return
  validateInitiator(initiatorName, `${field}.initiatorname`, errors)
  if (`${volume.name}:${targetPortal}`.length > 64) {
    const problem =
      'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'
    errors.invalid(`${field.slice(0, -'.iscsi'.length)}.name`, volume.name, problem)
  }
}

function validateInitiator(name: string, field: string, errors: FieldErrors): void {
  if (isInitiator(name)) return
  const isKnown = initiatorForms.some(([prefix]) => name.startsWith(prefix))
  errors.invalid(field, name, isKnown ? 'must be valid format' : 'must be valid format starting with iqn, eui, or naa')
}

/** Whether a text names an initiator or a target in one of the three ways there are. */
export function isInitiator(name: string): boolean {
  return initiatorForms.some(([prefix, form]) => name.startsWith(prefix) && form.test(name))
}

export function validateGlusterfs(source: GlusterfsVolumeSource, field: string, errors: FieldErrors): void {
  if (source.endpoints === '') errors.required(`${field}.endpoints`)
  if (source.path === '') errors.required(`${field}.path`)
}

export function validateFlocker(source: FlockerVolumeSource, field: string, errors: FieldErrors): void {
  const { datasetName = '', datasetUUID = '' } = source
  if (datasetName === '' && datasetUUID === '') {
    errors.required(field, 'one of datasetName and datasetUUID is required')
  }
  if (datasetName !== '' && datasetUUID !== '') {
    errors.invalid(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')
  }
  if (datasetName.includes('/')) errors.invalid(`${field}.datasetName`, datasetName, "must not contain '/'")
}

export function validateRbd(source: RBDVolumeSource, field: string, errors: FieldErrors): void {
  if (!source.monitors?.length) errors.required(`${field}.monitors`)
  if (source.image === '') errors.required(`${field}.image`)
}

export function validateCinder(source: CinderVolumeSource, field: string, errors: FieldErrors): void {
  if (source.volumeID === '') errors.required(`${field}.volumeID`)
  if (source.secretRef && !source.secretRef.name) errors.required(`${field}.secretRef.name`)
}

export function validateCephFs(source: CephFSVolumeSource, field: string, errors: FieldErrors): void {
  if (!source.monitors?.length) errors.required(`${field}.monitors`)
}

export function validateQuobyte(source: QuobyteVolumeSource, field: string, errors: FieldErrors): void {
  if (source.registry === '') {
    errors.required(`${field}.registry`, hostPorts)
  } else if ((source.tenant ?? '').length >= 65) {
    errors.required(`${field}.tenant`, 'must be a UUID and may not exceed a length of 64 characters')
  } else {
    for (const pair of source.registry.split(',')) {
      if (!isHostPort(pair)) errors.invalid(`${field}.registry`, source.registry, hostPorts)
    }
  }
  if (source.volume === '') errors.required(`${field}.volume`)
}

function isHostPort(pair: string): boolean {
  const colon = pair.lastIndexOf(':')
  if (colon === -1) return false
  const host = pair.slice(0, colon)
  return host.startsWith('[') ? host.endsWith(']') : !/[:[\]]/.test(host)
}

export function validateFibreChannel(source: FCVolumeSource, field: string, errors: FieldErrors): void {
  const { targetWWNs = [], wwids = [], lun } = source
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.required(`${field}.targetWWNs`, 'must specify either targetWWNs or wwids, but not both')
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const problem = 'targetWWNs and wwids can not be specified simultaneously'
    errors.invalid(`${field}.targetWWNs`, targetWWNs, problem)
  }
  if (targetWWNs.length === 0) return
  if (lun === undefined) errors.required(`${field}.lun`, 'lun is required if targetWWNs is specified')
  else if (lun < 0 || lun > 255) errors.invalid(`${field}.lun`, lun, inclusiveRange(0, 255))
}

export function validateFlex(
  source: FlexVolumeSource,
  field: string,
  errors: FieldErrors,
  { context }: VolumePlace,
): void {
  if (source.driver === '') errors.required(`${field}.driver`)
  const domains = context.rules.reservedDomains
  for (const key of Object.keys(source.options ?? {})) {
    const [prefix = ''] = key.split('/', 1)
    const namespace = `.${prefix.toLowerCase()}`
    if (domains.some((domain) => namespace.endsWith(`.${domain}`))) {
      errors.invalid(`${field}.options[${key}]`, key, `${domains.join(' and ')} namespaces are reserved`)
    }
  }
}

export function validateAzureFile(source: AzureFileVolumeSource, field: string, errors: FieldErrors): void {
  if (source.secretName === '') errors.required(`${field}.secretName`)
  if (source.shareName === '') errors.required(`${field}.shareName`)
}

export function validateAzureDisk(source: AzureDiskVolumeSource, field: string, errors: FieldErrors): void {
  const { diskName, diskURI, cachingMode, kind } = source
  if (diskName === '') errors.required(`${field}.diskName`)
  if (diskURI === '') errors.required(`${field}.diskURI`)
  if (cachingMode !== undefined && !cachingModes.includes(cachingMode)) {
    errors.notSupported(`${field}.cachingMode`, cachingMode, cachingModes)
  }
  if (kind === undefined) return
  if (!diskKinds.includes(kind)) errors.notSupported(`${field}.kind`, kind, diskKinds)
  if (kind === 'Managed') {
    if (!diskURI.startsWith('/subscriptions/')) errors.notSupported(`${field}.diskURI`, diskURI, [managedDiskUri])
  } else if (!diskURI.startsWith('https://')) {
    errors.notSupported(`${field}.diskURI`, diskURI, [blobDiskUri])
  }
}

export function validateVsphere(source: VsphereVirtualDiskVolumeSource, field: string, errors: FieldErrors): void {
  if (source.volumePath === '') errors.required(`${field}.volumePath`)
}

export function validatePhoton(source: PhotonPersistentDiskVolumeSource, field: string, errors: FieldErrors): void {
  if (source.pdID === '') errors.required(`${field}.pdID`)
}

export function validatePortworx(source: PortworxVolumeSource, field: string, errors: FieldErrors): void {
  if (source.volumeID === '') errors.required(`${field}.volumeID`)
}

export function validateScaleIo(source: ScaleIOVolumeSource, field: string, errors: FieldErrors): void {
  if (source.gateway === '') errors.required(`${field}.gateway`)
  if (source.system === '') errors.required(`${field}.system`)
  if (!source.volumeName) errors.required(`${field}.volumeName`)
}

export function validateStorageOs(source: StorageOSVolumeSource, field: string, errors: FieldErrors): void {
  const { volumeName, volumeNamespace, secretRef } = source
  if (!volumeName) errors.required(`${field}.volumeName`)
  else reportEach(errors, isDns1123Label(volumeName), `${field}.volumeName`, volumeName)
  if (volumeNamespace) reportEach(errors, isDns1123Label(volumeNamespace), `${field}.volumeNamespace`, volumeNamespace)
  if (secretRef && !secretRef.name) errors.required(`${field}.secretRef.name`)
}

export function validateCsi(source: CSIVolumeSource, field: string, errors: FieldErrors): void {
  const { driver, nodePublishSecretRef } = source
  validateDriverName(driver, `${field}.driver`, errors)
  if (!nodePublishSecretRef) return
  const { name } = nodePublishSecretRef
  if (!name) errors.required(`${field}.nodePublishSecretRef.name`)
  else reportEach(errors, isDns1123Subdomain(name), `${field}.name`, name)
}

/** The name of a CSI driver; it may have upper case letters. */
// upstream: core/validation, ValidateCSIDriverName
export function validateDriverName(driver: string, field: string, errors: FieldErrors): void {
  if (driver === '') return errors.required(field)
  if (driver.length > 63) errors.tooLong(field, 63)
  return reportEach(errors, isDns1123Subdomain(driver.toLowerCase()), field, driver)
}
