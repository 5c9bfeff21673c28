// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes } from '../scalars.ts'
import type { RuleWithOperations } from './admissionregistration-v1.ts'
import type { Condition, LabelSelector } from './meta-v1.ts'

/** admissionregistration.v1beta1.ApplyConfiguration */
export interface ApplyConfiguration {
  readonly expression?: string
}

/** admissionregistration.v1beta1.AuditAnnotation */
export interface AuditAnnotation {
  readonly key: string
  readonly valueExpression: string
}

/** admissionregistration.v1beta1.ExpressionWarning */
export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}

/** admissionregistration.v1beta1.JSONPatch */
export interface JSONPatch {
  readonly expression?: string
}

/** admissionregistration.v1beta1.MatchCondition */
export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** admissionregistration.v1beta1.MatchResources */
export interface MatchResources {
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly resourceRules?: readonly NamedRuleWithOperations[]
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[]
  readonly matchPolicy?: string
}

/** admissionregistration.v1beta1.MutatingAdmissionPolicy */
export interface MutatingAdmissionPolicy extends ApiObject {
  readonly spec?: MutatingAdmissionPolicySpec
}

/** admissionregistration.v1beta1.MutatingAdmissionPolicyBinding */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  readonly spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1beta1.MutatingAdmissionPolicyBindingList */
export type MutatingAdmissionPolicyBindingList = ApiList<MutatingAdmissionPolicyBinding>

/** admissionregistration.v1beta1.MutatingAdmissionPolicyBindingSpec */
export interface MutatingAdmissionPolicyBindingSpec {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
}

/** admissionregistration.v1beta1.MutatingAdmissionPolicyList */
export type MutatingAdmissionPolicyList = ApiList<MutatingAdmissionPolicy>

/** admissionregistration.v1beta1.MutatingAdmissionPolicySpec */
export interface MutatingAdmissionPolicySpec {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly variables?: readonly Variable[]
  readonly mutations?: readonly Mutation[]
  readonly failurePolicy?: string
  readonly matchConditions?: readonly MatchCondition[]
  readonly reinvocationPolicy?: string
}

/** admissionregistration.v1beta1.MutatingWebhook */
export interface MutatingWebhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly RuleWithOperations[]
  readonly failurePolicy?: string
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions?: readonly string[]
  readonly reinvocationPolicy?: string
  readonly matchConditions?: readonly MatchCondition[]
}

/** admissionregistration.v1beta1.MutatingWebhookConfiguration */
export interface MutatingWebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly MutatingWebhook[]
}

/** admissionregistration.v1beta1.MutatingWebhookConfigurationList */
export type MutatingWebhookConfigurationList = ApiList<MutatingWebhookConfiguration>

/** admissionregistration.v1beta1.Mutation */
export interface Mutation {
  /** One of ApplyConfiguration, JSONPatch. */
  readonly patchType: string
  readonly applyConfiguration?: ApplyConfiguration
  readonly jsonPatch?: JSONPatch
}

/** admissionregistration.v1beta1.NamedRuleWithOperations */
export interface NamedRuleWithOperations extends RuleWithOperations {
  readonly resourceNames?: readonly string[]
}

/** admissionregistration.v1beta1.ParamKind */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}

/** admissionregistration.v1beta1.ParamRef */
export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelector
  readonly parameterNotFoundAction?: string
}

/** admissionregistration.v1beta1.ServiceReference */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string
  readonly port?: number
}

/** admissionregistration.v1beta1.TypeChecking */
export interface TypeChecking {
  readonly expressionWarnings?: readonly ExpressionWarning[]
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicy */
export interface ValidatingAdmissionPolicy extends ApiObject {
  readonly spec?: ValidatingAdmissionPolicySpec
  readonly status?: ValidatingAdmissionPolicyStatus
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding */
export interface ValidatingAdmissionPolicyBinding extends ApiObject {
  readonly spec: ValidatingAdmissionPolicyBindingSpec
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingList */
export type ValidatingAdmissionPolicyBindingList = ApiList<ValidatingAdmissionPolicyBinding>

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec */
export interface ValidatingAdmissionPolicyBindingSpec {
  readonly policyName: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
  /** One of Deny, Warn, Audit. */
  readonly validationActions: readonly string[]
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyList */
export type ValidatingAdmissionPolicyList = ApiList<ValidatingAdmissionPolicy>

/** admissionregistration.v1beta1.ValidatingAdmissionPolicySpec */
export interface ValidatingAdmissionPolicySpec {
  readonly paramKind?: ParamKind
  readonly matchConstraints?: MatchResources
  readonly validations?: readonly Validation[]
  readonly failurePolicy?: string
  readonly auditAnnotations?: readonly AuditAnnotation[]
  readonly matchConditions?: readonly MatchCondition[]
  readonly variables?: readonly Variable[]
}

/** admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus */
export interface ValidatingAdmissionPolicyStatus {
  readonly observedGeneration?: number
  readonly typeChecking?: TypeChecking
  readonly conditions?: readonly Condition[]
}

/** admissionregistration.v1beta1.ValidatingWebhook */
export interface ValidatingWebhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly RuleWithOperations[]
  readonly failurePolicy?: string
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions?: readonly string[]
  readonly matchConditions?: readonly MatchCondition[]
}

/** admissionregistration.v1beta1.ValidatingWebhookConfiguration */
export interface ValidatingWebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly ValidatingWebhook[]
}

/** admissionregistration.v1beta1.ValidatingWebhookConfigurationList */
export type ValidatingWebhookConfigurationList = ApiList<ValidatingWebhookConfiguration>

/** admissionregistration.v1beta1.Validation */
export interface Validation {
  readonly expression: string
  readonly message?: string
  readonly reason?: string
  readonly messageExpression?: string
}

/** admissionregistration.v1beta1.Variable */
export interface Variable {
  readonly name: string
  readonly expression: string
}

/** admissionregistration.v1beta1.WebhookClientConfig */
export interface WebhookClientConfig {
  readonly url?: string
  readonly service?: ServiceReference
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
reinvocationPolicy 7 string omitempty`,
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
reinvocationPolicy 10 string omitempty pointer
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
