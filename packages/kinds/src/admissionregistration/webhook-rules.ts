import type { FieldErrors } from '@pinnace/meta'
import type { RuleWithOperations } from '@pinnace/types/admissionregistration-v1'

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const scopes = ['*', 'Cluster', 'Namespaced']

/** Which requests a webhook is called for; `at` is the path of the list. */
// upstream: admissionregistration/validation, validateRuleWithOperations and validateRule
export function validateWebhookRules(rules: readonly RuleWithOperations[], at: string, errors: FieldErrors): void {
  rules.forEach((rule, index) => validateWebhookRule(rule, `${at}[${index}]`, errors))
}

/** One of the rules, at the path `at`. */
export function validateWebhookRule(rule: RuleWithOperations, at: string, errors: FieldErrors): void {
  const { apiGroups = [], apiVersions = [], scope } = rule
  validateOperations(rule.operations ?? [], `${at}.operations`, errors)
  validateWildcard(apiGroups, `${at}.apiGroups`, 'API groups', errors)
  validateWildcard(apiVersions, `${at}.apiVersions`, 'API versions', errors)
  apiVersions.forEach((version, index) => {
    if (version === '') errors.required(`${at}.apiVersions[${index}]`)
  })
  validateResources(rule.resources ?? [], `${at}.resources`, errors)
  if (scope !== undefined && !scopes.includes(scope)) errors.notSupported(`${at}.scope`, scope, scopes)
}

function validateOperations(given: readonly string[], field: string, errors: FieldErrors): void {
  validateWildcard(given, field, 'operations', errors)
  given.forEach((operation, index) => {
    if (!operations.includes(operation)) errors.notSupported(`${field}[${index}]`, operation, operations)
  })
}

function validateWildcard(list: readonly string[], field: string, what: string, errors: FieldErrors): void {
  if (list.length === 0) errors.required(field)
  if (list.length > 1 && list.includes('*')) {
    errors.invalid(field, list, `if '*' is present, must not specify other ${what}`)
  }
}

/** Resources with their subresources: what a wildcard covers may not be named again after it. */
// upstream: admissionregistration/validation, validateResources
function validateResources(resources: readonly string[], at: string, errors: FieldErrors): void {
  if (resources.length === 0) errors.required(at)
  const withAllSubresources = new Set<string>()
  const ofAllResources = new Set<string>()
  let isLastBare = false
  resources.forEach((text, index) => {
    const field = `${at}[${index}]`
    if (text === '') return errors.required(field)
    const slash = text.indexOf('/')
    if (slash < 0) {
      // upstream: only the last resource without a subresource counts.
      isLastBare = text !== '*'
      return undefined
    }
    const resource = text.slice(0, slash)
    const subresource = text.slice(slash + 1)
    if (withAllSubresources.has(resource)) {
      errors.invalid(field, text, `if '${resource}/*' is present, must not specify ${text}`)
    }
    if (ofAllResources.has(subresource)) {
      errors.invalid(field, text, `if '*/${subresource}' is present, must not specify ${text}`)
    }
    if (subresource === '*') withAllSubresources.add(resource)
    if (resource === '*') ofAllResources.add(subresource)
    return undefined
  })
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.invalid(at, resources, "if '*/*' is present, must not specify other resources")
  }
  if (isLastBare && resources.includes('*')) {
    errors.invalid(at, resources, "if '*' is present, must not specify other resources without subresources")
  }
}
