import type { FieldErrors } from '@pinnace/meta'
import type { ContainerRestartRule } from '@pinnace/types/core-v1-containers'
import type { AnyContainer } from './visit-containers.ts'

const policies = ['Always', 'Never', 'OnFailure']
const maxRules = 20
const maxExitCodes = 255

/** A container's own restart policy and what it does on certain exit codes; `at` is the container's path. */
// upstream: core/validation, validateContainerRestartPolicy
export function validateContainerRestart(
  container: AnyContainer,
  at: string,
  errors: FieldErrors,
  { isInit = false }: { readonly isInit?: boolean } = {},
): void {
  const { restartPolicy, restartPolicyRules = [] } = container
  if (restartPolicy === undefined) {
    if (restartPolicyRules.length > 0) {
      errors.required(`${at}.restartPolicy`, 'must specify restartPolicy when restart rules are used')
    }
    // upstream: the rules of an init container are looked at if it has a policy.
    if (isInit) return
  } else if (!policies.includes(restartPolicy)) {
    errors.notSupported(`${at}.restartPolicy`, restartPolicy, policies)
  }
  const field = `${at}.restartPolicyRules`
  if (restartPolicyRules.length > maxRules) errors.tooMany(field, restartPolicyRules.length, maxRules)
  for (const [index, rule] of restartPolicyRules.entries()) {
    validateRule(rule, `${field}[${index}]`, errors)
  }
}

function validateRule(rule: ContainerRestartRule, field: string, errors: FieldErrors): void {
  const { action = '' } = rule
  if (action !== 'Restart' && action !== 'RestartAllContainers') {
    errors.notSupported(`${field}.action`, action, ['Restart', 'RestartAllContainers'])
  }
  if (!rule.exitCodes) return errors.required(`${field}.exitCodes`, 'must be specified')
  const { operator = '', values = [] } = rule.exitCodes
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.notSupported(`${field}.exitCodes.operator`, operator, ['In', 'NotIn'])
  }
  if (values.length > maxExitCodes) errors.tooMany(`${field}.exitCodes.values`, values.length, maxExitCodes)
}
