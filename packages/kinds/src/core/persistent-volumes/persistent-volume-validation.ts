import { parseQuantity, quantityValue, type FieldErrors } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeSpec } from '@pinnace/types/core-v1-volumes'
import { validateVolumeSource } from './persistent-volume-sources.ts'
import { isPositiveAmount } from '../pod-spec/resources/quantities.ts'
import { validateAccessModes, validateClassName, volumeModes } from '../pod-spec/volumes/claim-template.ts'
import { validateNodeSelector } from '../pod-spec/scheduling/node-selector.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { sentences } from '../../validation/messages.ts'

const reclaimPolicies = ['Delete', 'Recycle', 'Retain']

/** What a persistent volume is and how it may be used. */
// upstream: core/validation, ValidatePersistentVolumeSpec
export function validatePersistentVolume(next: PersistentVolume, rules: PodRules, errors: FieldErrors): void {
  const { spec = {} } = next
  const modes = spec.accessModes ?? []
  if (modes.length === 0) errors.required('spec.accessModes')
  validateAccessModes(modes, 'spec.accessModes', errors)
  validateCapacity(spec.capacity, 'spec.capacity', errors)
  const { persistentVolumeReclaimPolicy: policy = '', nodeAffinity, volumeMode } = spec
  if (policy !== '' && !reclaimPolicies.includes(policy)) {
    errors.notSupported('spec.persistentVolumeReclaimPolicy', policy, reclaimPolicies)
  }
  if (nodeAffinity?.required) validateNodeSelector(nodeAffinity.required, 'spec.nodeAffinity.required', errors)
  else if (nodeAffinity) errors.required('spec.nodeAffinity.required', 'must specify required node constraints')
  validateVolumeSource(spec, { rules, isPod: false, podName: next.metadata.name ?? '' }, 'spec', errors)
  if (spec.local && !nodeAffinity) errors.required('spec.nodeAffinity', 'Local volume requires node affinity')
  if (policy === 'Recycle' && isRoot(spec.hostPath?.path)) {
    errors.forbidden('spec.persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")
  }
  validateClassName(spec.storageClassName, 'spec.storageClassName', errors)
  if (volumeMode !== undefined && !volumeModes.includes(volumeMode)) {
    errors.notSupported('spec.volumeMode', volumeMode, volumeModes)
  }
  validateAttributesClass(spec, errors)
}

function validateCapacity(capacity: PersistentVolumeSpec['capacity'], at: string, errors: FieldErrors): void {
  const amounts = Object.entries(capacity ?? {})
  if (amounts.length === 0) errors.required(at)
  if (amounts.length !== 1 || amounts[0]?.[0] !== 'storage') errors.notSupported(at, capacity, ['storage'])
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

function isRoot(path: string | undefined): boolean {
  return path?.startsWith('/') === true && path.split('/').every((step) => /^\.{0,2}$/.test(step))
}
