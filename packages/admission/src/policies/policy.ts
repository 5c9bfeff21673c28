import { fromLabelSelector, type ApiObject, type LabelSelectorMatcher } from '@pinnace/meta'
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import type { MatchPolicy } from '../match-policy.ts'
import type { Rule } from '../rules.ts'

/** A stored policy of either kind. */
export type StoredPolicy = ApiObject & (ValidatingAdmissionPolicy | MutatingAdmissionPolicy)

/** A stored binding of either kind. */
export type StoredBinding = ApiObject & (ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding)

/** A rule that may be limited to objects of some names. */
export interface NamedRule {
  readonly rule: Rule
  /** All names where it is empty. */
  readonly names: readonly string[]
}

/** The requests that a policy or a binding is for. */
export interface PolicyMatch {
  /** Every request where it is empty. */
  readonly rules: readonly NamedRule[]
  readonly excluded: readonly NamedRule[]
  readonly matchPolicy: MatchPolicy
  readonly namespaceSelector: LabelSelectorMatcher
  readonly objectSelector: LabelSelectorMatcher
}

/** A binding, ready to be matched. */
export interface PolicyBinding<Stored extends StoredBinding = StoredBinding> {
  readonly name: string
  readonly stored: Stored
  /** Undefined where the binding matches whatever its policy matches. */
  readonly match: PolicyMatch | undefined
  readonly paramRef: ParamRef | undefined
}

/** A policy with its bindings, ready to be matched. */
export interface PolicyHook<Policy extends StoredPolicy = StoredPolicy, Binding extends StoredBinding = StoredBinding> {
  readonly name: string
  readonly stored: Policy
  readonly match: PolicyMatch
  /** Failure policy Ignore: a policy that fails does not fail the request. */
  readonly isIgnoring: boolean
  readonly bindings: readonly PolicyBinding<Binding>[]
}

/** Compiles what a policy or a binding matches. */
export function policyMatch(match: MatchResources): PolicyMatch {
  return {
    rules: (match.resourceRules ?? []).map(namedRule),
    excluded: (match.excludeResourceRules ?? []).map(namedRule),
    matchPolicy: match.matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
    namespaceSelector: fromLabelSelector(match.namespaceSelector ?? {}),
    objectSelector: fromLabelSelector(match.objectSelector ?? {}),
  }
}

/** Prepares a binding. */
export function policyBinding<Stored extends StoredBinding>(stored: Stored): PolicyBinding<Stored> {
  const { matchResources, paramRef } = stored.spec ?? {}
  return {
    name: stored.metadata.name ?? '',
    stored,
    match: matchResources === undefined ? undefined : policyMatch(matchResources),
    paramRef,
  }
}

// Stored policies are valid, so the casts hold.
function namedRule({
  operations = [],
  apiGroups = [],
  apiVersions = [],
  resources = [],
  resourceNames = [],
  scope,
}: NonNullable<MatchResources['resourceRules']>[number]): NamedRule {
  return {
    names: resourceNames,
    rule: {
      operations: operations as Rule['operations'],
      apiGroups,
      apiVersions,
      resources,
      scope: (scope ?? '*') as NonNullable<Rule['scope']>,
    },
  }
}
