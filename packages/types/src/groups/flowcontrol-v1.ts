// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'

/**
 * flowcontrol.v1.ExemptPriorityLevelConfiguration
 *
 * How a level whose requests never wait counts in the division of seats.
 */
export interface ExemptPriorityLevelConfiguration {
  /** The share of the seats that are set aside for the level, in proportion to the other levels. The default is 0. */
  readonly nominalConcurrencyShares?: number
  /** The percentage of those seats, 0 to 100, that other levels may borrow. The default is 0. */
  readonly lendablePercent?: number
}

/**
 * flowcontrol.v1.FlowDistinguisherMethod
 *
 * How the requests of a flow schema are divided into flows, which get their turns fairly.
 */
export interface FlowDistinguisherMethod {
  /** ByUser or ByNamespace. */
  readonly type: string
}

/**
 * flowcontrol.v1.FlowSchema
 *
 * Assigns requests to a priority level and to a flow within it.
 */
export interface FlowSchema extends ApiObject {
  /** Which requests it takes and where they go. */
  readonly spec?: FlowSchemaSpec
  /** What is known of the flow schema. */
  readonly status?: FlowSchemaStatus
}

/**
 * flowcontrol.v1.FlowSchemaCondition
 *
 * One aspect of the state of a flow schema.
 */
export interface FlowSchemaCondition {
  /** Which aspect is judged. */
  readonly type?: string
  /** The judgment: True, False or Unknown. */
  readonly status?: string
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** flowcontrol.v1.FlowSchemaList */
export type FlowSchemaList = ApiList<FlowSchema>

/**
 * flowcontrol.v1.FlowSchemaSpec
 *
 * Which requests a flow schema takes.
 */
export interface FlowSchemaSpec {
  /** The priority level of the requests. If it does not exist, the flow schema is ignored. */
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference
  /** The order in which flow schemas are tried, from the smallest number: 1 to 10000. The default is 1000. */
  readonly matchingPrecedence?: number
  /** How the requests are divided into flows. Without it they are one flow. */
  readonly distinguisherMethod?: FlowDistinguisherMethod
  /** The requests, of which one rule must match. Without rules it takes none. */
  readonly rules?: readonly PolicyRulesWithSubjects[]
}

/**
 * flowcontrol.v1.FlowSchemaStatus
 *
 * What is known of a flow schema.
 */
export interface FlowSchemaStatus {
  /** Judgments of the state. Dangling says whether the priority level is missing. */
  readonly conditions?: readonly FlowSchemaCondition[]
}

/**
 * flowcontrol.v1.GroupSubject
 *
 * A group of users.
 */
export interface GroupSubject {
  /** The name of the group; "*" is every group. */
  readonly name: string
}

/**
 * flowcontrol.v1.LimitResponse
 *
 * What happens to requests that find no seat.
 */
export interface LimitResponse {
  /** Queue lets them wait, Reject answers with 429. */
  readonly type: string
  /** The queues. Only for the type Queue. */
  readonly queuing?: QueuingConfiguration
}

/**
 * flowcontrol.v1.LimitedPriorityLevelConfiguration
 *
 * How many requests of a level are processed at a time, and what happens to the others.
 */
export interface LimitedPriorityLevelConfiguration {
  /** The share of the seats that the level gets, in proportion to the other levels. The default is 30. */
  readonly nominalConcurrencyShares?: number
  /** What happens to requests that find no seat. */
  readonly limitResponse?: LimitResponse
  /** The percentage of its seats, 0 to 100, that other levels may borrow. The default is 0. */
  readonly lendablePercent?: number
  /** How many seats the level may borrow, as a percentage of its own. Without it there is no limit. */
  readonly borrowingLimitPercent?: number
}

/**
 * flowcontrol.v1.NonResourcePolicyRule
 *
 * Requests for paths that are no resources.
 */
export interface NonResourcePolicyRule {
  /** HTTP methods in small letters. "*" is everything and must then stand alone. */
  readonly verbs: readonly string[]
  /** The paths; one can end with "/*", and "*" alone is every path. */
  readonly nonResourceURLs: readonly string[]
}

/**
 * flowcontrol.v1.PolicyRulesWithSubjects
 *
 * Requests by who makes them and what they ask for. A subject and one of the other rules must match.
 */
export interface PolicyRulesWithSubjects {
  /** Those who make the requests. At least one. */
  readonly subjects: readonly Subject[]
  /** Requests for resources. */
  readonly resourceRules?: readonly ResourcePolicyRule[]
  /** Requests for other paths. */
  readonly nonResourceRules?: readonly NonResourcePolicyRule[]
}

/**
 * flowcontrol.v1.PriorityLevelConfiguration
 *
 * A class of requests that has seats of its own, so that others cannot crowd it out.
 */
export interface PriorityLevelConfiguration extends ApiObject {
  /** The seats and the queues. */
  readonly spec?: PriorityLevelConfigurationSpec
  /** What is known of the priority level. */
  readonly status?: PriorityLevelConfigurationStatus
}

/**
 * flowcontrol.v1.PriorityLevelConfigurationCondition
 *
 * One aspect of the state of a priority level.
 */
export interface PriorityLevelConfigurationCondition {
  /** Which aspect is judged. */
  readonly type?: string
  /** The judgment: True, False or Unknown. */
  readonly status?: string
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason?: string
  /** A sentence for people with the details. */
  readonly message?: string
}

/** flowcontrol.v1.PriorityLevelConfigurationList */
export type PriorityLevelConfigurationList = ApiList<PriorityLevelConfiguration>

/**
 * flowcontrol.v1.PriorityLevelConfigurationReference
 *
 * Names a priority level.
 */
export interface PriorityLevelConfigurationReference {
  /** The name of the priority level. */
  readonly name: string
}

/**
 * flowcontrol.v1.PriorityLevelConfigurationSpec
 *
 * Whether a level is limited, and how. The member that belongs to the type is set.
 */
export interface PriorityLevelConfigurationSpec {
  /** Limited, or Exempt for requests that never wait. */
  readonly type: string
  /** The limits. Required for the type Limited, forbidden for Exempt. */
  readonly limited?: LimitedPriorityLevelConfiguration
  /** The share in the seats. Forbidden for the type Limited. */
  readonly exempt?: ExemptPriorityLevelConfiguration
}

/**
 * flowcontrol.v1.PriorityLevelConfigurationStatus
 *
 * What is known of a priority level.
 */
export interface PriorityLevelConfigurationStatus {
  /** Judgments of the state, one for each type. */
  readonly conditions?: readonly PriorityLevelConfigurationCondition[]
}

/**
 * flowcontrol.v1.QueuingConfiguration
 *
 * The queues of a priority level.
 */
export interface QueuingConfiguration {
  /** How many queues there are. More of them keep flows better apart; 1 treats all alike. The default is 64. */
  readonly queues?: number
  /**
   * How many queues each flow is dealt, of which a request takes the shortest. At most the number of queues; the
   * default is 8.
   */
  readonly handSize?: number
  /** How many requests may wait in a queue. Further ones are rejected; the default is 50. */
  readonly queueLengthLimit?: number
}

/**
 * flowcontrol.v1.ResourcePolicyRule
 *
 * Requests for resources.
 */
export interface ResourcePolicyRule {
  /** Operations, such as get and list. "*" is everything and must then stand alone. */
  readonly verbs: readonly string[]
  /** The API groups. "*" is every group and must then stand alone. */
  readonly apiGroups: readonly string[]
  /** The resources, with subresources as in "pods/log". "*" is everything and must then stand alone. */
  readonly resources: readonly string[]
  /** Whether requests without a namespace match. The default is false; namespaces are then required. */
  readonly clusterScope?: boolean
  /** The namespaces. "*" is every namespace and must then stand alone. */
  readonly namespaces?: readonly string[] | null
}

/**
 * flowcontrol.v1.ServiceAccountSubject
 *
 * A service account.
 */
export interface ServiceAccountSubject {
  /** The namespace of the account. */
  readonly namespace: string
  /** The name of the account; "*" is every account of the namespace. */
  readonly name: string
}

/**
 * flowcontrol.v1.Subject
 *
 * One who makes requests. The member that belongs to the kind is set.
 */
export interface Subject {
  /** User, Group or ServiceAccount. */
  readonly kind: string
  /** A user by name. */
  readonly user?: UserSubject
  /** A group of users by name. */
  readonly group?: GroupSubject
  /** A service account by namespace and name. */
  readonly serviceAccount?: ServiceAccountSubject
}

/**
 * flowcontrol.v1.UserSubject
 *
 * A user.
 */
export interface UserSubject {
  /** The name of the user; "*" is every user. */
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
