import { isDns1123Label, isDns1123Subdomain, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate } from '@pinnace/types/core-v1-volumes'
import type { TypedObjectReference } from '@pinnace/types/core-v1-references'
import { isPositiveAmount } from '../resources/quantities.ts'
import type { PodRules } from '../pod-rules.ts'
import { reportEach, sentences } from '../../../validation/messages.ts'
import { validateTemplateMetadata } from '../../../validation/template-metadata.ts'
import { validateQuantity } from '../resources/resources.ts'

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
/** What a volume can be to a pod. */
export const volumeModes: readonly string[] = ['Block', 'Filesystem']
const defaultGroupKind = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"

/** A claim to be made later: labels, annotations and a spec, and nothing else of its metadata. */
// upstream: core/validation, ValidatePersistentVolumeClaimTemplate
export function validateClaimTemplate(
  template: PersistentVolumeClaimTemplate,
  rules: PodRules,
  at: string,
  errors: FieldErrors,
): void {
  validateTemplateMetadata(template.metadata ?? {}, `${at}.metadata`, errors)
  validateClaimSpec(template.spec, `${at}.spec`, errors, { rules })
}

/** What a claim asks for; with `anyApiGroup` the groups of its data sources are not looked at. */
// upstream: core/validation, ValidatePersistentVolumeClaimSpec
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  at: string,
  errors: FieldErrors,
  { rules, anyApiGroup = false }: { readonly rules: PodRules; readonly anyApiGroup?: boolean },
): void {
  const modes = spec.accessModes ?? []
  if (modes.length === 0) errors.required(`${at}.accessModes`, 'at least 1 access mode is required')
  if (spec.selector) validateLabelSelector(spec.selector, `${at}.selector`, errors)
  validateAccessModes(modes, `${at}.accessModes`, errors)
  const storage = spec.resources?.requests?.['storage']
  if (storage === undefined) errors.required(`${at}.resources[storage]`)
  else if (!isPositiveAmount(storage)) {
    errors.invalid(`${at}.resources[storage]`, storage, sentences.positive)
  } else {
    validateQuantity(storage, () => `${at}.resources[storage]`, errors, { name: 'storage', rules })
  }
  validateClassName(spec.storageClassName, `${at}.storageClassName`, errors)
  if (spec.volumeMode !== undefined && !volumeModes.includes(spec.volumeMode)) {
    errors.notSupported(`${at}.volumeMode`, spec.volumeMode, volumeModes)
  }
  validateDataSources(spec, anyApiGroup, at, errors)
  validateClassName(spec.volumeAttributesClassName, `${at}.volumeAttributesClassName`, errors)
}

/** Known modes, of which ReadWriteOncePod stands alone. */
export function validateAccessModes(modes: readonly string[], field: string, errors: FieldErrors): void {
  for (const mode of modes) if (!accessModes.includes(mode)) errors.notSupported(field, mode, accessModes)
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode))
  if (modes.includes('ReadWriteOncePod') && others) {
    errors.forbidden(field, 'may not use ReadWriteOncePod with other access modes')
  }
}

function validateDataSources(
  spec: PersistentVolumeClaimSpec,
  anyApiGroup: boolean,
  at: string,
  errors: FieldErrors,
): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource) validateDataSource(dataSource, anyApiGroup, `${at}.dataSource`, errors)
  if (dataSourceRef) {
    validateDataSource(dataSourceRef, anyApiGroup, `${at}.dataSourceRef`, errors)
    const { namespace } = dataSourceRef
    if (namespace) reportEach(errors, isDns1123Label(namespace), `${at}.dataSourceRef.namespace`, namespace)
  }
  if (!dataSource || !dataSourceRef) return
  if (dataSourceRef.namespace) {
    // upstream: a path is printed in place of the value, which gives {}.
    errors.invalid(at, {}, 'may not be specified when dataSourceRef.namespace is specified')
  } else if (
    (dataSource.apiGroup ?? '') !== (dataSourceRef.apiGroup ?? '') ||
    dataSource.kind !== dataSourceRef.kind ||
    dataSource.name !== dataSourceRef.name
  ) {
    errors.invalid(at, {}, 'must match dataSourceRef')
  }
}

function validateDataSource(
  source: TypedObjectReference,
  anyApiGroup: boolean,
  field: string,
  errors: FieldErrors,
): void {
  const { name, kind } = source
  // Absent is written as null here.
  const apiGroup = source.apiGroup ?? ''
  if (name === '') errors.required(`${field}.name`)
  if (kind === '') errors.required(`${field}.kind`)
  if (apiGroup === '') {
    if (kind !== 'PersistentVolumeClaim') errors.invalid(field, kind, defaultGroupKind)
  } else if (!anyApiGroup) {
    reportEach(errors, isDns1123Subdomain(apiGroup), `${field}.apiGroup`, apiGroup)
  }
}

/** A class named, or none. */
export function validateClassName(name: string | undefined, field: string, errors: FieldErrors): void {
  if (name) reportEach(errors, isDns1123Subdomain(name), field, name)
}
