// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes } from '../scalars.ts'
import type { RuleWithOperations } from './admissionregistration-v1.ts'
import type { Condition, LabelSelector } from './meta-v1.ts'

/**
 * admissionregistration.v1beta1.ApplyConfiguration
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
 * admissionregistration.v1beta1.AuditAnnotation
 *
 * An annotation of the audit event that a policy adds.
 */
export interface AuditAnnotation {
  /** The key, which is appended to the name of the policy and a slash. It is unique in the policy. */
  readonly key: string
  /** A CEL expression whose value is the text, or null for no annotation. Texts are cut at 10 KB. */
  readonly valueExpression: string
}

/**
 * admissionregistration.v1beta1.ExpressionWarning
 *
 * Something that type checking found in an expression.
 */
export interface ExpressionWarning {
  /** The path of the expression, such as "spec.validations[0].expression". */
  readonly fieldRef: string
  /** What was found, with the type that the expression was checked against. */
  readonly warning: string
}

/**
 * admissionregistration.v1beta1.JSONPatch
 *
 * Changes an object with operations of a JSON patch.
 */
export interface JSONPatch {
  /** A CEL expression whose value is a list of JSONPatch operations. */
  readonly expression?: string
}

/**
 * admissionregistration.v1beta1.MatchCondition
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
 * admissionregistration.v1beta1.MatchResources
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
   * the versions that are listed.
   */
  readonly matchPolicy?: string
}

/**
 * admissionregistration.v1beta1.MutatingAdmissionPolicy
 *
 * Changes objects on their way into the cluster, with CEL expressions. It has no effect without a binding.
 */
export interface MutatingAdmissionPolicy extends ApiObject {
  /** What is changed, and how. */
  readonly spec?: MutatingAdmissionPolicySpec
}

/**
 * admissionregistration.v1beta1.MutatingAdmissionPolicyBinding
 *
 * Puts a mutating policy into effect, with parameters and for a part of its requests. Each binding with each of its
 * parameters applies the policy once.
 */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  /** The policy, its parameters and its requests. */
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1beta1.MutatingAdmissionPolicyBindingList */
export type MutatingAdmissionPolicyBindingList = ApiList<MutatingAdmissionPolicyBinding>

/**
 * admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec
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

/** admissionregistration.v1beta1.MutatingAdmissionPolicyList */
export type MutatingAdmissionPolicyList = ApiList<MutatingAdmissionPolicy>

/**
 * admissionregistration.v1beta1.MutatingAdmissionPolicySpec
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
   * request, Ignore goes on.
   */
  readonly failurePolicy?: string
  /**
   * Expressions that all must be true for the policy to be evaluated. If one is false, the policy is skipped; at most
   * 64.
   */
  readonly matchConditions?: readonly MatchCondition[]
  /** Never (the default) evaluates once; IfNeeded once more if something later changed the object. */
  readonly reinvocationPolicy?: string
}

/**
 * admissionregistration.v1beta1.MutatingWebhook
 *
 * A server that is asked to change objects, or to refuse requests, before anything is stored.
 */
export interface MutatingWebhook {
  /** The name of the webhook, which contains a domain: "check.example.com". It is unique in the configuration. */
  readonly name: string
  /** How to reach the webhook. */
  readonly clientConfig: WebhookClientConfig
  /** The requests that the webhook is called for. One rule that matches is enough. */
  readonly rules?: readonly RuleWithOperations[]
  /**
   * What happens if the webhook cannot be reached or answers nonsense: Fail (the default) refuses the request, Ignore
   * goes on.
   */
  readonly failurePolicy?: string
  /**
   * Equivalent (the default) also calls it for the same resource in other versions, with the object converted; Exact
   * only for the versions that are listed.
   */
  readonly matchPolicy?: string
  /**
   * Restricts the webhook to objects in namespaces with such labels, or to such namespaces. Resources of the whole
   * cluster always match; the default matches everything.
   */
  readonly namespaceSelector?: LabelSelector
  /**
   * Restricts the webhook to objects with such labels, before or after the change. Users who can set the labels of the
   * object can avoid it; the default matches everything.
   */
  readonly objectSelector?: LabelSelector
  /** Whether calls change anything elsewhere: None, or NoneOnDryRun. Other webhooks cannot be called in a dry run. */
  readonly sideEffects?: string
  /** Seconds after which the call counts as failed: 1 to 30. The default is 10. */
  readonly timeoutSeconds?: number
  /**
   * The versions of AdmissionReview that the webhook understands, the preferred one first. One must be known to the
   * server.
   */
  readonly admissionReviewVersions?: readonly string[]
  /** Never (the default) calls the webhook once; IfNeeded once more if something later changed the object. */
  readonly reinvocationPolicy?: string
  /**
   * Expressions that all must be true for the webhook to be called. An error in one is treated as failurePolicy says;
   * at most 64.
   */
  readonly matchConditions?: readonly MatchCondition[]
}

/**
 * admissionregistration.v1beta1.MutatingWebhookConfiguration
 *
 * Webhooks that can change objects. They are called one after the other, sorted by the name of their configuration.
 */
export interface MutatingWebhookConfiguration extends ApiObject {
  /** The webhooks, called in this order. */
  readonly webhooks?: readonly MutatingWebhook[]
}

/** admissionregistration.v1beta1.MutatingWebhookConfigurationList */
export type MutatingWebhookConfigurationList = ApiList<MutatingWebhookConfiguration>

/**
 * admissionregistration.v1beta1.Mutation
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
 * admissionregistration.v1beta1.NamedRuleWithOperations
 *
 * Operations on resources, restricted to some objects.
 */
export interface NamedRuleWithOperations extends RuleWithOperations {
  /** The names of the objects. Empty means all. */
  readonly resourceNames?: readonly string[]
}

/**
 * admissionregistration.v1beta1.ParamKind
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
 * admissionregistration.v1beta1.ParamRef
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
 * admissionregistration.v1beta1.ServiceReference
 *
 * A service that is a webhook.
 */
export interface ServiceReference {
  /** The namespace of the service. */
  readonly namespace: string
  /** The name of the service. */
  readonly name: string
  /** The path to call. Without it, the root. */
  readonly path?: string
  /** The port of the service. The default is 443. */
  readonly port?: number
}

/**
 * admissionregistration.v1beta1.TypeChecking
 *
 * What type checking of a policy found.
 */
export interface TypeChecking {
  /** Findings, one for each expression and type. */
  readonly expressionWarnings?: readonly ExpressionWarning[]
}

/**
 * admissionregistration.v1beta1.ValidatingAdmissionPolicy
 *
 * Accepts or refuses requests by CEL expressions. It has no effect without a binding.
 */
export interface ValidatingAdmissionPolicy extends ApiObject {
  /** What is checked. */
  readonly spec?: ValidatingAdmissionPolicySpec
  /** What is known of the policy, such as the findings of type checking. */
  readonly status?: ValidatingAdmissionPolicyStatus
}

/**
 * admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding
 *
 * Puts a validating policy into effect, with parameters and for a part of its requests. A request must pass each
 * binding with each of its parameters.
 */
export interface ValidatingAdmissionPolicyBinding extends ApiObject {
  /** The policy, its parameters, its requests and what happens if they fail. */
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingList */
export type ValidatingAdmissionPolicyBindingList = ApiList<ValidatingAdmissionPolicyBinding>

/**
 * admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec
 *
 * How a validating policy is put into effect.
 */
export interface ValidatingAdmissionPolicyBindingSpec {
  /** The policy. A binding without one that exists has no effect. */
  readonly policyName: string
  /** The objects that parameterize the policy, of the kind in its paramKind. */
  readonly paramRef?: ParamRef
  /** Restricts the policy further. Everything that the policy matches by default. */
  readonly matchResources?: MatchResources
  /**
   * What happens if a validation fails: Deny refuses the request, Warn answers with a warning, Audit notes it in the
   * audit event. Deny and Warn exclude each other. One of Deny, Warn, Audit.
   */
  readonly validationActions: readonly string[]
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyList */
export type ValidatingAdmissionPolicyList = ApiList<ValidatingAdmissionPolicy>

/**
 * admissionregistration.v1beta1.ValidatingAdmissionPolicySpec
 *
 * What a validating policy checks. It has validations, audit annotations or both.
 */
export interface ValidatingAdmissionPolicySpec {
  /**
   * The kind of the objects that parameterize the policy, available to expressions as params. Without it there are no
   * parameters.
   */
  readonly paramKind?: ParamKind
  /** The requests that the policy is for. Required. */
  readonly matchConstraints?: MatchResources
  /** What must be true of the request. */
  readonly validations?: readonly Validation[]
  /**
   * What happens if the expressions cannot be evaluated or the parameters are missing: Fail (the default) refuses the
   * request, Ignore goes on.
   */
  readonly failurePolicy?: string
  /** Annotations of the audit event. At most 20. */
  readonly auditAnnotations?: readonly AuditAnnotation[]
  /**
   * Expressions that all must be true for the policy to be evaluated. If one is false, the policy is skipped; at most
   * 64.
   */
  readonly matchConditions?: readonly MatchCondition[]
  /** Named expressions that others can use, as in variables.name. A variable can use those before it. */
  readonly variables?: readonly Variable[]
}

/**
 * admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus
 *
 * What is known of a validating policy.
 */
export interface ValidatingAdmissionPolicyStatus {
  /** The generation that the controller last acted on. */
  readonly observedGeneration?: number
  /** The findings of type checking. They are there once it has been done. */
  readonly typeChecking?: TypeChecking
  /** Judgments of the state. */
  readonly conditions?: readonly Condition[]
}

/**
 * admissionregistration.v1beta1.ValidatingWebhook
 *
 * A server that is asked to accept or refuse requests before anything is stored.
 */
export interface ValidatingWebhook {
  /** The name of the webhook, which contains a domain: "check.example.com". It is unique in the configuration. */
  readonly name: string
  /** How to reach the webhook. */
  readonly clientConfig: WebhookClientConfig
  /** The requests that the webhook is called for. One rule that matches is enough. */
  readonly rules?: readonly RuleWithOperations[]
  /**
   * What happens if the webhook cannot be reached or answers nonsense: Fail (the default) refuses the request, Ignore
   * goes on.
   */
  readonly failurePolicy?: string
  /**
   * Equivalent (the default) also calls it for the same resource in other versions, with the object converted; Exact
   * only for the versions that are listed.
   */
  readonly matchPolicy?: string
  /**
   * Restricts the webhook to objects in namespaces with such labels, or to such namespaces. Resources of the whole
   * cluster always match; the default matches everything.
   */
  readonly namespaceSelector?: LabelSelector
  /**
   * Restricts the webhook to objects with such labels, before or after the change. Users who can set the labels of the
   * object can avoid it; the default matches everything.
   */
  readonly objectSelector?: LabelSelector
  /** Whether calls change anything elsewhere: None, or NoneOnDryRun. Other webhooks cannot be called in a dry run. */
  readonly sideEffects?: string
  /** Seconds after which the call counts as failed: 1 to 30. The default is 10. */
  readonly timeoutSeconds?: number
  /**
   * The versions of AdmissionReview that the webhook understands, the preferred one first. One must be known to the
   * server.
   */
  readonly admissionReviewVersions?: readonly string[]
  /**
   * Expressions that all must be true for the webhook to be called. An error in one is treated as failurePolicy says;
   * at most 64.
   */
  readonly matchConditions?: readonly MatchCondition[]
}

/**
 * admissionregistration.v1beta1.ValidatingWebhookConfiguration
 *
 * Webhooks that can refuse requests. They are called at the same time, after all changes.
 */
export interface ValidatingWebhookConfiguration extends ApiObject {
  /** The webhooks. */
  readonly webhooks?: readonly ValidatingWebhook[]
}

/** admissionregistration.v1beta1.ValidatingWebhookConfigurationList */
export type ValidatingWebhookConfigurationList = ApiList<ValidatingWebhookConfiguration>

/**
 * admissionregistration.v1beta1.Validation
 *
 * Something that must be true of a request.
 */
export interface Validation {
  /**
   * A CEL expression that is true if the request is acceptable. It can use object, oldObject, request, params,
   * namespaceObject, variables and authorizer.
   */
  readonly expression: string
  /** What to tell the client if it is false, on one line. Without it, the expression is quoted. */
  readonly message?: string
  /**
   * The reason of the error: Unauthorized, Forbidden, Invalid (the default) or RequestEntityTooLarge. The first that
   * fails decides.
   */
  readonly reason?: string
  /** A CEL expression whose value is the message. It has precedence over message, unless it fails or is empty. */
  readonly messageExpression?: string
}

/**
 * admissionregistration.v1beta1.Variable
 *
 * A named expression, evaluated at most once and only if it is used.
 */
export interface Variable {
  /** The name, an identifier of CEL that is unique in the policy. */
  readonly name: string
  /** The CEL expression. It can use what validations can, and the variables before it. */
  readonly expression: string
}

/**
 * admissionregistration.v1beta1.WebhookClientConfig
 *
 * How to reach a webhook: by url or by service.
 */
export interface WebhookClientConfig {
  /** The URL, which begins with https and has no user, query or fragment. */
  readonly url?: string
  /** A service in the cluster. */
  readonly service?: ServiceReference
  /** Certificates in PEM that vouch for the webhook. Without them, those of the system do. */
  readonly caBundle?: Bytes
}

/** Fields of the types of this file, one line each. */
export const admissionregistrationV1beta1Types: TypeTable = {
  'admissionregistration.v1beta1.ApplyConfiguration': `expression 1 string omitempty`,
  'admissionregistration.v1beta1.AuditAnnotation': `key 1 string required
valueExpression 2 string required`,
  'admissionregistration.v1beta1.ExpressionWarning': `fieldRef 2 string required
warning 3 string required`,
  'admissionregistration.v1beta1.JSONPatch': `expression 1 string omitempty`,
  'admissionregistration.v1beta1.MatchCondition': `name 1 string required
expression 2 string required`,
  'admissionregistration.v1beta1.MatchResources': `@atomic
namespaceSelector 1 meta.v1.LabelSelector omitempty pointer
objectSelector 2 meta.v1.LabelSelector omitempty pointer
resourceRules 3 []admissionregistration.v1beta1.NamedRuleWithOperations omitempty list=atomic
excludeResourceRules 4 []admissionregistration.v1beta1.NamedRuleWithOperations omitempty list=atomic
matchPolicy 7 string omitempty pointer go=v1beta1.MatchPolicyType`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1beta1.MutatingAdmissionPolicySpec omitempty`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicyBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec omitempty`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicyBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.MutatingAdmissionPolicyBinding required`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec': `policyName 1 string omitempty
paramRef 2 admissionregistration.v1beta1.ParamRef omitempty pointer
matchResources 3 admissionregistration.v1beta1.MatchResources omitempty pointer`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.MutatingAdmissionPolicy required`,
  'admissionregistration.v1beta1.MutatingAdmissionPolicySpec': `paramKind 1 admissionregistration.v1beta1.ParamKind omitempty pointer
matchConstraints 2 admissionregistration.v1beta1.MatchResources omitempty pointer
variables 3 []admissionregistration.v1beta1.Variable omitempty list=atomic
mutations 4 []admissionregistration.v1beta1.Mutation omitempty list=atomic
failurePolicy 5 string omitempty pointer go=v1beta1.FailurePolicyType
matchConditions 6 []admissionregistration.v1beta1.MatchCondition omitempty list=map:name merge=name
reinvocationPolicy 7 string omitempty go=v1.ReinvocationPolicyType`,
  'admissionregistration.v1beta1.MutatingWebhook': `name 1 string required
clientConfig 2 admissionregistration.v1beta1.WebhookClientConfig required
rules 3 []admissionregistration.v1.RuleWithOperations omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1beta1.FailurePolicyType
matchPolicy 9 string omitempty pointer go=v1beta1.MatchPolicyType
namespaceSelector 5 meta.v1.LabelSelector omitempty pointer
objectSelector 11 meta.v1.LabelSelector omitempty pointer
sideEffects 6 string omitempty pointer go=v1beta1.SideEffectClass
timeoutSeconds 7 int32 omitempty pointer
admissionReviewVersions 8 []string omitempty list=atomic
reinvocationPolicy 10 string omitempty pointer go=v1.ReinvocationPolicyType
matchConditions 12 []admissionregistration.v1beta1.MatchCondition omitempty list=map:name merge=name`,
  'admissionregistration.v1beta1.MutatingWebhookConfiguration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
webhooks 2 []admissionregistration.v1beta1.MutatingWebhook omitempty list=map:name merge=name`,
  'admissionregistration.v1beta1.MutatingWebhookConfigurationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.MutatingWebhookConfiguration required`,
  'admissionregistration.v1beta1.Mutation': `patchType 2 string required go=v1beta1.PatchType enum=ApplyConfiguration|JSONPatch
applyConfiguration 3 admissionregistration.v1beta1.ApplyConfiguration omitempty pointer
jsonPatch 4 admissionregistration.v1beta1.JSONPatch omitempty pointer`,
  'admissionregistration.v1beta1.NamedRuleWithOperations': `@atomic
resourceNames 1 []string omitempty list=atomic
+ 2 admissionregistration.v1.RuleWithOperations`,
  'admissionregistration.v1beta1.ParamKind': `@atomic
apiVersion 1 string omitempty
kind 2 string omitempty`,
  'admissionregistration.v1beta1.ParamRef': `@atomic
name 1 string omitempty
namespace 2 string omitempty
selector 3 meta.v1.LabelSelector omitempty pointer
parameterNotFoundAction 4 string omitempty pointer go=v1beta1.ParameterNotFoundActionType`,
  'admissionregistration.v1beta1.ServiceReference': `namespace 1 string required
name 2 string required
path 3 string omitempty pointer
port 4 int32 omitempty pointer`,
  'admissionregistration.v1beta1.TypeChecking': `expressionWarnings 1 []admissionregistration.v1beta1.ExpressionWarning omitempty list=atomic`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1beta1.ValidatingAdmissionPolicySpec omitempty
status 3 admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus omitempty`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec required omitempty`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding required`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec': `policyName 1 string required omitempty
paramRef 2 admissionregistration.v1beta1.ParamRef omitempty pointer
matchResources 3 admissionregistration.v1beta1.MatchResources omitempty pointer
validationActions 4 []string required omitempty go=v1beta1.ValidationAction list=set enum=Deny|Warn|Audit`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.ValidatingAdmissionPolicy required`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicySpec': `paramKind 1 admissionregistration.v1beta1.ParamKind omitempty pointer
matchConstraints 2 admissionregistration.v1beta1.MatchResources omitempty pointer
validations 3 []admissionregistration.v1beta1.Validation omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1beta1.FailurePolicyType
auditAnnotations 5 []admissionregistration.v1beta1.AuditAnnotation omitempty list=atomic
matchConditions 6 []admissionregistration.v1beta1.MatchCondition omitempty list=map:name merge=name
variables 7 []admissionregistration.v1beta1.Variable omitempty list=map:name merge=name`,
  'admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus': `observedGeneration 1 int64 omitempty
typeChecking 2 admissionregistration.v1beta1.TypeChecking omitempty pointer
conditions 3 []meta.v1.Condition omitempty list=map:type`,
  'admissionregistration.v1beta1.ValidatingWebhook': `name 1 string required
clientConfig 2 admissionregistration.v1beta1.WebhookClientConfig required
rules 3 []admissionregistration.v1.RuleWithOperations omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1beta1.FailurePolicyType
matchPolicy 9 string omitempty pointer go=v1beta1.MatchPolicyType
namespaceSelector 5 meta.v1.LabelSelector omitempty pointer
objectSelector 10 meta.v1.LabelSelector omitempty pointer
sideEffects 6 string omitempty pointer go=v1beta1.SideEffectClass list=atomic
timeoutSeconds 7 int32 omitempty pointer
admissionReviewVersions 8 []string omitempty list=atomic
matchConditions 11 []admissionregistration.v1beta1.MatchCondition omitempty list=map:name merge=name`,
  'admissionregistration.v1beta1.ValidatingWebhookConfiguration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
webhooks 2 []admissionregistration.v1beta1.ValidatingWebhook omitempty list=map:name merge=name`,
  'admissionregistration.v1beta1.ValidatingWebhookConfigurationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1beta1.ValidatingWebhookConfiguration required`,
  'admissionregistration.v1beta1.Validation': `expression 1 string required
message 2 string omitempty
reason 3 string omitempty pointer go=v1.StatusReason
messageExpression 4 string omitempty`,
  'admissionregistration.v1beta1.Variable': `@atomic
name 1 string required
expression 2 string required`,
  'admissionregistration.v1beta1.WebhookClientConfig': `url 3 string omitempty pointer
service 1 admissionregistration.v1beta1.ServiceReference omitempty pointer
caBundle 2 bytes omitempty`,
}
