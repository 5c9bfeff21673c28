import { parseQuantity, quantityValue, type FieldErrors } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeSpec } from '@pinnace/types/core-v1-volumes'
import { validateVolumeSource, volumeSourceNames } from './persistent-volume-sources.ts'
import { isPositiveAmount } from '../pod-spec/resources/quantities.ts'
import { validateAccessModes, validateClassName, volumeModes } from '../pod-spec/volumes/claim-template.ts'
import { validateNodeSelector } from '../pod-spec/scheduling/node-selector.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { sentences } from '../../validation/messages.ts'
import { goValue } from '../../go-values/go-value.ts'
import { emptiedMember } from '@pinnace/schema'

const reclaimPolicies = ['Delete', 'Recycle', 'Retain']

/** What a persistent volume is and how it may be used. */
export function validatePersistentVolume(next: PersistentVolume, rules: PodRules, errors: FieldErrors): void {
  const { spec = {}, metadata } = next
  validateVolumeSpec(spec, rules, { at: 'spec', name: metadata.name ?? '', isInline: false }, errors)
}

/** Where the spec of a volume stands. */
export interface VolumeSpecPlace {
  readonly at: string
  /** The name of the volume. */
  readonly name: string
  /** Whether it stands in another object, where only some of it may be said. */
  readonly isInline: boolean
}

/** The spec of a persistent volume. */
// upstream: core/validation, ValidatePersistentVolumeSpec
export function validateVolumeSpec(
  spec: PersistentVolumeSpec,
  rules: PodRules,
  { at, name, isInline }: VolumeSpecPlace,
  errors: FieldErrors,
): void {
  if (isInline) validateInlineParts(spec, at, errors)
  const modes = spec.accessModes ?? []
  if (modes.length === 0) errors.required(`${at}.accessModes`)
  validateAccessModes(modes, `${at}.accessModes`, errors)
  if (!isInline) validateCapacity(spec, `${at}.capacity`, errors)
  const { persistentVolumeReclaimPolicy: policy = '', nodeAffinity, volumeMode } = spec
  if (policy !== '') validateReclaimPolicy(policy, isInline, `${at}.persistentVolumeReclaimPolicy`, errors)
  if (isInline && nodeAffinity) errors.forbidden(`${at}.nodeAffinity`, notInline)
  else if (nodeAffinity?.required) validateNodeSelector(nodeAffinity.required, `${at}.nodeAffinity.required`, errors)
  else if (nodeAffinity) errors.required(`${at}.nodeAffinity.required`, 'must specify required node constraints')
  validateVolumeSource(spec, { rules, isPod: false, podName: name }, at, errors)
  if (spec.local && (isInline || !nodeAffinity) && isFirstSource(spec, 'local')) {
    errors.required(`${at}.nodeAffinity`, 'Local volume requires node affinity')
  }
  if (policy === 'Recycle' && isRoot(spec.hostPath?.path)) {
    errors.forbidden(`${at}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'")
  }
  if (isInline) {
    if (spec.storageClassName) errors.forbidden(`${at}.storageClassName`, notInline)
    if (volumeMode !== undefined && volumeMode !== 'Filesystem') {
      const detail = 'may not specify volumeMode other than Filesystem in the context of inline volumes'
      errors.forbidden(`${at}.volumeMode`, detail)
    }
    return
  }
  validateClassName(spec.storageClassName, `${at}.storageClassName`, errors)
  if (volumeMode !== undefined && !volumeModes.includes(volumeMode)) {
    errors.notSupported(`${at}.volumeMode`, volumeMode, volumeModes)
  }
  validateAttributesClass(spec, errors)
}

const notInline = 'may not be specified in the context of inline volumes'

function validateInlineParts({ claimRef, capacity, csi }: PersistentVolumeSpec, at: string, errors: FieldErrors): void {
  if (claimRef) errors.forbidden(`${at}.claimRef`, notInline)
  if (Object.keys(capacity ?? {}).length > 0) errors.forbidden(`${at}.capacity`, notInline)
  if (!csi) errors.required(`${at}.csi`, 'has to be specified in the context of inline volumes')
}

function validateReclaimPolicy(policy: string, isInline: boolean, field: string, errors: FieldErrors): void {
  if (isInline) {
    if (policy !== 'Retain') errors.forbidden(field, 'may only be Retain in the context of inline volumes')
  } else if (!reclaimPolicies.includes(policy)) errors.notSupported(field, policy, reclaimPolicies)
}

function validateCapacity(spec: PersistentVolumeSpec, at: string, errors: FieldErrors): void {
  const { capacity } = spec
  const amounts = Object.entries(capacity ?? {})
  const emptied = emptiedMember(spec, 'capacity')
  if (amounts.length === 0) errors.required(at)
  if (amounts.length !== 1 || amounts[0]?.[0] !== 'storage')
    errors.notSupported(at, goValue('map:quantity', capacity ?? emptied), ['storage'])
  for (const [name, amount] of amounts) {
    validateBasicAmount(amount, `${at}[${name}]`, errors)
    if (!isPositiveAmount(amount)) errors.invalid(`${at}[${name}]`, amount, sentences.positive)
  }
}

/** Refuses less than nothing. */
// upstream: core/validation, validateBasicResource – shown as a whole number.
export function validateBasicAmount(amount: string, field: string, errors: FieldErrors): void {
  const quantity = parseQuantity(amount)
  if (quantity === undefined || quantityValue(quantity) >= 0n) return
  errors.invalid(field, quantityValue(quantity), 'must be a valid resource quantity')
}

function validateAttributesClass(spec: PersistentVolumeSpec, errors: FieldErrors): void {
  const { volumeAttributesClassName: name } = spec
  if (name === undefined) return
  if (name === '') errors.required('spec.volumeAttributesClassName', 'an empty string is disallowed')
  else validateClassName(name, 'spec.volumeAttributesClassName', errors)
  if (!spec.csi) errors.required('spec.csi', 'has to be specified when using volumeAttributesClassName')
}

/** Whether no source that is validated earlier is set. */
function isFirstSource(spec: PersistentVolumeSpec, name: (typeof volumeSourceNames)[number]): boolean {
  return volumeSourceNames.find((source) => spec[source] !== undefined) === name
}

function isRoot(path: string | undefined): boolean {
  return path?.startsWith('/') === true && path.split('/').every((step) => /^\.{0,2}$/.test(step))
}
