import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { validateBasicAmount } from './persistent-volume-validation.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { reportEach } from '../../validation/messages.ts'
import { validateQuantity } from '../pod-spec/resources/resources.ts'

const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
]

/** What is said of a claim: what it has, and how far a resize has come. */
// upstream: core/validation, ValidatePersistentVolumeClaimStatusUpdate
export function validateClaimStatus(next: PersistentVolumeClaim, rules: PodRules, errors: FieldErrors): void {
  const { spec = {}, status = {} } = next
  if ((spec.accessModes ?? []).length === 0) errors.required('Spec.accessModes')
  for (const [name, amount] of Object.entries(status.capacity ?? {})) {
    validateBasicAmount(amount, `status.capacity[${name}]`, errors)
  }
  const statusField = 'status.allocatedResourceStatuses'
  for (const [name, value] of Object.entries(status.allocatedResourceStatuses ?? {})) {
    validateResourceKey(name, rules, statusField, errors)
    // upstream: what is shown is the resource, not its status.
    if (!resizeStatuses.includes(value)) errors.notSupported(statusField, name, resizeStatuses)
  }
  for (const [name, amount] of Object.entries(status.allocatedResources ?? {})) {
    if (!validateResourceKey(name, rules, 'status.allocatedResources', errors)) continue
    const field = `status.allocatedResources[${name}]`
    const count = errors.list.length
    validateBasicAmount(amount, field, errors)
    if (errors.list.length === count) validateQuantity(amount, () => field, errors, { name: 'storage', rules })
  }
}

// upstream: core/validation, validatePersistentVolumeClaimResourceKey
function validateResourceKey(name: string, rules: PodRules, field: string, errors: FieldErrors): boolean {
  const messages = isQualifiedName(name)
  reportEach(errors, messages, field, name)
  if (messages.length > 0) return false
  const isNative = !name.includes('/') || name.includes(rules.nativeResourcePrefix)
  if (!isNative || name === 'storage') return true
  errors.notSupported(field, name, ['storage'])
  return false
}
