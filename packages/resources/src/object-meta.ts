import { isLabelValue, isQualifiedName, type FieldErrors, type ObjectMeta, type OwnerReference } from '@pinnace/meta'
import { nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment, type ValidateName } from './names.ts'

/** Options for {@link validateObjectMeta}. */
export interface ValidateObjectMetaOptions {
  readonly namespaced: boolean
  /** @default a DNS-1123 subdomain */
  readonly validateName?: ValidateName | undefined
  /** @default metadata */
  readonly path?: string
  /**
   * Finalizers that may stand without a domain, for the built-in kinds (the product word, beside the two the garbage
   * collector knows). Undefined for other kinds, where any may.
   */
  readonly productFinalizer?: string | undefined
}

/** All keys and values of the annotations of an object together. */
export const maxAnnotationBytes = 262_144

const maxFieldManagerBytes = 128
const maxSubresourceBytes = 256

/** Adds what is wrong with the metadata of an object to be created. */
// upstream: apimachinery/pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessor; core/validation, ValidateObjectMeta
export function validateObjectMeta(meta: ObjectMeta, options: ValidateObjectMetaOptions, errors: FieldErrors): void {
  const { validateName = nameIsDnsSubdomain, path = 'metadata' } = options
  if (meta.generateName !== undefined && meta.generateName !== '') {
    for (const message of validateName(meta.generateName, true)) {
      errors.invalid(`${path}.generateName`, meta.generateName, message)
    }
  }
  if (meta.name === undefined || meta.name === '') {
    errors.required(`${path}.name`, 'name or generateName is required')
  } else {
    for (const message of validateName(meta.name, false)) errors.invalid(`${path}.name`, meta.name, message)
  }
  const namespace = meta.namespace ?? ''
  if (!options.namespaced) {
    if (namespace !== '') errors.forbidden(`${path}.namespace`, 'not allowed on this type')
  } else if (namespace === '') {
    errors.required(`${path}.namespace`)
  } else {
    for (const message of nameIsDnsLabel(namespace, false)) errors.invalid(`${path}.namespace`, namespace, message)
  }
  if (meta.generation !== undefined && meta.generation < 0) {
    errors.invalid(`${path}.generation`, meta.generation, 'must be greater than or equal to 0')
  }
  validateLabels(meta.labels, `${path}.labels`, errors)
  validateAnnotations(meta.annotations, `${path}.annotations`, errors)
  validateOwnerReferences(meta.ownerReferences, `${path}.ownerReferences`, errors)
  validateFinalizers(meta.finalizers, `${path}.finalizers`, errors)
  validateManagedFields(meta, `${path}.managedFields`, errors)
  validateStandardFinalizers(meta.finalizers, options.productFinalizer, `${path}.finalizers`, errors)
}

/**
 * How often a kind validates metadata again, after the checks that all kinds have in common. A Status lists every error
 * of an update as often as it was found.
 */
export interface MetadataRules {
  /**
   * The checks the kind makes on update, in order: `create` holds the object to the rules of a new one, `update` compares
   * it with the stored one.
   */
  readonly onUpdate: readonly ('create' | 'update')[]
  /** Whether the kind validates the metadata of new objects; if not, their names are only path segments. @default true */
  readonly onCreate?: boolean
  /** Whether finalizers without a domain must be standard ones. */
  readonly standardFinalizers: boolean
}

/** The rules of custom resources. */
export const customMetadataRules: MetadataRules = { onUpdate: ['update'], standardFinalizers: false }

/** Options for {@link validateObjectMetaUpdate}. */
export interface ValidateObjectMetaUpdateOptions extends ValidateObjectMetaOptions {
  /** What the kind checks again. */
  readonly onUpdate: MetadataRules['onUpdate']
  /** What the kind checks before that. */
  readonly validateFirst?: ((errors: FieldErrors) => void) | undefined
  /** What the kind checks after the first of these checks. */
  readonly validateBetween?: ((errors: FieldErrors) => void) | undefined
}

/**
 * Adds what is wrong with a change of metadata, once for each time kube-apiserver finds it: what all kinds have in
 * common, then the checks of the kind. What the server fills when a client leaves it out (uid, timestamps) has been
 * filled before.
 */
// upstream: registry/rest/update.go, validateCommonFields, then the strategy's ValidateUpdate
export function validateObjectMetaUpdate(
  next: ObjectMeta,
  live: ObjectMeta,
  errors: FieldErrors,
  options: ValidateObjectMetaUpdateOptions,
): void {
  const { path = 'metadata', productFinalizer, onUpdate, validateFirst, validateBetween } = options
  const before = errors.list.length
  validateObjectMeta(next, { namespaced: options.namespaced, validateName: nameIsPathSegment, path }, errors)
  validateUpdate(next, live, path, errors)
  // The kinds know two rules more than what they repeat.
  const isGood = errors.list.length === before && (next.generateName ?? '') === '' && next.finalizers === undefined
  validateFirst?.(errors)
  for (const [place, check] of onUpdate.entries()) {
    if (place === 1) validateBetween?.(errors)
    if (isGood) continue
    if (check === 'create') validateObjectMeta(next, options, errors)
    else {
      validateUpdate(next, live, path, errors)
      validateStandardFinalizers(next.finalizers, productFinalizer, `${path}.finalizers`, errors)
    }
  }
}

// upstream: apimachinery/pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessorUpdate
function validateUpdate(next: ObjectMeta, live: ObjectMeta, path: string, errors: FieldErrors): void {
  if (live.deletionTimestamp !== undefined) refuseNewFinalizers(next, live, `${path}.finalizers`, errors)
  if (next.resourceVersion === undefined || next.resourceVersion === '') {
    errors.invalid(`${path}.resourceVersion`, '', 'must be specified for an update')
  }
  if ((next.generation ?? 0) < (live.generation ?? 0)) {
    errors.invalid(`${path}.generation`, next.generation ?? 0, 'must not be decremented')
  }
  for (const field of immutableFields) {
    if (next[field] !== live[field] && (next[field] ?? '') !== (live[field] ?? '')) {
      errors.invalid(`${path}.${field}`, next[field], 'field is immutable')
    }
  }
  validateLabels(next.labels, `${path}.labels`, errors)
  validateAnnotations(next.annotations, `${path}.annotations`, errors)
  validateOwnerReferences(next.ownerReferences, `${path}.ownerReferences`, errors)
  validateManagedFields(next, `${path}.managedFields`, errors)
}

const immutableFields = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

function refuseNewFinalizers(next: ObjectMeta, live: ObjectMeta, path: string, errors: FieldErrors): void {
  const known = new Set(live.finalizers)
  const added = [...new Set(next.finalizers)].filter((finalizer) => !known.has(finalizer)).sort()
  if (added.length === 0) return
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ')
  errors.forbidden(
    path,
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
  )
}

/** Adds what is wrong with a set of labels, or of anything spelled as labels are. */
export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined | null,
  path: string,
  errors: FieldErrors,
): void {
  if (labels === undefined || labels === null) return
  for (const [key, value] of Object.entries(labels)) {
    for (const message of isQualifiedName(key)) errors.invalid(path, key, message)
    for (const message of isLabelValue(value)) errors.invalid(path, value, message)
  }
}

/** Adds what is wrong with annotations: their keys, and their size together. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined | null,
  path: string,
  errors: FieldErrors,
): void {
  if (annotations === undefined || annotations === null) return
  let size = 0
  for (const [key, value] of Object.entries(annotations)) {
    // Case does not matter in the keys of annotations.
    for (const message of isQualifiedName(key.toLowerCase())) errors.invalid(path, key, message)
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (size > maxAnnotationBytes) errors.tooLong(path, maxAnnotationBytes)
}

function validateOwnerReferences(references: ObjectMeta['ownerReferences'], path: string, errors: FieldErrors): void {
  if (references === undefined) return
  let controller: string | undefined
  for (const reference of references) {
    validateOwnerReference(reference, path, errors)
    if (reference.controller !== true) continue
    const name = `${reference.kind}/${reference.name}`
    if (controller === undefined) {
      controller = name
      continue
    }
    errors.invalid(
      path,
      references,
      `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`,
    )
  }
}

function validateOwnerReference(reference: OwnerReference, path: string, errors: FieldErrors): void {
  const { group, version } = splitApiVersion(reference.apiVersion)
  if (version === '') errors.invalid(`${path}.apiVersion`, reference.apiVersion, 'version must not be empty')
  for (const field of ['kind', 'name', 'uid'] as const) {
    if (reference[field] === '') errors.invalid(`${path}.${field}`, '', 'must not be empty')
  }
  // Events expire, so the lifetime of another object must not depend on one.
  if (group === '' && version === 'v1' && reference.kind === 'Event') {
    errors.invalid(path, reference, '/v1, Kind=Event is disallowed from being an owner')
  }
}

// upstream: schema.FromAPIVersionAndKind – an apiVersion that cannot be parsed has neither group nor version.
function splitApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  if (slash === -1) return { group: '', version: apiVersion }
  if (apiVersion.includes('/', slash + 1)) return { group: '', version: '' }
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

function validateFinalizers(finalizers: ObjectMeta['finalizers'], path: string, errors: FieldErrors): void {
  if (finalizers === undefined) return
  for (const finalizer of finalizers) {
    for (const message of isQualifiedName(finalizer)) errors.invalid(path, finalizer, message)
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')
  }
}

// upstream: core/validation, the finalizers in ValidateObjectMeta and ValidateObjectMetaUpdate
function validateStandardFinalizers(
  finalizers: ObjectMeta['finalizers'],
  productFinalizer: string | undefined,
  path: string,
  errors: FieldErrors,
): void {
  if (finalizers === undefined || productFinalizer === undefined) return
  for (const [index, finalizer] of finalizers.entries()) {
    validateStandardFinalizer(finalizer, productFinalizer, `${path}[${index}]`, errors)
  }
}

/** Adds an error where a finalizer has no domain and is none of the standard ones. */
// upstream: core/validation, the check of finalizers without a domain
export function validateStandardFinalizer(
  finalizer: string,
  productFinalizer: string,
  path: string,
  errors: FieldErrors,
): void {
  if (finalizer.includes('/')) return
  if (finalizer === productFinalizer || finalizer === 'orphan' || finalizer === 'foregroundDeletion') return
  errors.invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')
}

function validateManagedFields({ managedFields }: ObjectMeta, path: string, errors: FieldErrors): void {
  managedFields?.forEach((entry, index) => {
    if (entry.operation !== 'Apply' && entry.operation !== 'Update') {
      errors.invalid(`${path}[${index}].operation`, entry.operation ?? '', 'must be `Apply` or `Update`')
    }
    if (entry.fieldsType !== undefined && entry.fieldsType !== '' && entry.fieldsType !== 'FieldsV1') {
      errors.invalid(`${path}[${index}].fieldsType`, entry.fieldsType, 'must be `FieldsV1`')
    }
    validateFieldManager(entry.manager ?? '', `${path}[${index}].manager`, errors)
    if (Buffer.byteLength(entry.subresource ?? '') > maxSubresourceBytes) {
      errors.tooLong(`${path}[${index}].subresource`, maxSubresourceBytes)
    }
  })
}

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/** Adds what is wrong with the name of a field manager. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager
function validateFieldManager(manager: string, path: string, errors: FieldErrors): void {
  if (Buffer.byteLength(manager) > maxFieldManagerBytes) errors.tooLong(path, maxFieldManagerBytes)
  let position = 0
  for (const character of manager) {
    if (!printable.test(character)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      errors.invalid(path, manager, `invalid character U+${code} (at position ${position})`)
    }
    position += Buffer.byteLength(character)
  }
}
