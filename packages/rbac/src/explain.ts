import {
  allowsName,
  allowsPath,
  allowsResource,
  holds,
  type AuthorizerAttributes,
  type PolicyRule,
} from '@pinnace/authz'
import type { RoleRef, Subject } from '@pinnace/types/rbac-v1'
import { firstSubject, type Grant } from './grant.ts'
import type { RbacIndex } from './rbac-index.ts'

/** Why RBAC allows a request, or what it would take. Tells of roles and bindings: for hosts and tests, not for callers. */
export type RbacExplanation = RbacAllowed | RbacMissing

/** The rule that allows, the role it stands in, and the binding that gives it. */
export interface RbacAllowed {
  readonly isAllowed: true
  readonly reason: string
  readonly rule: PolicyRule
  readonly role: RoleRef
  readonly binding: BindingName
  readonly subject: Subject
}

/** What is missing. */
export interface RbacMissing {
  readonly isAllowed: false
  /** The least rule that would allow it. */
  readonly missing: PolicyRule
  /** Where a binding to it would have to be: this namespace or the cluster; empty for the cluster alone. */
  readonly namespace: string
  /** The bindings that were looked at. */
  readonly bindings: readonly BindingName[]
  /** Bindings whose role does not exist, in words. */
  readonly missingRoles: readonly string[]
  /** Rules the user holds that fail in one point only. */
  readonly near: readonly NearRule[]
}

/** A binding by name. */
export interface BindingName {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly namespace: string
  readonly name: string
}

/** A rule that would allow the request but for one word. */
export interface NearRule {
  readonly rule: PolicyRule
  readonly role: RoleRef
  readonly binding: BindingName
  readonly lacks: 'verb' | 'apiGroup' | 'resource' | 'resourceName' | 'nonResourceURL'
}

/** Explains the answer of RBAC. */
export function explainRbac(index: RbacIndex, attributes: AuthorizerAttributes): RbacExplanation {
  const seen = new Set<Grant>()
  const missingRoles: string[] = []
  const near: NearRule[] = []
  const allowed = index.visit(attributes.user, attributes.namespace, (grant, rules): RbacAllowed | undefined => {
    if (seen.has(grant)) return undefined
    seen.add(grant)
    if (rules === undefined) {
      missingRoles.push(index.missingRole(grant))
      return undefined
    }
    const { roleRef: role, subjects } = grant
    const binding = bindingName(grant)
    const rule = rules.find(attributes)
    if (rule !== undefined) {
      const place = firstSubject(grant, attributes.user)
      const { reason } = grant.decision(place)
      return { isAllowed: true, reason, rule, role, binding, subject: subjects[place]! }
    }
    for (const candidate of rules.rules) {
      const lacks = failures(candidate, attributes)
      if (lacks.length === 1) near.push({ rule: candidate, role, binding, lacks: lacks[0]! })
    }
    return undefined
  })
  if (allowed !== undefined) return allowed
  return {
    isAllowed: false,
    missing: leastRule(attributes),
    namespace: attributes.namespace,
    bindings: [...seen].map(bindingName),
    missingRoles,
    near,
  }
}

function bindingName({ kind, namespace, name }: Grant): BindingName {
  return { kind, namespace, name }
}

function leastRule(attributes: AuthorizerAttributes): PolicyRule {
  const { verb, group, resource, subresource, name, path } = attributes
  if (!attributes.isResourceRequest) return { verbs: [verb], nonResourceURLs: [path] }
  return {
    verbs: [verb],
    apiGroups: [group],
    resources: [subresource === '' ? resource : `${resource}/${subresource}`],
    ...(name === '' ? {} : { resourceNames: [name] }),
  }
}

function failures(rule: PolicyRule, attributes: AuthorizerAttributes): NearRule['lacks'][] {
  const lacks: NearRule['lacks'][] = []
  if (!holds(rule.verbs, attributes.verb)) lacks.push('verb')
  if (!attributes.isResourceRequest) {
    if (!allowsPath(rule, attributes.path)) lacks.push('nonResourceURL')
    return lacks
  }
  if (!holds(rule.apiGroups, attributes.group)) lacks.push('apiGroup')
  if (!allowsResource(rule, attributes.resource, attributes.subresource)) lacks.push('resource')
  if (!allowsName(rule, attributes.name)) lacks.push('resourceName')
  return lacks
}
