import type { FieldErrors } from '@pinnace/meta'

/** Whether `..` is one of the path's elements. */
export function hasBackstep(path: string): boolean {
  return path.includes('..') && path.split('/').includes('..')
}

/** Refuses `..` elements. */
// upstream: core/validation, validatePathNoBacksteps
export function validateNoBackstep(path: string, field: string, errors: FieldErrors): void {
  if (hasBackstep(path)) errors.invalid(field, path, "must not contain '..'")
}

/** Refuses absolute paths and `..` elements. */
// upstream: core/validation, validateLocalDescendingPath
export function validateDescendingPath(path: string, field: string, errors: FieldErrors): void {
  if (path.startsWith('/')) errors.invalid(field, path, 'must be a relative path')
  validateNoBackstep(path, field, errors)
}

/** As {@link validateDescendingPath}, and refuses a first element that starts with `..`. */
// upstream: core/validation, ValidateLocalNonReservedPath
export function validateOwnPath(path: string, field: string, errors: FieldErrors): void {
  validateDescendingPath(path, field, errors)
  if (path.startsWith('..') && !path.startsWith('../')) errors.invalid(field, path, "must not start with '..'")
}
