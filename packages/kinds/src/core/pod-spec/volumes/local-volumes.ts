import { isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
  KeyToPath,
  PersistentVolumeClaimVolumeSource,
  SecretVolumeSource,
} from '@pinnace/types/core-v1-volumes'
import { validateClaimTemplate } from './claim-template.ts'
import { fileFieldPaths, validateFieldReference, validateResourceReference } from './downward-api.ts'
import { validateDescendingPath, validateNoBackstep, validateOwnPath } from './relative-path.ts'
import { reportEach, validateFileMode } from '../../../validation/messages.ts'
import type { VolumePlace } from '../pod-rules.ts'

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]
const pullPolicies = ['Always', 'IfNotPresent', 'Never']

/** Scratch space. */
export function validateEmptyDir(source: EmptyDirVolumeSource, field: string, errors: FieldErrors): void {
  if (source.sizeLimit?.startsWith('-')) {
    errors.forbidden(`${field}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')
  }
}

/** A path of the node. */
export function validateHostPath(source: HostPathVolumeSource, field: string, errors: FieldErrors): void {
  if (source.path === '') return errors.required(`${field}.path`)
  validateNoBackstep(source.path, `${field}.path`, errors)
  if (source.type !== undefined && !hostPathTypes.includes(source.type)) {
    errors.notSupported(`${field}.type`, source.type, hostPathTypes)
  }
  return undefined
}

/** A repository, checked out. */
export function validateGitRepo(source: GitRepoVolumeSource, field: string, errors: FieldErrors): void {
  if (source.repository === '') errors.required(`${field}.repository`)
  if (source.directory) validateDescendingPath(source.directory, `${field}.directory`, errors)
}

/** The keys of a secret as files. */
export function validateSecretVolume(source: SecretVolumeSource, field: string, errors: FieldErrors): void {
  if (!source.secretName) errors.required(`${field}.secretName`)
  validateFileMode(source.defaultMode, field, 'defaultMode', errors)
  if (source.items) validateItems(source.items, field, errors)
}

/** The keys of a config map as files. */
export function validateConfigMapVolume(source: ConfigMapVolumeSource, field: string, errors: FieldErrors): void {
  if (!source.name) errors.required(`${field}.name`)
  validateFileMode(source.defaultMode, field, 'defaultMode', errors)
  if (source.items) validateItems(source.items, field, errors)
}

/** Which keys become which files; `at` is the source's path. */
// upstream: core/validation, validateKeyToPath
export function validateItems(items: readonly KeyToPath[], at: string, errors: FieldErrors): void {
  for (const [index, { key, path, mode }] of items.entries()) {
    const field = `${at}.items[${index}]`
    if (key === '') errors.required(`${field}.key`)
    if (path === '') errors.required(`${field}.path`)
    else validateOwnPath(path, `${field}.path`, errors)
    validateFileMode(mode, field, 'mode', errors)
  }
}

/** Fields of the pod as files. */
// upstream: core/validation, validateDownwardAPIVolumeSource – errors name the source, not the item.
export function validateDownwardApi(source: DownwardAPIVolumeSource, field: string, errors: FieldErrors): void {
  validateFileMode(source.defaultMode, field, 'defaultMode', errors)
  for (const file of source.items ?? []) validateDownwardFile(file, field, errors)
}

/** One file that holds a field of the pod; `at` is the source's path. */
// upstream: core/validation, validateDownwardAPIVolumeFile
export function validateDownwardFile(file: DownwardAPIVolumeFile, at: string, errors: FieldErrors): void {
  if (file.path === '') errors.required(`${at}.path`)
  else validateOwnPath(file.path, `${at}.path`, errors)
  if (file.fieldRef) {
    validateFieldReference(file.fieldRef, fileFieldPaths, `${at}.fieldRef`, errors)
    if (file.resourceFieldRef) {
      errors.invalid(at, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')
    }
  } else if (file.resourceFieldRef) {
    validateResourceReference(file.resourceFieldRef, true, `${at}.resourceFieldRef`, errors)
  } else {
    errors.required(at, 'one of fieldRef and resourceFieldRef is required')
  }
  validateFileMode(file.mode, at, 'mode', errors)
}

/** A claim of the same namespace. */
export function validateClaim(source: PersistentVolumeClaimVolumeSource, field: string, errors: FieldErrors): void {
  if (source.claimName === '') errors.required(`${field}.claimName`)
}

/** A claim made for the pod, and named after it. */
// upstream: core/validation, validateEphemeralVolumeSource – an impossible claim name is the volume name's fault.
export function validateEphemeral(
  source: EphemeralVolumeSource,
  field: string,
  errors: FieldErrors,
  { name, context }: VolumePlace,
): void {
  if (!source.volumeClaimTemplate) errors.required(`${field}.volumeClaimTemplate`)
  else validateClaimTemplate(source.volumeClaimTemplate, context.rules, `${field}.volumeClaimTemplate`, errors)
  if (context.podName === '' || name === '') return
  const claimName = `${context.podName}-${name}`
  const at = `${field.slice(0, -'.ephemeral'.length)}.name`
  const messages = isDns1123Subdomain(claimName).map((message) => `PVC name ${JSON.stringify(claimName)}: ${message}`)
  reportEach(errors, messages, at, name)
}

/** An image mounted read-only. */
// upstream: core/validation, validateImageVolumeSource – a template may leave the reference to be filled in.
export function validateImage(
  source: ImageVolumeSource,
  field: string,
  errors: FieldErrors,
  { context }: VolumePlace,
): void {
  if (context.isPod && !source.reference) errors.required(`${field}.reference`)
  const { pullPolicy } = source
  if (!pullPolicy) errors.required(`${field}.pullPolicy`)
  else if (!pullPolicies.includes(pullPolicy)) errors.notSupported(`${field}.pullPolicy`, pullPolicy, pullPolicies)
}
