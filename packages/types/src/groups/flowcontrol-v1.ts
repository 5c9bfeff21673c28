// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'

/** flowcontrol.v1.ExemptPriorityLevelConfiguration */
export interface ExemptPriorityLevelConfiguration {
  readonly nominalConcurrencyShares?: number
  readonly lendablePercent?: number
}

/** flowcontrol.v1.FlowDistinguisherMethod */
export interface FlowDistinguisherMethod {
  readonly type: string
}

/** flowcontrol.v1.FlowSchema */
export interface FlowSchema extends ApiObject {
  readonly spec?: FlowSchemaSpec
  readonly status?: FlowSchemaStatus
}

/** flowcontrol.v1.FlowSchemaCondition */
export interface FlowSchemaCondition {
  readonly type?: string
  readonly status?: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** flowcontrol.v1.FlowSchemaList */
export type FlowSchemaList = ApiList<FlowSchema>

/** flowcontrol.v1.FlowSchemaSpec */
export interface FlowSchemaSpec {
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference
  readonly matchingPrecedence?: number
  readonly distinguisherMethod?: FlowDistinguisherMethod
  readonly rules?: readonly PolicyRulesWithSubjects[]
}

/** flowcontrol.v1.FlowSchemaStatus */
export interface FlowSchemaStatus {
  readonly conditions?: readonly FlowSchemaCondition[]
}

/** flowcontrol.v1.GroupSubject */
export interface GroupSubject {
  readonly name: string
}

/** flowcontrol.v1.LimitResponse */
export interface LimitResponse {
  readonly type: string
  readonly queuing?: QueuingConfiguration
}

/** flowcontrol.v1.LimitedPriorityLevelConfiguration */
export interface LimitedPriorityLevelConfiguration {
  readonly nominalConcurrencyShares?: number
  readonly limitResponse?: LimitResponse
  readonly lendablePercent?: number
  readonly borrowingLimitPercent?: number
}

/** flowcontrol.v1.NonResourcePolicyRule */
export interface NonResourcePolicyRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** flowcontrol.v1.PolicyRulesWithSubjects */
export interface PolicyRulesWithSubjects {
  readonly subjects: readonly Subject[]
  readonly resourceRules?: readonly ResourcePolicyRule[]
  readonly nonResourceRules?: readonly NonResourcePolicyRule[]
}

/** flowcontrol.v1.PriorityLevelConfiguration */
export interface PriorityLevelConfiguration extends ApiObject {
  readonly spec?: PriorityLevelConfigurationSpec
  readonly status?: PriorityLevelConfigurationStatus
}

/** flowcontrol.v1.PriorityLevelConfigurationCondition */
export interface PriorityLevelConfigurationCondition {
  readonly type?: string
  readonly status?: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** flowcontrol.v1.PriorityLevelConfigurationList */
export type PriorityLevelConfigurationList = ApiList<PriorityLevelConfiguration>

/** flowcontrol.v1.PriorityLevelConfigurationReference */
export interface PriorityLevelConfigurationReference {
  readonly name: string
}

/** flowcontrol.v1.PriorityLevelConfigurationSpec */
export interface PriorityLevelConfigurationSpec {
  readonly type: string
  readonly limited?: LimitedPriorityLevelConfiguration
  readonly exempt?: ExemptPriorityLevelConfiguration
}

/** flowcontrol.v1.PriorityLevelConfigurationStatus */
export interface PriorityLevelConfigurationStatus {
  readonly conditions?: readonly PriorityLevelConfigurationCondition[]
}

/** flowcontrol.v1.QueuingConfiguration */
export interface QueuingConfiguration {
  readonly queues?: number
  readonly handSize?: number
  readonly queueLengthLimit?: number
}

/** flowcontrol.v1.ResourcePolicyRule */
export interface ResourcePolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly clusterScope?: boolean
  readonly namespaces?: readonly string[] | null
}

/** flowcontrol.v1.ServiceAccountSubject */
export interface ServiceAccountSubject {
  readonly namespace: string
  readonly name: string
}

/** flowcontrol.v1.Subject */
export interface Subject {
  readonly kind: string
  readonly user?: UserSubject
  readonly group?: GroupSubject
  readonly serviceAccount?: ServiceAccountSubject
}

/** flowcontrol.v1.UserSubject */
export interface UserSubject {
  readonly name: string
}

/** Fields of the types of this file, one line each. */
export const flowcontrolV1Types: TypeTable = {
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': `nominalConcurrencyShares 1 int32 omitempty pointer
lendablePercent 2 int32 omitempty pointer`,
  'flowcontrol.v1.FlowDistinguisherMethod': `type 1 string required go=v1.FlowDistinguisherMethodType`,
  'flowcontrol.v1.FlowSchema': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 flowcontrol.v1.FlowSchemaSpec omitempty
status 3 flowcontrol.v1.FlowSchemaStatus omitempty`,
  'flowcontrol.v1.FlowSchemaCondition': `type 1 string omitempty go=v1.FlowSchemaConditionType
status 2 string omitempty go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'flowcontrol.v1.FlowSchemaList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []flowcontrol.v1.FlowSchema required`,
  'flowcontrol.v1.FlowSchemaSpec': `priorityLevelConfiguration 1 flowcontrol.v1.PriorityLevelConfigurationReference required
matchingPrecedence 2 int32
distinguisherMethod 3 flowcontrol.v1.FlowDistinguisherMethod omitempty pointer
rules 4 []flowcontrol.v1.PolicyRulesWithSubjects omitempty list=atomic`,
  'flowcontrol.v1.FlowSchemaStatus': `conditions 1 []flowcontrol.v1.FlowSchemaCondition omitempty list=map:type merge=type`,
  'flowcontrol.v1.GroupSubject': `name 1 string required`,
  'flowcontrol.v1.LimitResponse': `type 1 string required go=v1.LimitResponseType
queuing 2 flowcontrol.v1.QueuingConfiguration omitempty pointer`,
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': `nominalConcurrencyShares 1 int32 pointer
limitResponse 2 flowcontrol.v1.LimitResponse omitempty
lendablePercent 3 int32 omitempty pointer
borrowingLimitPercent 4 int32 omitempty pointer`,
  'flowcontrol.v1.NonResourcePolicyRule': `verbs 1 []string required list=set
nonResourceURLs 6 []string required list=set`,
  'flowcontrol.v1.PolicyRulesWithSubjects': `subjects 1 []flowcontrol.v1.Subject required list=atomic
resourceRules 2 []flowcontrol.v1.ResourcePolicyRule omitempty list=atomic
nonResourceRules 3 []flowcontrol.v1.NonResourcePolicyRule omitempty list=atomic`,
  'flowcontrol.v1.PriorityLevelConfiguration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 flowcontrol.v1.PriorityLevelConfigurationSpec omitempty
status 3 flowcontrol.v1.PriorityLevelConfigurationStatus omitempty`,
  'flowcontrol.v1.PriorityLevelConfigurationCondition': `type 1 string omitempty go=v1.PriorityLevelConfigurationConditionType
status 2 string omitempty go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'flowcontrol.v1.PriorityLevelConfigurationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []flowcontrol.v1.PriorityLevelConfiguration required`,
  'flowcontrol.v1.PriorityLevelConfigurationReference': `name 1 string required`,
  'flowcontrol.v1.PriorityLevelConfigurationSpec': `type 1 string required go=v1.PriorityLevelEnablement
limited 2 flowcontrol.v1.LimitedPriorityLevelConfiguration omitempty pointer
exempt 3 flowcontrol.v1.ExemptPriorityLevelConfiguration omitempty pointer`,
  'flowcontrol.v1.PriorityLevelConfigurationStatus': `conditions 1 []flowcontrol.v1.PriorityLevelConfigurationCondition omitempty list=map:type merge=type`,
  'flowcontrol.v1.QueuingConfiguration': `queues 1 int32
handSize 2 int32
queueLengthLimit 3 int32`,
  'flowcontrol.v1.ResourcePolicyRule': `verbs 1 []string required list=set
apiGroups 2 []string required list=set
resources 3 []string required list=set
clusterScope 4 boolean omitempty
namespaces 5 []string list=set`,
  'flowcontrol.v1.ServiceAccountSubject': `namespace 1 string required
name 2 string required`,
  'flowcontrol.v1.Subject': `kind 1 string required go=v1.SubjectKind
user 2 flowcontrol.v1.UserSubject omitempty pointer
group 3 flowcontrol.v1.GroupSubject omitempty pointer
serviceAccount 4 flowcontrol.v1.ServiceAccountSubject omitempty pointer`,
  'flowcontrol.v1.UserSubject': `name 1 string required`,
}
