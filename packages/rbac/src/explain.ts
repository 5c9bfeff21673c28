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

/** Why RBAC allows a request, or what is missing. It names roles and bindings, so it is not meant for clients. */
export type RbacExplanation = RbacAllowed | RbacMissing

/** The rule that allows the request, its role, and the binding that gives the role to the user. */
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
  /** The smallest rule that would allow the request. */
  readonly missing: PolicyRule
  /** A binding of it would have to be in this namespace or in the cluster; empty for the cluster only. */
  readonly namespace: string
  /** The bindings of the user. */
  readonly bindings: readonly BindingName[]
  /** Messages about bindings whose role does not exist. */
  readonly missingRoles: readonly string[]
  /** Rules the user holds that fail in one respect only. */
  readonly near: readonly NearRule[]
}

/** A binding by name. */
export interface BindingName {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly namespace: string
  readonly name: string
}

/** A rule that would allow the request but for one of its lists. */
export interface NearRule {
  readonly rule: PolicyRule
  readonly role: RoleRef
  readonly binding: BindingName
  readonly lacks: 'verb' | 'apiGroup' | 'resource' | 'resourceName' | 'nonResourceURL'
}

/** Explains the decision of RBAC on a request. */
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
    const { roleRef: role } = grant
    const binding = bindingName(grant)
    const rule = rules.find(attributes)
    const subject = firstSubject(grant, attributes.user)
    if (rule !== undefined && subject !== undefined) {
      return { isAllowed: true, reason: grant.decision(subject).reason, rule, role, binding, subject }
    }
    for (const candidate of rules.rules) {
      const [lacks, ...others] = failures(candidate, attributes)
      if (lacks !== undefined && others.length === 0) near.push({ rule: candidate, role, binding, lacks })
    }
    return undefined
  })
  if (allowed !== undefined) return allowed
  return {
    isAllowed: false,
    missing: smallestRule(attributes),
    namespace: attributes.namespace,
    bindings: [...seen].map(bindingName),
    missingRoles,
    near,
  }
}

function bindingName({ kind, namespace, name }: Grant): BindingName {
  return { kind, namespace, name }
}

function smallestRule(attributes: AuthorizerAttributes): PolicyRule {
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
