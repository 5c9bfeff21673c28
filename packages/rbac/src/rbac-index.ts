import { aggregate, type PolicyRule } from '@pinnace/authz'
import { quote, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Role, RoleRef } from '@pinnace/types/rbac-v1'
import { createClusterRoles } from './cluster-roles.ts'
import { createGrantTable, type GrantTable } from './grant-table.ts'
import { createGrant, type Grant } from './grant.ts'
import type { RbacObjects, RbacResource } from './rbac-objects.ts'
import { createRuleSet, type RuleSet } from './rule-set.ts'

/**
 * The roles and bindings of a server, found by subject. Feed it every object, and then every change, in the order of
 * the store: what it is told is what decisions are made of from then on.
 */
export interface RbacIndex {
  /** Adds an object or replaces the one of the same name. */
  set<R extends RbacResource>(resource: R, object: RbacObjects[R]): void
  /** Forgets an object; nothing where there is none. `namespace` is empty for what belongs to the cluster. */
  remove(resource: RbacResource, namespace: string, name: string): void
  /** The rules a binding in `namespace` (empty for a cluster role binding) refers to; `undefined` for a missing role. */
  rulesOf(roleRef: RoleRef, namespace: string): readonly PolicyRule[] | undefined
  /** The rules a user holds everywhere and, where it is not empty, in the namespace. */
  rulesFor(user: UserInfo, namespace: string): HeldRules
  /**
   * Visits the bindings of a user, those of the cluster first, until one visit answers. A binding that names the user
   * twice may be visited twice. `rules` is `undefined` where the role is missing.
   */
  visit<T>(
    user: UserInfo,
    namespace: string,
    visitor: (grant: Grant, rules: RuleSet | undefined) => T | undefined,
  ): T | undefined
  /** What decisions say of the role a grant refers to, where it is missing. */
  missingRole(grant: Grant): string
}

/** Rules a user holds. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[]
  /** The missing roles of the user's bindings, in words; empty for none. */
  readonly error: string
}

/** Nothing known, nothing allowed. */
export function createRbacIndex(vocabulary: Vocabulary): RbacIndex {
  const group = vocabulary.group('rbac.authorization')
  const clusterRoles = createClusterRoles()
  const roles = new Map<string, Map<string, RuleSet>>()
  const clusterGrants = createGrantTable()
  const namespaceGrants = new Map<string, GrantTable>()
  /** By namespace, the empty one for the cluster, then by name. */
  const bindings = new Map<string, Map<string, Grant>>()

  function set<R extends RbacResource>(resource: R, object: RbacObjects[R]): void {
    const { namespace = '', name = '' } = object.metadata
    if (resource === 'clusterroles') clusterRoles.set(object)
    else if (resource === 'roles') setRole(namespace, name, object)
    else addGrant(createGrant(object as RbacObjects['rolebindings'], scopeOf(resource, namespace)))
  }

  function remove(resource: RbacResource, namespace: string, name: string): void {
    if (resource === 'clusterroles') clusterRoles.remove(name)
    else if (resource === 'roles') removeFrom(roles, namespace, name)
    else removeGrant(scopeOf(resource, namespace), name)
  }

  function setRole(namespace: string, name: string, { rules }: Role): void {
    childMap(roles, namespace).set(name, createRuleSet(rules ?? []))
  }

  function addGrant(grant: Grant): void {
    removeGrant(grant.namespace, grant.name)
    childMap(bindings, grant.namespace).set(grant.name, grant)
    if (grant.namespace === '') {
      clusterGrants.add(grant)
      return
    }
    const table = namespaceGrants.get(grant.namespace) ?? createGrantTable()
    namespaceGrants.set(grant.namespace, table)
    table.add(grant)
  }

  function removeGrant(namespace: string, name: string): void {
    const grant = removeFrom(bindings, namespace, name)
    if (grant === undefined) return
    const table = namespace === '' ? clusterGrants : namespaceGrants.get(namespace)
    table?.remove(grant)
    if (namespace !== '' && table?.isEmpty === true) namespaceGrants.delete(namespace)
  }

  function ruleSet({ kind, name }: RoleRef, namespace: string): RuleSet | undefined {
    if (kind === 'ClusterRole') return clusterRoles.get(name)
    return kind === 'Role' ? roles.get(namespace)?.get(name) : undefined
  }

  function visit<T>(
    user: UserInfo,
    namespace: string,
    visitor: (grant: Grant, rules: RuleSet | undefined) => T | undefined,
  ): T | undefined {
    const look = (grant: Grant): T | undefined => visitor(grant, ruleSet(grant.roleRef, grant.namespace))
    const answer = clusterGrants.visit(user, look)
    if (answer !== undefined || namespace === '') return answer
    return namespaceGrants.get(namespace)?.visit(user, look)
  }

  function rulesFor(user: UserInfo, namespace: string): HeldRules {
    const seen = new Set<Grant>()
    const held: PolicyRule[] = []
    const errors: string[] = []
    visit(user, namespace, (grant, found) => {
      if (seen.has(grant)) return
      seen.add(grant)
      if (found === undefined) errors.push(missingRole(grant))
      else held.push(...found.rules)
      return undefined
    })
    return { rules: held, error: aggregate(errors) }
  }

  // upstream: the listers of client-go say the singular of what they do not find.
  function missingRole({ roleRef }: Grant): string {
    if (roleRef.kind !== 'Role' && roleRef.kind !== 'ClusterRole') {
      return `unsupported role reference kind: ${quote(roleRef.kind)}`
    }
    return `${roleRef.kind.toLowerCase()}.${group} ${quote(roleRef.name)} not found`
  }

  return {
    set,
    remove,
    rulesOf: (roleRef, namespace) => ruleSet(roleRef, namespace)?.rules,
    rulesFor,
    visit,
    missingRole,
  }
}

function scopeOf(resource: RbacResource, namespace: string): string {
  return resource === 'clusterrolebindings' ? '' : namespace
}

function childMap<T>(maps: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let map = maps.get(key)
  if (map === undefined) maps.set(key, (map = new Map<string, T>()))
  return map
}

function removeFrom<T>(maps: Map<string, Map<string, T>>, key: string, name: string): T | undefined {
  const map = maps.get(key)
  const value = map?.get(name)
  if (map?.delete(name) === true && map.size === 0) maps.delete(key)
  return value
}
