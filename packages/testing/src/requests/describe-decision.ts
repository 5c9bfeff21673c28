import { StatusError } from '@pinnace/meta'
import type { Explanation } from '@pinnace/server'
import { describeRule } from '@pinnace/rbac'
import { describeRequest } from './describe-requests.ts'
import type { LoggedRequest } from './request-log.ts'

/** What denies a request. */
export type DeniedBy = 'authentication' | 'authorization' | 'admission'

/** What has denied a request; undefined if it was allowed. */
export function deniedBy({ status, admission, explanation }: LoggedRequest): DeniedBy | undefined {
  if (admission.some((step) => 'error' in step)) return 'admission'
  if (status === 401) return 'authentication'
  if (explanation === undefined) return status === 403 ? 'authorization' : undefined
  return explanation.decision.effect === 'allow' ? undefined : 'authorization'
}

/** Which authenticator, rule and admission plugin have decided about a request. */
export function describeDecision(request: LoggedRequest): string {
  return [
    describeRequest(request),
    `    authentication: ${describeUser(request)}`,
    ...describeAuthorization(request).map((line) => `    ${line}`),
    `    admission: ${describeAdmission(request)}`,
  ].join('\n')
}

function describeUser({ user, transport, explanation, rejections, status }: LoggedRequest): string {
  if (user.username === '' && status === 401) {
    const reasons = rejections.map(({ authenticator, error }) => `${authenticator}: ${reasonOf(error)}`)
    return reasons.length === 0
      ? 'rejected: no authenticator knows its credentials, and anonymous requests are not accepted'
      : `rejected by ${reasons.join('; ')}`
  }
  const groups = user.groups.length === 0 ? '' : ` in the groups ${user.groups.join(', ')}`
  const found = explanation?.authenticator
  const how = found ?? (transport === 'in-process' ? 'a client in this process' : 'no authenticator')
  return `${user.username}${groups}, by ${how}`
}

/** What the authenticator says; the client gets a 401 without a reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof StatusError && error.cause !== undefined ? reasonOf(error.cause) : error.message
}

function describeAuthorization({ explanation, status, user }: LoggedRequest): readonly string[] {
  if (user.username === '' && status === 401) return ['authorization: was not asked']
  if (explanation === undefined) {
    return [status === 403 ? 'authorization: denied' : 'authorization: allowed, as every request of this server']
  }
  const { decision, rbac } = explanation
  const effect = decision.effect === 'allow' ? 'allowed' : 'denied'
  const reason = decision.reason === '' ? '' : `: ${decision.reason}`
  return [`authorization: ${effect}${reason}`, ...(rbac === undefined ? [] : describeRbac(rbac))]
}

function describeRbac(rbac: NonNullable<Explanation['rbac']>): readonly string[] {
  if (rbac.isAllowed) {
    const { rule, role, binding, subject } = rbac
    const bound = `bound by ${binding.kind} ${named(binding)} to ${subject.kind} ${subject.name}`
    return [`  rule ${describeRule(rule)} of ${role.kind} ${role.name}, ${bound}`]
  }
  const { missing, namespace, near, missingRoles } = rbac
  const where = namespace === '' ? 'the cluster' : `the namespace ${namespace} or the cluster`
  return [
    `  no rule allows it: ${describeRule(missing)} in ${where}`,
    ...near.map(({ rule, role, lacks }) => `  ${role.kind} ${role.name} lacks the ${lacks}: ${describeRule(rule)}`),
    ...missingRoles.map((message) => `  ${message}`),
  ]
}

function named({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

function describeAdmission({ admission }: LoggedRequest): string {
  const denied = admission.find((step) => 'error' in step)
  if (denied !== undefined) {
    const { plugin, phase, error } = denied
    return `denied by ${plugin} (${phase}): ${error instanceof Error ? error.message : String(error)}`
  }
  if (admission.length === 0) return 'no plugin has run'
  return `allowed by ${[...new Set(admission.map(({ plugin }) => plugin))].join(', ')}`
}
