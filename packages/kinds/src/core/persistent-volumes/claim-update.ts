import { isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@pinnace/types/core-v1-volumes'
import { compareAmounts } from '../pod-spec/resources/quantities.ts'
import { sentences } from '../../validation/messages.ts'
import { goDiff } from '../../go-values/go-value.ts'

const changeable = 'resources.requests and volumeAttributesClassName for bound claims'
const sizeField = 'spec.resources.requests.storage'
const classField = 'spec.volumeAttributesClassName'

/** What a claim keeps: everything, but that it may be bound once, and grow when it is. */
// upstream: core/validation, ValidatePersistentVolumeClaimUpdate
export function validateClaimChange(
  next: PersistentVolumeClaim,
  live: PersistentVolumeClaim,
  labelDomain: string,
  errors: FieldErrors,
): void {
  const { spec = {} } = next
  const { spec: stored = {} } = live
  const masked = mask(next, live, labelDomain, errors)
  const before = { ...stored, volumeName: stored.volumeName || spec.volumeName }
  if (!isSemanticEqual(masked, before)) {
    const diff = goDiff('core.v1.PersistentVolumeClaimSpec', before, masked)
    errors.forbidden('spec', `spec is immutable after creation except ${changeable}\n${diff}`)
  }
  validateSize(next, live, errors)
  // upstream: reported outside the spec.
  if (spec.volumeMode !== stored.volumeMode) errors.invalid('volumeMode', spec.volumeMode, sentences.immutable)
  if (stored.volumeAttributesClassName === undefined) return
  if (spec.volumeAttributesClassName === undefined) {
    errors.forbidden(classField, 'update from non-nil value to nil is forbidden')
  } else if (spec.volumeAttributesClassName === '' && stored.volumeAttributesClassName !== '') {
    errors.forbidden(classField, 'update from non-nil value to an empty string is forbidden')
  }
}

/** The spec as if what may change had not. */
function mask(
  next: PersistentVolumeClaim,
  live: PersistentVolumeClaim,
  labelDomain: string,
  errors: FieldErrors,
): PersistentVolumeClaimSpec {
  const { spec = {}, status } = next
  const { spec: stored = {} } = live
  const masked = { ...spec } as { -readonly [K in keyof PersistentVolumeClaimSpec]: PersistentVolumeClaimSpec[K] }
  if (mayNameClass(next, live, labelDomain, errors)) delete masked.storageClassName
  if (status?.phase !== 'Bound') return masked
  const size = stored.resources?.requests?.['storage']
  if (spec.resources?.requests && size !== undefined) {
    masked.resources = { ...spec.resources, requests: { ...spec.resources.requests, storage: size } }
  }
  if (spec.volumeAttributesClassName !== undefined) {
    if (stored.volumeAttributesClassName === undefined) delete masked.volumeAttributesClassName
    else masked.volumeAttributesClassName = stored.volumeAttributesClassName
  }
  return masked
}

/** Whether a claim without a class gets one: that of its annotation, or any where it has none. */
// upstream: core/validation, validateStorageClassUpgradeFromAnnotation and validateStorageClassUpgradeFromNil
function mayNameClass(
  next: PersistentVolumeClaim,
  live: PersistentVolumeClaim,
  labelDomain: string,
  errors: FieldErrors,
): boolean {
  const key = `volume.beta.${labelDomain}/storage-class`
  const before = live.metadata.annotations?.[key]
  const after = next.metadata.annotations?.[key]
  const name = next.spec?.storageClassName
  const isNew = live.spec?.storageClassName === undefined && name !== undefined
  if (isNew && name === before && (after === undefined || after === before)) return true
  if ((before ?? '') !== (after ?? '')) errors.invalid(`metadata.annotations.${key}`, after ?? '', sentences.immutable)
  return isNew && (before === undefined || before === name)
}

function validateSize(next: PersistentVolumeClaim, live: PersistentVolumeClaim, errors: FieldErrors): void {
  const before = live.spec?.resources?.requests?.['storage'] ?? '0'
  const after = next.spec?.resources?.requests?.['storage'] ?? '0'
  if (compareAmounts(after, before) >= 0) return
  // Less may be asked for again where more could not be had, and no less than there is.
  const capacity = live.status?.capacity?.['storage'] ?? '0'
  if (compareAmounts(after, capacity) <= 0) errors.forbidden(sizeField, 'field can not be less than status.capacity')
}
