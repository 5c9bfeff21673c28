import { aggregate, type PolicyRule } from '@pinnace/authz'
import { quote, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Role, RoleRef } from '@pinnace/types/rbac-v1'
import { createClusterRoles } from './cluster-roles.ts'
import { createGrantTable, type GrantTable } from './grant-table.ts'
import { createGrant, type Grant } from './grant.ts'
import type { RbacObjects, RbacResource } from './rbac-objects.ts'
import { createRuleSet, type RuleSet } from './rule-set.ts'

/**
 * The roles and bindings of a server, indexed by subject. Call `set` for every object, and then `set` or `remove` for
 * every change in the order of the store; decisions depend on nothing else.
 */
export interface RbacIndex {
  /** Adds an object or replaces the one of the same name. */
  set<R extends RbacResource>(resource: R, object: RbacObjects[R]): void
  /** Removes an object, if it exists. `namespace` is empty for cluster-scoped objects. */
  remove(resource: RbacResource, namespace: string, name: string): void
  /** The rules a binding in `namespace` (empty for a cluster role binding) refers to; `undefined` for a missing role. */
  rulesOf(roleRef: RoleRef, namespace: string): readonly PolicyRule[] | undefined
  /** The rules a user holds in the whole cluster and, unless it is empty, in the namespace. */
  rulesFor(user: UserInfo, namespace: string): HeldRules
  /**
   * Visits the bindings of a user, cluster role bindings first, until a visit returns something. A binding that names the
   * user twice may be visited twice. `rules` is `undefined` where the role is missing.
   */
  visit<T>(user: UserInfo, namespace: string, visitor: GrantVisitor<T>): T | undefined
  /** The message of decisions about the missing role of a grant. */
  missingRole(grant: Grant): string
}

/** Called with a binding and the rules of its role; `undefined` means that the next binding is visited. */
export type GrantVisitor<T> = (grant: Grant, rules: RuleSet | undefined) => T | undefined

/** Rules a user holds. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[]
  /** A message about the missing roles of the user's bindings; empty without any. */
  readonly error: string
}

/** Creates an empty index, which allows nothing. */
export function createRbacIndex(vocabulary: Vocabulary): RbacIndex {
  return new SubjectIndex(vocabulary.group('rbac.authorization'))
}

class SubjectIndex implements RbacIndex {
  readonly #group: string
  readonly #clusterRoles = createClusterRoles()
  /** By namespace, then by name. */
  readonly #roles = new Map<string, Map<string, RuleSet>>()
  readonly #clusterGrants = createGrantTable()
  readonly #namespaceGrants = new Map<string, GrantTable>()
  /** By namespace, the empty one for the cluster, then by name. */
  readonly #bindings = new Map<string, Map<string, Grant>>()

  constructor(group: string) {
    this.#group = group
  }

  set<R extends RbacResource>(resource: R, object: RbacObjects[R]): void {
    const { namespace = '', name = '' } = object.metadata
    if (resource === 'clusterroles') this.#clusterRoles.set(object)
    else if (resource === 'roles') this.#setRole(namespace, name, object)
    else this.#addGrant(createGrant(object as RbacObjects['rolebindings'], scopeOf(resource, namespace)))
  }

  remove(resource: RbacResource, namespace: string, name: string): void {
    if (resource === 'clusterroles') this.#clusterRoles.remove(name)
    else if (resource === 'roles') removeFrom(this.#roles, namespace, name)
    else this.#removeGrant(scopeOf(resource, namespace), name)
  }

  rulesOf(roleRef: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    return this.#ruleSet(roleRef, namespace)?.rules
  }

  rulesFor(user: UserInfo, namespace: string): HeldRules {
    const seen = new Set<Grant>()
    const held: PolicyRule[] = []
    const errors: string[] = []
    this.visit(user, namespace, (grant, found) => {
      if (seen.has(grant)) return
      seen.add(grant)
      if (found === undefined) errors.push(this.missingRole(grant))
      else held.push(...found.rules)
      return undefined
    })
    return { rules: held, error: aggregate(errors) }
  }

  visit<T>(user: UserInfo, namespace: string, visitor: GrantVisitor<T>): T | undefined {
    const visitGrant = (grant: Grant): T | undefined => visitor(grant, this.#ruleSet(grant.roleRef, grant.namespace))
    const answer = this.#clusterGrants.visit(user, visitGrant)
    if (answer !== undefined || namespace === '') return answer
    return this.#namespaceGrants.get(namespace)?.visit(user, visitGrant)
  }

  // upstream: the listers of client-go use the singular for what they do not find.
  missingRole({ roleRef }: Grant): string {
    if (roleRef.kind !== 'Role' && roleRef.kind !== 'ClusterRole') {
      return `unsupported role reference kind: ${quote(roleRef.kind)}`
    }
    return `${roleRef.kind.toLowerCase()}.${this.#group} ${quote(roleRef.name)} not found`
  }

  #setRole(namespace: string, name: string, { rules }: Role): void {
    childMap(this.#roles, namespace).set(name, createRuleSet(rules ?? []))
  }

  #addGrant(grant: Grant): void {
    this.#removeGrant(grant.namespace, grant.name)
    childMap(this.#bindings, grant.namespace).set(grant.name, grant)
    if (grant.namespace === '') {
      this.#clusterGrants.add(grant)
      return
    }
    const table = this.#namespaceGrants.get(grant.namespace) ?? createGrantTable()
    this.#namespaceGrants.set(grant.namespace, table)
    table.add(grant)
  }

  #removeGrant(namespace: string, name: string): void {
    const grant = removeFrom(this.#bindings, namespace, name)
    if (grant === undefined) return
    const table = namespace === '' ? this.#clusterGrants : this.#namespaceGrants.get(namespace)
    table?.remove(grant)
    if (namespace !== '' && table?.isEmpty === true) this.#namespaceGrants.delete(namespace)
  }

  #ruleSet({ kind, name }: RoleRef, namespace: string): RuleSet | undefined {
    if (kind === 'ClusterRole') return this.#clusterRoles.get(name)
    return kind === 'Role' ? this.#roles.get(namespace)?.get(name) : undefined
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
