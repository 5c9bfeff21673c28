import { isLabelValue, isQualifiedName, type FieldErrors, type ObjectMeta } from '@pinnace/meta'
import { nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment, type ValidateName } from './names.ts'
import { refuseNewFinalizers, validateFinalizers, validateStandardFinalizers } from './validate-finalizers.ts'
import { validateManagedFields } from './validate-managed-fields.ts'
import { validateOwnerReferences } from './validate-owner-references.ts'

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
