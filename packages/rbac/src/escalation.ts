import type { Authorizer, AuthorizerAttributes, PolicyRule } from '@pinnace/authz'
import {
  forbidden,
  notFound,
  quote,
  runInSlices,
  systemMasters,
  type Awaitable,
  type StatusError,
  type TimeSlices,
  type UserInfo,
  type Vocabulary,
  unclassifiedError,
} from '@pinnace/meta'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pinnace/types/rbac-v1'
import { isOnlyCollectorChange } from './collector-change.ts'
import type { RbacIndex } from './rbac-index.ts'
import { compactRules, describeRule, findUncoveredRules, quoteList, uncoveredRules } from './rule-cover.ts'

/** Options for {@link createEscalationChecks}. */
export interface EscalationOptions {
  readonly vocabulary: Vocabulary
  readonly index: RbacIndex
  /** Every authorizer of the server: `escalate` and `bind` may be allowed by any. */
  readonly authorize: Authorizer
  /**
   * Called with the error of an authorizer that was asked for `escalate` or `bind`, to log it. The request counts as not
   * allowed. @default the error is dropped
   */
  readonly onError?: (error: unknown, attributes: AuthorizerAttributes) => void
}

/** A write of a role or a binding. */
export interface RbacWrite<T> {
  readonly user: UserInfo
  /** The namespace of the request; empty for cluster-scoped objects. */
  readonly namespace: string
  /** The name in the path of the request: empty for a create by POST. */
  readonly requestName: string
  /** The object to be stored, before the server fills in its own fields. */
  readonly next: T
  /** The stored object; absent for a create. */
  readonly live?: T
  /** The time that the check may take of one turn of the event loop. @default the check is not interrupted */
  readonly slices?: TimeSlices
}

/** Checks of writes of roles and bindings. Each returns the refusal, or `undefined` where the write is allowed. */
export interface EscalationChecks {
  ruleEscalation(
    resource: 'roles' | 'clusterroles',
    write: RbacWrite<ClusterRole | Role>,
  ): Promise<StatusError | undefined>
  bindingEscalation(
    resource: 'rolebindings' | 'clusterrolebindings',
    write: RbacWrite<ClusterRoleBinding | RoleBinding>,
  ): Promise<StatusError | undefined>
}

const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/**
 * Creates the checks that keep users from granting permissions they do not hold: a user who writes a role needs its
 * rules or the verb `escalate`; a user who writes a binding needs the rules of its role or the verb `bind` on it.
 */
// upstream: registry/rbac/*/policybased/storage.go
export function createEscalationChecks({ vocabulary, index, authorize, onError }: EscalationOptions): EscalationChecks {
  const group = vocabulary.group('rbac.authorization')

  async function ruleEscalation(
    resource: 'roles' | 'clusterroles',
    { user, namespace, requestName, next, live, slices }: RbacWrite<ClusterRole | Role>,
  ): Promise<StatusError | undefined> {
    if (user.groups.includes(systemMasters)) return undefined
    if (await isAllowed({ user, verb: 'escalate', namespace, resource, name: requestName })) return undefined
    if (live !== undefined && isOnlyCollectorChange(next, live)) return undefined
    const groupResource = { group, resource }
    const name = next.metadata.name ?? ''
    const refusal = await notHeld({ user, namespace, slices }, next.rules ?? [])
    if (refusal !== undefined) return forbidden(groupResource, name, refusal)
    // upstream: clusterrole/policybased – an aggregation rule can select any role, so it needs every permission.
    if (resource === 'roles' || (!isAggregated(next) && !(live !== undefined && isAggregated(live)))) return undefined
    if ((await notHeld({ user, namespace, slices }, fullAuthority)) === undefined) return undefined
    return forbidden(groupResource, name, 'must have cluster-admin privileges to use the aggregationRule')
  }

  async function bindingEscalation(
    resource: 'rolebindings' | 'clusterrolebindings',
    { user, namespace, next, live, slices }: RbacWrite<ClusterRoleBinding | RoleBinding>,
  ): Promise<StatusError | undefined> {
    if (user.groups.includes(systemMasters)) return undefined
    if (live !== undefined && isOnlyCollectorChange(next, live)) return undefined
    const { roleRef } = next
    // upstream: the role is looked up before the object is validated.
    if (roleRef.kind !== 'ClusterRole' && roleRef.kind !== 'Role') {
      return unclassifiedError(`unsupported role reference kind: ${quote(roleRef.kind)}`)
    }
    const roleGroup = roleRef.apiGroup || group
    const roleResource = roleRef.kind === 'ClusterRole' ? 'clusterroles' : 'roles'
    const asked = { user, verb: 'bind', namespace, resource: roleResource, name: roleRef.name, group: roleGroup }
    if (await isAllowed(asked)) return undefined
    const rules = index.rulesOf(roleRef, namespace)
    // upstream: told as a missing object of the resource that is asked for
    if (rules === undefined) return notFound({ group, resource }, roleRef.name)
    const refusal = await notHeld({ user, namespace, slices }, rules)
    return refusal === undefined ? undefined : forbidden({ group, resource }, next.metadata.name ?? '', refusal)
  }

  // upstream: registry/rbac/escalation_check.go – an error is logged, and the user is not allowed.
  async function isAllowed(asked: {
    readonly user: UserInfo
    readonly verb: string
    readonly namespace: string
    readonly resource: string
    readonly name: string
    readonly group?: string
  }): Promise<boolean> {
    const rest = { group, version: '*', subresource: '', path: '', isResourceRequest: true }
    const attributes: AuthorizerAttributes = { ...rest, ...asked }
    try {
      return (await authorize(attributes)).effect === 'allow'
    } catch (error) {
      onError?.(error, attributes)
      return false
    }
  }

  // upstream: registry/rbac/validation/rule.go, ConfirmNoEscalation
  async function notHeld(
    { user, namespace, slices }: Writer,
    wanted: readonly PolicyRule[],
  ): Promise<string | undefined> {
    const held = index.rulesFor(user, namespace)
    const missing = await findMissing(held.rules, wanted, slices)
    if (missing.length === 0) return undefined
    const lines = [...new Set(compactRules(missing).map(describeRule))].sort().join('\n')
    const who = `user ${quote(user.username)} (groups=${quoteList(user.groups)})`
    const errors = held.error === '' ? '' : `; resolution errors: [${held.error}]`
    return `${who} is attempting to grant RBAC permissions not currently held:\n${lines}${errors}`
  }

  return { ruleEscalation, bindingEscalation }
}

function isAggregated(role: ClusterRole): boolean {
  return (role.aggregationRule?.clusterRoleSelectors ?? []).length > 0
}

/** Who writes a role or a binding. */
interface Writer {
  readonly user: UserInfo
  readonly namespace: string
  readonly slices: TimeSlices | undefined
}

function findMissing(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
  slices: TimeSlices | undefined,
): Awaitable<readonly PolicyRule[]> {
  return slices === undefined ? uncoveredRules(held, wanted) : runInSlices(findUncoveredRules(held, wanted), slices)
}
