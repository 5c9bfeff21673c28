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

/** Errors about the scopes of one quota: all of them together would be quadratic. */
const maxErrors = 100

const plainOperator =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

/** Which objects a quota counts, in the short form. */
// upstream: core/validation, validateResourceQuotaScopes
export function validateScopes({ scopes = [], hard = {} }: ResourceQuotaSpec, at: string, errors: FieldErrors): void {
  const resources = quotaResources(hard)
  let found = 0
  const refuse = (detail: string): void => {
    // Each error shows all scopes there are.
    if (found++ < maxErrors) errors.invalid(at, scopes, detail)
  }
  for (const scope of scopes) {
    if (!resourcesByScope.has(scope)) refuse('unsupported scope')
    for (const _name of uncountedBy(scope, resources)) refuse(uncounted)
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
  const resources = quotaResources(hard)
  const shown = goValue('core.v1.ScopeSelector', scopeSelector)
  let found = 0
  for (const { scopeName, operator, values = [] } of expressions) {
    if (!resourcesByScope.has(scopeName)) errors.invalid(`${field}.scopeName`, scopeName, 'unsupported scope')
    for (const _name of uncountedBy(scopeName, resources))
      if (found++ < maxErrors) errors.invalid(field, shown, uncounted)
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

function quotaResources(hard: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(hard).filter(isStandardQuotaResource)
}

/** The resources that a scope cannot count. */
function uncountedBy(scope: string, resources: readonly string[]): readonly string[] {
  const counted = resourcesByScope.get(scope)
  return counted === undefined ? [] : resources.filter((name) => !counted.has(name))
}

function refuseConflicts(scopes: readonly string[], shown: unknown, field: string, errors: FieldErrors): void {
  for (const [one, other] of conflicts) {
    if (scopes.includes(one) && scopes.includes(other)) errors.invalid(field, shown, 'conflicting scopes')
  }
}
