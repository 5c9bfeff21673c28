import { fromLabelSelector, validateLabelSelector, type FieldErrors, type LabelSelector } from '@pinnace/meta'
import { nameIsPathSegment } from '@pinnace/resources'
import type { ClusterRole, Role } from '@pinnace/types/rbac-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validatePolicyRules } from './policy-rules.ts'

/** Roles: what may be done in one namespace. */
// upstream: apis/rbac/validation, ValidateRole
export const role: KindBehavior<Role> = {
  validateName: nameIsPathSegment,
  strategy: {
    allowCreateOnUpdate: true,
    validate: ({ rules }, errors) => validatePolicyRules(rules, true, errors),
    validateUpdate: ({ rules }, _, errors) => validatePolicyRules(rules, true, errors),
  },
}

/** Cluster roles: what may be done anywhere, or the sum of other roles. */
// upstream: apis/rbac/validation, ValidateClusterRole
export const clusterRole: KindBehavior<ClusterRole> = {
  validateName: nameIsPathSegment,
  strategy: {
    allowCreateOnUpdate: true,
    validate: validateClusterRole,
    validateUpdate: (next, _, errors) => validateClusterRole(next, errors),
  },
}

function validateClusterRole({ rules, aggregationRule }: ClusterRole, errors: FieldErrors): void {
  validatePolicyRules(rules, false, errors)
  if (aggregationRule === undefined) return
  const path = 'aggregationRule.clusterRoleSelectors'
  const { clusterRoleSelectors = [] } = aggregationRule
  if (clusterRoleSelectors.length === 0) {
    errors.required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')
  }
  clusterRoleSelectors.forEach((selector, index) => {
    validateLabelSelector(selector, `${path}[${index}]`, errors)
    // upstream: ValidateClusterRole – said a second time, of a selector that is not there any more.
    if (!isReadable(selector)) errors.invalid(`${path}[${index}]`, null, 'invalid label selector.')
  })
}

function isReadable(selector: LabelSelector): boolean {
  try {
    fromLabelSelector(selector)
    return true
  } catch {
    return false
  }
}
