import { isQualifiedName, type FieldErrors, type ObjectMeta } from '@pinnace/meta'

/** Adds what is wrong with the finalizers of an object. */
// upstream: apimachinery/pkg/api/validation/objectmeta.go, ValidateFinalizers
export function validateFinalizers(finalizers: ObjectMeta['finalizers'], path: string, errors: FieldErrors): void {
  if (finalizers === undefined) return
  for (const finalizer of finalizers) {
    for (const message of isQualifiedName(finalizer)) errors.invalid(path, finalizer, message)
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')
  }
}

/** Adds an error for each finalizer without a domain that is none of the standard ones; none where any may stand. */
// upstream: core/validation, the finalizers in ValidateObjectMeta and ValidateObjectMetaUpdate
export function validateStandardFinalizers(
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

/** Adds an error if an object that is being deleted gets a finalizer that it did not have. */
// upstream: apimachinery/pkg/api/validation/objectmeta.go, ValidateNoNewFinalizers
export function refuseNewFinalizers(next: ObjectMeta, live: ObjectMeta, path: string, errors: FieldErrors): void {
  const known = new Set(live.finalizers)
  const added = [...new Set(next.finalizers)].filter((finalizer) => !known.has(finalizer)).sort()
  if (added.length === 0) return
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ')
  errors.forbidden(
    path,
    `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
  )
}
