import type { FieldErrors, Vocabulary } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { resourceQuotaColumns } from '../columns/cluster.ts'
import { keepAllButStatus, keepStatus } from '../status-subresource.ts'
import { compareAmounts } from './pod-spec/resources/quantities.ts'
import { createPodRules, type PodRules } from './pod-spec/pod-rules.ts'
import { sentences } from '../validation/messages.ts'
import { validateQuotaResourceName } from './pod-spec/resources/resource-names.ts'
import { validateQuantity } from './pod-spec/resources/resources.ts'
import { validateScopes, validateScopeSelector } from './quota-scopes.ts'

/** Resource quotas: how much of what a namespace may have, and what of it is used. */
// upstream: registry/core/resourcequota/strategy.go
export function resourceQuota(vocabulary: Vocabulary): KindBehavior<ResourceQuota> {
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      prepareForCreate(next) {
        next.status = {}
      },
      prepareForUpdate: keepStatus,
      validate: (next, errors) => validateSpec(next, rules, errors),
      validateUpdate(next, live, errors) {
        validateSpec(next, rules, errors)
        const scopes = next.spec?.scopes ?? []
        if (isSameSet(scopes, live.spec?.scopes ?? [])) return
        errors.invalid('spec.scopes', next.spec?.scopes, sentences.immutable)
      },
      warnings: (next, live) => (live === undefined ? quotaWarnings(next) : []),
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
            validateAmounts(status.hard, rules, 'status.hard', errors)
            validateAmounts(status.used, rules, 'status.used', errors)
          },
        },
      },
    },
    columns: resourceQuotaColumns,
  }
}

// upstream: core/validation, ValidateResourceQuotaSpec
function validateSpec({ spec = {} }: ResourceQuota, rules: PodRules, errors: FieldErrors): void {
  validateAmounts(spec.hard, rules, 'spec.hard', errors)
  validateScopes(spec, 'spec.scopes', errors)
  validateScopeSelector(spec, 'spec.scopeSelector', errors)
}

function validateAmounts(
  amounts: Readonly<Record<string, string>> | undefined,
  rules: PodRules,
  at: string,
  errors: FieldErrors,
): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    const field = (): string => `${at}[${name}]`
    validateQuotaResourceName(name, field, errors)
    validateQuantity(amount, field, errors, { name, rules })
  }
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return new Set(left).size === new Set([...left, ...right]).size && new Set(right).size === new Set(left).size
}

const bounded = ['cpu', 'memory', 'storage', 'ephemeral-storage']

// upstream: registry/core/resourcequota/strategy.go, WarningsOnCreate
function quotaWarnings({ spec }: ResourceQuota): readonly string[] {
  const hard = new Map(Object.entries(spec?.hard ?? {}))
  const warnings: string[] = []
  for (const name of bounded) {
    const isBare = !hard.has(`requests.${name}`) && (name === 'cpu' || name === 'memory') && hard.has(name)
    const requestName = isBare ? name : `requests.${name}`
    const request = hard.get(requestName)
    const limit = hard.get(`limits.${name}`)
    if (request === undefined || limit === undefined || compareAmounts(request, limit) <= 0) continue
    warnings.push(`ResourceQuota ${requestName} (${request}) should be less than limits.${name} (${limit})`)
  }
  return warnings
}
