import type { FieldErrors } from '@pinnace/meta'
import type { VolumeDevice, VolumeMount } from '@pinnace/types/core-v1-containers'
import type { Volume } from '@pinnace/types/core-v1-volumes'
import { hasBackstep, validateDescendingPath } from './relative-path.ts'
import type { AnyContainer } from '../containers/visit-containers.ts'

const propagations = ['Bidirectional', 'HostToContainer', 'None']
const recursiveModes = ['Disabled', 'Enabled', 'IfPossible']
const none: readonly never[] = []

/** Finds a volume of the pod by name; one pass over short lists, a map for long ones. */
export type VolumeLookup = (name: string) => Volume | undefined

/** A {@link VolumeLookup} over the volumes that were found valid. */
export function createVolumeLookup(volumes: readonly Volume[]): VolumeLookup {
  if (volumes.length <= 8) {
    return (name) => {
      for (const volume of volumes) if (volume.name === name) return volume
      return undefined
    }
  }
  const byName = new Map(volumes.map((volume) => [volume.name, volume]))
  return (name) => byName.get(name)
}

/** Mounts and devices of one container; `at` is the container's path. */
export function validateMountsAndDevices(
  container: AnyContainer,
  find: VolumeLookup,
  at: string,
  errors: FieldErrors,
): void {
  const mounts = container.volumeMounts ?? none
  const devices = container.volumeDevices ?? none
  if (mounts.length > 0) validateMounts(mounts, at, errors, { devices, container, find })
  if (devices.length > 0) validateDevices(devices, at, errors, { mounts, find })
}

// upstream: core/validation, ValidateVolumeMounts – errors about sub paths, propagation and recursion name the list.
function validateMounts(
  mounts: readonly VolumeMount[],
  at: string,
  errors: FieldErrors,
  {
    devices,
    container,
    find,
  }: { readonly devices: readonly VolumeDevice[]; readonly container: AnyContainer; readonly find: VolumeLookup },
): void {
  const paths = mounts.length > 1 ? new Set<string>() : undefined
  const deviceNames = devices.length > 0 ? new Set(devices.map(({ name }) => name)) : undefined
  const devicePaths = devices.length > 0 ? new Set(devices.map(({ devicePath }) => devicePath)) : undefined
  for (const [index, mount] of mounts.entries()) {
    const { name, mountPath, subPath, subPathExpr } = mount
    const volume = find(name)
    if (name === '') errors.required(`${at}.volumeMounts[${index}].name`)
    if (volume === undefined) errors.notFound(`${at}.volumeMounts[${index}].name`, name)
    if (mountPath === '') errors.required(`${at}.volumeMounts[${index}].mountPath`)
    if (paths?.has(mountPath)) errors.invalid(`${at}.volumeMounts[${index}].mountPath`, mountPath, 'must be unique')
    paths?.add(mountPath)
    if (deviceNames?.has(name)) {
      errors.invalid(`${at}.volumeMounts[${index}].name`, name, 'must not already exist in volumeDevices')
    }
    if (devicePaths?.has(mountPath)) {
      const problem = 'must not already exist as a path in volumeDevices'
      errors.invalid(`${at}.volumeMounts[${index}].mountPath`, mountPath, problem)
    }
    if (subPath) validateDescendingPath(subPath, `${at}.volumeMounts.subPath`, errors)
    if (subPathExpr) {
      if (subPath) {
        const problem = 'subPathExpr and subPath are mutually exclusive'
        errors.invalid(`${at}.volumeMounts[${index}].subPathExpr`, subPathExpr, problem)
      }
      validateDescendingPath(subPathExpr, `${at}.volumeMounts.subPathExpr`, errors)
    }
    if (mount.mountPropagation !== undefined) validatePropagation(mount.mountPropagation, container, at, errors)
    if (mount.recursiveReadOnly !== undefined) validateRecursion(mount, at, errors)
  }
}

// upstream: core/validation, validateMountPropagation
function validatePropagation(propagation: string, container: AnyContainer, at: string, errors: FieldErrors): void {
  const field = `${at}.volumeMounts.mountPropagation`
  if (!propagations.includes(propagation)) errors.notSupported(field, propagation, propagations)
  if (propagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
    errors.forbidden(field, 'Bidirectional mount propagation is available only to privileged containers')
  }
}

// upstream: core/validation, validateMountRecursiveReadOnly
function validateRecursion(mount: VolumeMount, at: string, errors: FieldErrors): void {
  const field = `${at}.volumeMounts.recursiveReadOnly`
  const mode = mount.recursiveReadOnly
  if (mode === undefined || mode === 'Disabled') return
  if (!recursiveModes.includes(mode)) return errors.notSupported(field, mode, recursiveModes)
  if (!mount.readOnly) errors.forbidden(field, 'may only be specified when readOnly is true')
  if (mount.mountPropagation !== undefined && mount.mountPropagation !== 'None') {
    errors.forbidden(field, 'may only be specified when mountPropagation is None or not specified')
  }
}

// upstream: core/validation, ValidateVolumeDevices
function validateDevices(
  devices: readonly VolumeDevice[],
  at: string,
  errors: FieldErrors,
  { mounts, find }: { readonly mounts: readonly VolumeMount[]; readonly find: VolumeLookup },
): void {
  const names = new Set<string>()
  const paths = new Set<string>()
  const mountNames = new Set(mounts.map(({ name }) => name))
  const mountPaths = new Set(mounts.map(({ mountPath }) => mountPath))
  for (const [index, { name, devicePath }] of devices.entries()) {
    const field = `${at}.volumeDevices[${index}]`
    const volume = find(name)
    if (name === '') errors.required(`${field}.name`)
    if (names.has(name)) errors.invalid(`${field}.name`, name, 'must be unique')
    if (volume === undefined) {
      errors.notFound(`${field}.name`, name)
    } else if (!volume.persistentVolumeClaim && !volume.ephemeral) {
      const problem = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
      errors.invalid(`${field}.name`, name, problem)
    }
    if (devicePath === '') errors.required(`${field}.devicePath`)
    if (paths.has(devicePath)) errors.invalid(`${field}.devicePath`, devicePath, 'must be unique')
    if (hasBackstep(devicePath)) errors.invalid(`${field}.devicePath`, devicePath, "can not contain backsteps ('..')")
    else paths.add(devicePath)
    if (mountNames.has(name)) errors.invalid(`${field}.name`, name, 'must not already exist in volumeMounts')
    if (mountPaths.has(devicePath)) {
      errors.invalid(`${field}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')
    }
    if (name !== '') names.add(name)
  }
}
