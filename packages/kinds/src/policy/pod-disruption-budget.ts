import { validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { validateCount, validateShare } from '../apps/rollout-counts.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { disruptionBudgetColumns } from '../columns/cluster.ts'
import { validateConditions } from '../validation/conditions.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { keepAllButStatus } from '../status-subresource.ts'
import { goValue } from '../go-values/go-value.ts'

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget']
const counts = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const

/** Pod disruption budgets: how many pods may be away at a time. */
// upstream: registry/policy/poddisruptionbudget/strategy.go and policy/validation, ValidatePodDisruptionBudget
export const podDisruptionBudget: KindBehavior<PodDisruptionBudget> = {
  strategy: {
    validate: validateBudget,
    validateUpdate: (next, _, errors) => validateBudget(next, errors),
  },
  subresources: {
    status: {
      type: 'object',
      verbs: ['get', 'patch', 'update'],
      ownedFields: ['status'],
      strategy: {
        resetFields: [['spec']],
        prepareForUpdate: keepAllButStatus,
        validateUpdate({ status = {} }, _, errors) {
          validateConditions(status.conditions ?? [], 'status.conditions', errors)
          for (const name of counts) validateNotNegative(status[name], `status.${name}`, errors)
        },
      },
    },
  },
  columns: disruptionBudgetColumns,
}

function validateBudget({ spec = {} }: PodDisruptionBudget, errors: FieldErrors): void {
  const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.invalid(
      'spec',
      goValue('policy.v1.PodDisruptionBudgetSpec', spec),
      'minAvailable and maxUnavailable cannot be both set',
    )
  }
  for (const name of ['minAvailable', 'maxUnavailable'] as const) {
    const value = spec[name]
    if (value === undefined) continue
    validateCount(value, `spec.${name}`, errors)
    validateShare(value, `spec.${name}`, errors)
  }
  validateLabelSelector(spec.selector, 'spec.selector', errors)
  if (policy !== undefined && !evictionPolicies.includes(policy)) {
    errors.notSupported('spec.unhealthyPodEvictionPolicy', policy, evictionPolicies)
  }
}
