import type { FieldErrors } from '@pinnace/meta'
import type { PolicyRule } from '@pinnace/types/rbac-v1'

/** Adds what is wrong with the rules of a role; `isNamespaced` for those that hold in one namespace. */
// upstream: apis/rbac/validation, ValidatePolicyRule
export function validatePolicyRules(
  rules: readonly PolicyRule[] | null | undefined,
  isNamespaced: boolean,
  errors: FieldErrors,
): void {
  rules?.forEach((rule, index) => {
    const path = `rules[${index}]`
    const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
    if ((verbs ?? []).length === 0) errors.required(`${path}.verbs`, 'verbs must contain at least one value')
    if (nonResourceURLs.length > 0) {
      if (isNamespaced) {
        const detail = 'namespaced rules cannot apply to non-resource URLs'
        errors.invalid(`${path}.nonResourceURLs`, nonResourceURLs, detail)
      }
      if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
        const detail = 'rules cannot apply to both regular resources and non-resource URLs'
        errors.invalid(`${path}.nonResourceURLs`, nonResourceURLs, detail)
      }
      return
    }
    if (apiGroups.length === 0) {
      errors.required(`${path}.apiGroups`, 'resource rules must supply at least one api group')
    }
    if (resources.length === 0) errors.required(`${path}.resources`, 'resource rules must supply at least one resource')
  })
}
