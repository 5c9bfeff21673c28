// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { RuleWithOperations } from './admissionregistration-v1.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * admissionregistration.v1alpha1.ApplyConfiguration
 *
 * Changes an object as server-side apply would.
 */
export interface ApplyConfiguration {
  /**
   * A CEL expression whose value is an Object with the fields to set. Lists that are replaced as a whole cannot be
   * changed so.
   */
  readonly expression?: string
}

/**
 * admissionregistration.v1alpha1.JSONPatch
 *
 * Changes an object with operations of a JSON patch.
 */
export interface JSONPatch {
  /** A CEL expression whose value is a list of JSONPatch operations. */
  readonly expression?: string
}

/**
 * admissionregistration.v1alpha1.MatchCondition
 *
 * A condition on the request that is checked before anything is called.
 */
export interface MatchCondition {
  /** The name of the condition, unique among those of its owner. It appears in errors and logs. */
  readonly name: string
  /**
   * A CEL expression that is true or false. It can use object, oldObject, request, authorizer and, in policies, params.
   */
  readonly expression: string
}

/**
 * admissionregistration.v1alpha1.MatchResources
 *
 * The requests that a policy is for.
 */
export interface MatchResources {
  /**
   * Restricts them to objects in namespaces with such labels, or to such namespaces. Resources of the whole cluster
   * always match; the default matches everything.
   */
  readonly namespaceSelector?: LabelSelector
  /**
   * Restricts them to objects with such labels, before or after the change. Users who can set the labels of the object
   * can avoid it; the default matches everything.
   */
  readonly objectSelector?: LabelSelector
  /** The operations and resources, of which one rule must match. */
  readonly resourceRules?: readonly NamedRuleWithOperations[]
  /** Operations and resources that do not match although a rule names them. */
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[]
  /**
   * Equivalent (the default) also matches the same resource in other versions, with the object converted; Exact only
   * the versions that are listed. One of Exact, Equivalent.
   */
  readonly matchPolicy?: string
}

/**
 * admissionregistration.v1alpha1.MutatingAdmissionPolicy
 *
 * Changes objects on their way into the cluster, with CEL expressions. It has no effect without a binding.
 */
export interface MutatingAdmissionPolicy extends ApiObject {
  /** What is changed, and how. */
  readonly spec?: MutatingAdmissionPolicySpec
}

/**
 * admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding
 *
 * Puts a mutating policy into effect, with parameters and for a part of its requests. Each binding with each of its
 * parameters applies the policy once.
 */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  /** The policy, its parameters and its requests. */
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingList */
export type MutatingAdmissionPolicyBindingList = ApiList<MutatingAdmissionPolicyBinding>

/**
 * admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec
 *
 * How a mutating policy is put into effect.
 */
export interface MutatingAdmissionPolicyBindingSpec {
  /** The policy. A binding without one that exists has no effect. */
  readonly policyName?: string
  /** The objects that parameterize the policy, of the kind in its paramKind. */
  readonly paramRef?: ParamRef
  /** Restricts the policy further. Everything that the policy matches by default. */
  readonly matchResources?: MatchResources
}

/** admissionregistration.v1alpha1.MutatingAdmissionPolicyList */
export type MutatingAdmissionPolicyList = ApiList<MutatingAdmissionPolicy>

/**
 * admissionregistration.v1alpha1.MutatingAdmissionPolicySpec
 *
 * What a mutating policy does.
 */
export interface MutatingAdmissionPolicySpec {
  /**
   * The kind of the objects that parameterize the policy, available to expressions as params. Without it there are no
   * parameters.
   */
  readonly paramKind?: ParamKind
  /** The requests that the policy is for. Required. */
  readonly matchConstraints?: MatchResources
  /** Named expressions that others can use, as in variables.name. A variable can use those before it. */
  readonly variables?: readonly Variable[]
  /** The changes, made one after the other: each sees the result of those before. At least one. */
  readonly mutations?: readonly Mutation[]
  /**
   * What happens if the expressions cannot be evaluated or the parameters are missing: Fail (the default) refuses the
   * request, Ignore goes on. One of Ignore, Fail.
   */
  readonly failurePolicy?: string
  /**
   * Expressions that all must be true for the policy to be evaluated. If one is false, the policy is skipped; at most
   * 64.
   */
  readonly matchConditions?: readonly MatchCondition[]
  /**
   * Never (the default) evaluates once; IfNeeded once more if something later changed the object. One of Never,
   * IfNeeded.
   */
  readonly reinvocationPolicy?: string
}

/**
 * admissionregistration.v1alpha1.Mutation
 *
 * One change that a policy makes. The member that patchType names is set.
 */
export interface Mutation {
  /** ApplyConfiguration or JSONPatch. One of ApplyConfiguration, JSONPatch. */
  readonly patchType: string
  /** A change like that of server-side apply. */
  readonly applyConfiguration?: ApplyConfiguration
  /** A change by operations of a JSON patch. */
  readonly jsonPatch?: JSONPatch
}

/**
 * admissionregistration.v1alpha1.NamedRuleWithOperations
 *
 * Operations on resources, restricted to some objects.
 */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /** The names of the objects. Empty means all. */
  readonly resourceNames?: readonly string[]
}

/**
 * admissionregistration.v1alpha1.ParamKind
 *
 * The kind of the objects that parameterize a policy.
 */
export interface ParamKind {
  /** Group and version of the kind. */
  readonly apiVersion?: string
  /** The kind. */
  readonly kind?: string
}

/**
 * admissionregistration.v1alpha1.ParamRef
 *
 * The objects that parameterize a policy: one by name, or several by label.
 */
export interface ParamRef {
  /** The name of the one object. Cannot be combined with selector. */
  readonly name?: string
  /**
   * Where the objects are. Without it, in the namespace of the object that is checked; forbidden for kinds of the whole
   * cluster.
   */
  readonly namespace?: string
  /** The labels of the objects, for each of which the policy is evaluated. Cannot be combined with name. */
  readonly selector?: LabelSelector
  /** What happens if there is no such object: Allow skips the binding, Deny does as failurePolicy says. Required. */
  readonly parameterNotFoundAction?: string
}

/**
 * admissionregistration.v1alpha1.Variable
 *
 * A named expression, evaluated at most once and only if it is used.
 */
export interface Variable {
  /** The name, an identifier of CEL that is unique in the policy. */
  readonly name: string
  /** The CEL expression. It can use what validations can, and the variables before it. */
  readonly expression: string
}

/** Fields of the types of this file, one line each. */
export const admissionregistrationV1alpha1Types: TypeTable = {
  'admissionregistration.v1alpha1.ApplyConfiguration': `expression 1 string omitempty`,
  'admissionregistration.v1alpha1.JSONPatch': `expression 1 string omitempty`,
  'admissionregistration.v1alpha1.MatchCondition': `name 1 string required
expression 2 string required`,
  'admissionregistration.v1alpha1.MatchResources': `@atomic
namespaceSelector 1 meta.v1.LabelSelector omitempty pointer
objectSelector 2 meta.v1.LabelSelector omitempty pointer
resourceRules 3 []admissionregistration.v1alpha1.NamedRuleWithOperations omitempty list=atomic
excludeResourceRules 4 []admissionregistration.v1alpha1.NamedRuleWithOperations omitempty list=atomic
matchPolicy 7 string omitempty pointer go=v1alpha1.MatchPolicyType enum=Exact|Equivalent`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1alpha1.MutatingAdmissionPolicySpec omitempty`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec omitempty`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding required`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec': `policyName 1 string omitempty
paramRef 2 admissionregistration.v1alpha1.ParamRef omitempty pointer
matchResources 3 admissionregistration.v1alpha1.MatchResources omitempty pointer`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1alpha1.MutatingAdmissionPolicy required`,
  'admissionregistration.v1alpha1.MutatingAdmissionPolicySpec': `paramKind 1 admissionregistration.v1alpha1.ParamKind omitempty pointer
matchConstraints 2 admissionregistration.v1alpha1.MatchResources omitempty pointer
variables 3 []admissionregistration.v1alpha1.Variable omitempty list=atomic
mutations 4 []admissionregistration.v1alpha1.Mutation omitempty list=atomic
failurePolicy 5 string omitempty pointer go=v1alpha1.FailurePolicyType enum=Ignore|Fail
matchConditions 6 []admissionregistration.v1alpha1.MatchCondition omitempty list=map:name merge=name
reinvocationPolicy 7 string omitempty go=v1.ReinvocationPolicyType enum=Never|IfNeeded`,
  'admissionregistration.v1alpha1.Mutation': `patchType 2 string required go=v1alpha1.PatchType enum=ApplyConfiguration|JSONPatch
applyConfiguration 3 admissionregistration.v1alpha1.ApplyConfiguration omitempty pointer
jsonPatch 4 admissionregistration.v1alpha1.JSONPatch omitempty pointer`,
  'admissionregistration.v1alpha1.NamedRuleWithOperations': `@atomic
resourceNames 1 []string omitempty list=atomic
+ 2 admissionregistration.v1.RuleWithOperations`,
  'admissionregistration.v1alpha1.ParamKind': `@atomic
apiVersion 1 string omitempty
kind 2 string omitempty`,
  'admissionregistration.v1alpha1.ParamRef': `@atomic
name 1 string omitempty
namespace 2 string omitempty
selector 3 meta.v1.LabelSelector omitempty pointer
parameterNotFoundAction 4 string omitempty pointer go=v1alpha1.ParameterNotFoundActionType`,
  'admissionregistration.v1alpha1.Variable': `@atomic
name 1 string required
expression 2 string required`,
}
