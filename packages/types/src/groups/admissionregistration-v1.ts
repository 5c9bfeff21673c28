// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes } from '../scalars.ts'
import type { Condition, LabelSelector } from './meta-v1.ts'

/** admissionregistration.v1.ApplyConfiguration */
export interface ApplyConfiguration {
  readonly expression?: string
}

/** admissionregistration.v1.AuditAnnotation */
export interface AuditAnnotation {
  readonly key: string
  readonly valueExpression: string
}

/** admissionregistration.v1.ExpressionWarning */
export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

/** admissionregistration.v1.JSONPatch */
export interface JSONPatch {
  readonly expression?: string
}

/** admissionregistration.v1.MatchCondition */
export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** admissionregistration.v1.MatchResources */
export interface MatchResources {
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly resourceRules?: readonly NamedRuleWithOperations[]
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[]
  /** One of Exact, Equivalent. */
  readonly matchPolicy?: string
}

/** admissionregistration.v1.MutatingAdmissionPolicy */
export interface MutatingAdmissionPolicy extends ApiObject {
  readonly spec?: MutatingAdmissionPolicySpec
}

/** admissionregistration.v1.MutatingAdmissionPolicyBinding */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1.MutatingAdmissionPolicyBindingList */
export type MutatingAdmissionPolicyBindingList = ApiList<MutatingAdmissionPolicyBinding>

/** admissionregistration.v1.MutatingAdmissionPolicyBindingSpec */
export interface MutatingAdmissionPolicyBindingSpec {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
}

/** admissionregistration.v1.MutatingAdmissionPolicyList */
export type MutatingAdmissionPolicyList = ApiList<MutatingAdmissionPolicy>

/** admissionregistration.v1.MutatingAdmissionPolicySpec */
export interface MutatingAdmissionPolicySpec {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly variables?: readonly Variable[]
  readonly mutations?: readonly Mutation[]
  /** One of Ignore, Fail. */
  readonly failurePolicy?: string
  readonly matchConditions?: readonly MatchCondition[]
  /** One of Never, IfNeeded. */
  readonly reinvocationPolicy?: string
}

/** admissionregistration.v1.MutatingWebhook */
export interface MutatingWebhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly RuleWithOperations[]
  /** One of Ignore, Fail. */
  readonly failurePolicy?: string
  /** One of Exact, Equivalent. */
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  /** One of Unknown, None, Some, NoneOnDryRun. */
  readonly sideEffects: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions: readonly string[]
  /** One of Never, IfNeeded. */
  readonly reinvocationPolicy?: string
  readonly matchConditions?: readonly MatchCondition[]
}

/** admissionregistration.v1.MutatingWebhookConfiguration */
export interface MutatingWebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly MutatingWebhook[]
}

/** admissionregistration.v1.MutatingWebhookConfigurationList */
export type MutatingWebhookConfigurationList = ApiList<MutatingWebhookConfiguration>

/** admissionregistration.v1.Mutation */
export interface Mutation {
  /** One of ApplyConfiguration, JSONPatch. */
  readonly patchType: string
  readonly applyConfiguration?: ApplyConfiguration
  readonly jsonPatch?: JSONPatch
}

/** admissionregistration.v1.NamedRuleWithOperations */
export interface NamedRuleWithOperations extends RuleWithOperations {
  readonly resourceNames?: readonly string[]
}

/** admissionregistration.v1.ParamKind */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}

/** admissionregistration.v1.ParamRef */
export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelector
  readonly parameterNotFoundAction?: string
}

/** admissionregistration.v1.Rule */
export interface Rule {
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  /** One of Cluster, Namespaced, *. */
  readonly scope?: string
}

/** admissionregistration.v1.RuleWithOperations */
export interface RuleWithOperations extends Rule {
  /** One of *, CREATE, UPDATE, DELETE, CONNECT. */
  readonly operations?: readonly string[]
}

/** admissionregistration.v1.ServiceReference */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  readonly port?: number
}

/** admissionregistration.v1.TypeChecking */
export interface TypeChecking {
  readonly expressionWarnings?: readonly ExpressionWarning[]
}

/** admissionregistration.v1.ValidatingAdmissionPolicy */
export interface ValidatingAdmissionPolicy extends ApiObject {
  readonly spec?: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus
}

/** admissionregistration.v1.ValidatingAdmissionPolicyBinding */
export interface ValidatingAdmissionPolicyBinding extends ApiObject {
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1.ValidatingAdmissionPolicyBindingList */
export type ValidatingAdmissionPolicyBindingList = ApiList<ValidatingAdmissionPolicyBinding>

/** admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec */
export interface ValidatingAdmissionPolicyBindingSpec {
  readonly policyName: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
  /** One of Deny, Warn, Audit. */
  readonly validationActions: readonly string[]
}

/** admissionregistration.v1.ValidatingAdmissionPolicyList */
export type ValidatingAdmissionPolicyList = ApiList<ValidatingAdmissionPolicy>

/** admissionregistration.v1.ValidatingAdmissionPolicySpec */
export interface ValidatingAdmissionPolicySpec {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly validations?: readonly Validation[]
  /** One of Ignore, Fail. */
  readonly failurePolicy?: string
  readonly auditAnnotations?: readonly AuditAnnotation[]
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly Variable[]
}

/** admissionregistration.v1.ValidatingAdmissionPolicyStatus */
export interface ValidatingAdmissionPolicyStatus {
  readonly observedGeneration?: number
  readonly typeChecking?: TypeChecking
  readonly conditions?: readonly Condition[]
}

/** admissionregistration.v1.ValidatingWebhook */
export interface ValidatingWebhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly RuleWithOperations[]
  /** One of Ignore, Fail. */
  readonly failurePolicy?: string
  /** One of Exact, Equivalent. */
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  /** One of Unknown, None, Some, NoneOnDryRun. */
  readonly sideEffects: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions: readonly string[]
  readonly matchConditions?: readonly MatchCondition[]
}

/** admissionregistration.v1.ValidatingWebhookConfiguration */
export interface ValidatingWebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly ValidatingWebhook[]
}

/** admissionregistration.v1.ValidatingWebhookConfigurationList */
export type ValidatingWebhookConfigurationList = ApiList<ValidatingWebhookConfiguration>

/** admissionregistration.v1.Validation */
export interface Validation {
  readonly expression: string
  readonly message?: string
  readonly reason?: string
  readonly messageExpression?: string
}

/** admissionregistration.v1.Variable */
export interface Variable {
  readonly name: string
  readonly expression: string
}

/** admissionregistration.v1.WebhookClientConfig */
export interface WebhookClientConfig {
  readonly url?: string
  readonly service?: ServiceReference
  readonly caBundle?: Bytes
}

/** Fields of the types of this file, one line each. */
export const admissionregistrationV1Types: TypeTable = {
  'admissionregistration.v1.ApplyConfiguration': `expression 1 string omitempty`,
  'admissionregistration.v1.AuditAnnotation': `key 1 string required
valueExpression 2 string required`,
  'admissionregistration.v1.ExpressionWarning': `fieldRef 2 string required
warning 3 string required`,
  'admissionregistration.v1.JSONPatch': `expression 1 string omitempty`,
  'admissionregistration.v1.MatchCondition': `name 1 string required
expression 2 string required`,
  'admissionregistration.v1.MatchResources': `@atomic
namespaceSelector 1 meta.v1.LabelSelector omitempty pointer
objectSelector 2 meta.v1.LabelSelector omitempty pointer
resourceRules 3 []admissionregistration.v1.NamedRuleWithOperations omitempty list=atomic
excludeResourceRules 4 []admissionregistration.v1.NamedRuleWithOperations omitempty list=atomic
matchPolicy 7 string omitempty pointer go=v1.MatchPolicyType enum=Exact|Equivalent`,
  'admissionregistration.v1.MutatingAdmissionPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1.MutatingAdmissionPolicySpec omitempty`,
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1.MutatingAdmissionPolicyBindingSpec omitempty`,
  'admissionregistration.v1.MutatingAdmissionPolicyBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.MutatingAdmissionPolicyBinding required`,
  'admissionregistration.v1.MutatingAdmissionPolicyBindingSpec': `policyName 1 string omitempty
paramRef 2 admissionregistration.v1.ParamRef omitempty pointer
matchResources 3 admissionregistration.v1.MatchResources omitempty pointer`,
  'admissionregistration.v1.MutatingAdmissionPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.MutatingAdmissionPolicy required`,
  'admissionregistration.v1.MutatingAdmissionPolicySpec': `paramKind 1 admissionregistration.v1.ParamKind omitempty pointer
matchConstraints 2 admissionregistration.v1.MatchResources omitempty pointer
variables 3 []admissionregistration.v1.Variable omitempty list=atomic
mutations 4 []admissionregistration.v1.Mutation omitempty list=atomic
failurePolicy 5 string omitempty pointer go=v1.FailurePolicyType enum=Ignore|Fail
matchConditions 6 []admissionregistration.v1.MatchCondition omitempty list=map:name merge=name
reinvocationPolicy 7 string omitempty go=v1.ReinvocationPolicyType enum=Never|IfNeeded`,
  'admissionregistration.v1.MutatingWebhook': `name 1 string required
clientConfig 2 admissionregistration.v1.WebhookClientConfig required
rules 3 []admissionregistration.v1.RuleWithOperations omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1.FailurePolicyType enum=Ignore|Fail
matchPolicy 9 string omitempty pointer go=v1.MatchPolicyType enum=Exact|Equivalent
namespaceSelector 5 meta.v1.LabelSelector omitempty pointer
objectSelector 11 meta.v1.LabelSelector omitempty pointer
sideEffects 6 string required pointer go=v1.SideEffectClass enum=Unknown|None|Some|NoneOnDryRun
timeoutSeconds 7 int32 omitempty pointer
admissionReviewVersions 8 []string required list=atomic
reinvocationPolicy 10 string omitempty pointer go=v1.ReinvocationPolicyType enum=Never|IfNeeded
matchConditions 12 []admissionregistration.v1.MatchCondition omitempty list=map:name merge=name`,
  'admissionregistration.v1.MutatingWebhookConfiguration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
webhooks 2 []admissionregistration.v1.MutatingWebhook omitempty list=map:name merge=name`,
  'admissionregistration.v1.MutatingWebhookConfigurationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.MutatingWebhookConfiguration required`,
  'admissionregistration.v1.Mutation': `patchType 2 string required go=v1.PatchType enum=ApplyConfiguration|JSONPatch
applyConfiguration 3 admissionregistration.v1.ApplyConfiguration omitempty pointer
jsonPatch 4 admissionregistration.v1.JSONPatch omitempty pointer`,
  'admissionregistration.v1.NamedRuleWithOperations': `@atomic
resourceNames 1 []string omitempty list=atomic
+ 2 admissionregistration.v1.RuleWithOperations`,
  'admissionregistration.v1.ParamKind': `@atomic
apiVersion 1 string omitempty
kind 2 string omitempty`,
  'admissionregistration.v1.ParamRef': `@atomic
name 1 string omitempty
namespace 2 string omitempty
selector 3 meta.v1.LabelSelector omitempty pointer
parameterNotFoundAction 4 string omitempty pointer go=v1.ParameterNotFoundActionType`,
  'admissionregistration.v1.Rule': `apiGroups 1 []string omitempty list=atomic
apiVersions 2 []string omitempty list=atomic
resources 3 []string omitempty list=atomic
scope 4 string omitempty pointer go=v1.ScopeType enum=Cluster|Namespaced|*`,
  'admissionregistration.v1.RuleWithOperations': `operations 1 []string omitempty go=v1.OperationType list=atomic enum=*|CREATE|UPDATE|DELETE|CONNECT
+ 2 admissionregistration.v1.Rule`,
  'admissionregistration.v1.ServiceReference': `namespace 1 string required
name 2 string required
path 3 string omitempty pointer
port 4 int32 omitempty pointer`,
  'admissionregistration.v1.TypeChecking': `expressionWarnings 1 []admissionregistration.v1.ExpressionWarning omitempty list=atomic`,
  'admissionregistration.v1.ValidatingAdmissionPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1.ValidatingAdmissionPolicySpec omitempty
status 3 admissionregistration.v1.ValidatingAdmissionPolicyStatus omitempty`,
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec required omitempty`,
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.ValidatingAdmissionPolicyBinding required`,
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec': `policyName 1 string required omitempty
paramRef 2 admissionregistration.v1.ParamRef omitempty pointer
matchResources 3 admissionregistration.v1.MatchResources omitempty pointer
validationActions 4 []string required omitempty go=v1.ValidationAction list=set enum=Deny|Warn|Audit`,
  'admissionregistration.v1.ValidatingAdmissionPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.ValidatingAdmissionPolicy required`,
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': `paramKind 1 admissionregistration.v1.ParamKind omitempty pointer
matchConstraints 2 admissionregistration.v1.MatchResources omitempty pointer
validations 3 []admissionregistration.v1.Validation omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1.FailurePolicyType enum=Ignore|Fail
auditAnnotations 5 []admissionregistration.v1.AuditAnnotation omitempty list=atomic
matchConditions 6 []admissionregistration.v1.MatchCondition omitempty list=map:name merge=name
variables 7 []admissionregistration.v1.Variable omitempty list=map:name merge=name`,
  'admissionregistration.v1.ValidatingAdmissionPolicyStatus': `observedGeneration 1 int64 omitempty
typeChecking 2 admissionregistration.v1.TypeChecking omitempty pointer
conditions 3 []meta.v1.Condition omitempty list=map:type`,
  'admissionregistration.v1.ValidatingWebhook': `name 1 string required
clientConfig 2 admissionregistration.v1.WebhookClientConfig required
rules 3 []admissionregistration.v1.RuleWithOperations omitempty list=atomic
failurePolicy 4 string omitempty pointer go=v1.FailurePolicyType enum=Ignore|Fail
matchPolicy 9 string omitempty pointer go=v1.MatchPolicyType enum=Exact|Equivalent
namespaceSelector 5 meta.v1.LabelSelector omitempty pointer
objectSelector 10 meta.v1.LabelSelector omitempty pointer
sideEffects 6 string required pointer go=v1.SideEffectClass enum=Unknown|None|Some|NoneOnDryRun
timeoutSeconds 7 int32 omitempty pointer
admissionReviewVersions 8 []string required list=atomic
matchConditions 11 []admissionregistration.v1.MatchCondition omitempty list=map:name merge=name`,
  'admissionregistration.v1.ValidatingWebhookConfiguration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
webhooks 2 []admissionregistration.v1.ValidatingWebhook omitempty list=map:name merge=name`,
  'admissionregistration.v1.ValidatingWebhookConfigurationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []admissionregistration.v1.ValidatingWebhookConfiguration required`,
  'admissionregistration.v1.Validation': `expression 1 string required
message 2 string omitempty
reason 3 string omitempty pointer go=v1.StatusReason
messageExpression 4 string omitempty`,
  'admissionregistration.v1.Variable': `@atomic
name 1 string required
expression 2 string required`,
  'admissionregistration.v1.WebhookClientConfig': `url 3 string omitempty pointer
service 1 admissionregistration.v1.ServiceReference omitempty pointer
caBundle 2 bytes omitempty`,
}
