import type { FieldErrors, ObjectMeta } from '@pinnace/meta'
import { validateAnnotations, validateLabels } from '@pinnace/resources'
import { emptiedMember } from '@pinnace/schema'

/** What a claim to be made may not say of itself, in the order of the errors. */
const ownMetadata = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const

/** The metadata of objects to be made later: labels and annotations, and nothing else; `at` is its path. */
// upstream: core/validation, ValidateTemplateObjectMeta
export function validateTemplateMetadata(metadata: ObjectMeta, at: string, errors: FieldErrors): void {
  validateAnnotations(metadata.annotations, `${at}.annotations`, errors)
  validateLabels(metadata.labels, `${at}.labels`, errors)
  for (const name of ownMetadata) {
    if ((metadata[name] ?? emptiedMember(metadata, name)) === undefined) continue
    // upstream: the path has the name of the Go field, its first letter in lower case.
    errors.forbidden(`${at}.${name === 'uid' ? 'uID' : name}`, 'cannot be set')
  }
}
