import type { FieldErrors } from '@pinnace/meta'
import type { CustomResourceSubresources } from '@pinnace/types/apiextensions-v1'
import { validateSimplePath } from './validate-columns.ts'

/** Adds what is wrong with the paths of a scale. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionSubresources
export function validateSubresources(
  subresources: CustomResourceSubresources | undefined,
  at: string,
  errors: FieldErrors,
): void {
  const { scale } = subresources ?? {}
  if (scale === undefined) return
  replicas(scale.specReplicasPath, '.spec', `${at}.scale.specReplicasPath`, errors)
  replicas(scale.statusReplicasPath, '.status', `${at}.scale.statusReplicasPath`, errors)
  const { labelSelectorPath: path = '' } = scale
  const field = `${at}.scale.labelSelectorPath`
  if (path === '' || !validateSimplePath(path, field, errors)) return
  if (!path.startsWith('.spec.') && !path.startsWith('.status.')) {
    errors.invalid(field, path, 'should be a json path under either .spec or .status')
  }
}

function replicas(path: string, below: string, field: string, errors: FieldErrors): void {
  if (path === '') errors.required(field)
  else if (validateSimplePath(path, field, errors) && !path.startsWith(`${below}.`)) {
    errors.invalid(field, path, `should be a json path under ${below}`)
  }
}
