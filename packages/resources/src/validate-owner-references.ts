import type { FieldErrors, ObjectMeta, OwnerReference } from '@pinnace/meta'

/** Adds what is wrong with the owner references of an object; at most one of them is its controller. */
// upstream: apimachinery/pkg/api/validation/objectmeta.go, ValidateOwnerReferences
export function validateOwnerReferences(
  references: ObjectMeta['ownerReferences'],
  path: string,
  errors: FieldErrors,
): void {
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
