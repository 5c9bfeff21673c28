import type { FieldErrors } from '@pinnace/meta'
import type { ResourceQuotaSpec } from '@pinnace/types/core-v1'
import { goValue } from '../go-values/go-value.ts'
import { isStandardQuotaResource } from './pod-spec/resources/resource-names.ts'

const podResources: ReadonlySet<string> = new Set([
  'pods',
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
])

/** What each scope can count. */
// upstream: core/helper, IsResourceQuotaScopeValidForResource
const resourcesByScope: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Terminating', podResources],
  ['NotTerminating', podResources],
  ['NotBestEffort', podResources],
  ['PriorityClass', podResources],
  ['CrossNamespacePodAffinity', podResources],
  ['BestEffort', new Set(['pods'])],
  ['VolumeAttributesClass', new Set(['persistentvolumeclaims', 'requests.storage'])],
])

/** Scopes that hold or do not, whatever value. */
const plainScopes: ReadonlySet<string> = new Set([
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
])

const conflicts: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

const uncounted = 'unsupported scope applied to resource'

/** Errors about the scopes of one quota, and the scopes that they show in all: each shows every scope there is. */
const maxErrors = 100
const maxShown = 200_000

const plainOperator =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

/** Which objects a quota counts, in the short form. */
// upstream: core/validation, validateResourceQuotaScopes
export function validateScopes({ scopes = [], hard = {} }: ResourceQuotaSpec, at: string, errors: FieldErrors): void {
  const uncountedBy = countUncounted(hard)
  const limit = errorLimit(scopes.length)
  let found = 0
  const refuse = (detail: string): void => {
    if (found++ < limit) errors.invalid(at, scopes, detail)
  }
  for (const scope of scopes) {
    if (!resourcesByScope.has(scope)) refuse('unsupported scope')
    for (let count = Math.min(uncountedBy(scope), limit - found); count > 0; count--) refuse(uncounted)
  }
  refuseConflicts(scopes, scopes, at, errors)
}

/** Which objects a quota counts, in the long form. */
// upstream: core/validation, validateScopedResourceSelectorRequirement – the errors do not say which expression.
export function validateScopeSelector(spec: ResourceQuotaSpec, at: string, errors: FieldErrors): void {
  const { scopeSelector, hard = {}, scopes = null } = spec
  if (!scopeSelector) return
  const field = `${at}.matchExpressions`
  const expressions = scopeSelector.matchExpressions ?? []
  const uncountedBy = countUncounted(hard)
  const limit = errorLimit(expressions.length)
  const shown = goValue('core.v1.ScopeSelector', scopeSelector)
  let found = 0
  for (const { scopeName, operator, values = [] } of expressions) {
    if (!resourcesByScope.has(scopeName)) errors.invalid(`${field}.scopeName`, scopeName, 'unsupported scope')
    const count = Math.min(uncountedBy(scopeName), limit - found)
    for (let index = 0; index < count; index++) errors.invalid(field, shown, uncounted)
    found += count
    if (plainScopes.has(scopeName) && operator !== 'Exists') {
      errors.invalid(`${field}.operator`, operator, plainOperator)
    }
    validateValues(operator, values, field, errors)
  }
  const names = expressions.map(({ scopeName }) => scopeName)
  refuseConflicts(names, scopes, field, errors)
}

function validateValues(operator: string, values: readonly string[], at: string, errors: FieldErrors): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length > 0) return
    errors.required(`${at}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length === 0) return
    const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
    errors.invalid(`${at}.values`, values, detail)
  } else {
    errors.invalid(`${at}.operator`, operator, 'not a valid selector operator')
  }
}

function errorLimit(shown: number): number {
  return Math.max(1, Math.min(maxErrors, Math.floor(maxShown / Math.max(shown, 1))))
}

/** The number of resources that a scope cannot count, computed once for each scope. */
function countUncounted(hard: Readonly<Record<string, string>>): (scope: string) => number {
  const resources = Object.keys(hard).filter(isStandardQuotaResource)
  const counts = new Map<string, number>()
  for (const [scope, counted] of resourcesByScope) {
    counts.set(scope, resources.filter((name) => !counted.has(name)).length)
  }
  return (scope) => counts.get(scope) ?? 0
}

function refuseConflicts(scopes: readonly string[], shown: unknown, field: string, errors: FieldErrors): void {
  for (const [one, other] of conflicts) {
    if (scopes.includes(one) && scopes.includes(other)) errors.invalid(field, shown, 'conflicting scopes')
  }
}
