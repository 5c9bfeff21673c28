// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ListMeta, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { RawObject, Time } from '../scalars.ts'

/** meta.v1.APIGroup */
export interface APIGroup extends TypeMeta {
  readonly name: string
  readonly versions: readonly GroupVersionForDiscovery[]
  readonly preferredVersion?: GroupVersionForDiscovery
  readonly serverAddressByClientCIDRs?: readonly ServerAddressByClientCIDR[]
}

/** meta.v1.APIGroupList */
export interface APIGroupList extends TypeMeta {
  readonly groups: readonly APIGroup[]
}

/** meta.v1.APIResource */
export interface APIResource {
  readonly name: string
  readonly singularName: string
  readonly namespaced: boolean
  readonly group?: string
  readonly version?: string
  readonly kind: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly storageVersionHash?: string
}

/** meta.v1.APIResourceList */
export interface APIResourceList extends TypeMeta {
  readonly groupVersion: string
  readonly resources: readonly APIResource[]
}

/** meta.v1.APIVersions */
export interface APIVersions extends TypeMeta {
  readonly versions: readonly string[]
  readonly serverAddressByClientCIDRs: readonly ServerAddressByClientCIDR[]
}

/** meta.v1.ApplyOptions */
export interface ApplyOptions extends TypeMeta {
  readonly dryRun?: readonly string[]
  readonly force: boolean
  readonly fieldManager: string
}

/** meta.v1.Condition */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly observedGeneration?: number
  readonly lastTransitionTime: Time
  readonly reason: string
  readonly message: string
}

/** meta.v1.CreateOptions */
export interface CreateOptions extends TypeMeta {
  readonly dryRun?: readonly string[]
  readonly fieldManager?: string
  readonly fieldValidation?: string
}

/** meta.v1.DeleteOptions */
export interface DeleteOptions extends TypeMeta {
  readonly gracePeriodSeconds?: number
  readonly preconditions?: Preconditions
  readonly orphanDependents?: boolean
  readonly propagationPolicy?: string
  readonly dryRun?: readonly string[]
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
}

/** meta.v1.FieldSelectorRequirement */
export interface FieldSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

/** meta.v1.GetOptions */
export interface GetOptions extends TypeMeta {
  readonly resourceVersion?: string
}

/** meta.v1.GroupVersionForDiscovery */
export interface GroupVersionForDiscovery {
  readonly groupVersion: string
  readonly version: string
}

/** meta.v1.GroupVersionKind */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** meta.v1.GroupVersionResource */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** meta.v1.LabelSelector */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly LabelSelectorRequirement[]
}

/** meta.v1.LabelSelectorRequirement */
export interface LabelSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values?: readonly string[]
}

/**
 * meta.v1.List
 *
 * Holds objects of any kind, each with its own apiVersion and kind.
 */
export type List = ApiList<RawObject>

/** meta.v1.ListOptions */
export interface ListOptions extends TypeMeta {
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly watch?: boolean
  readonly allowWatchBookmarks?: boolean
  readonly resourceVersion?: string
  readonly resourceVersionMatch?: string
  readonly timeoutSeconds?: number
  readonly limit?: number
  readonly continue?: string
  readonly sendInitialEvents?: boolean
  readonly shardSelector?: string
}

/** meta.v1.PartialObjectMetadata */
export type PartialObjectMetadata = ApiObject

/** meta.v1.PartialObjectMetadataList */
export type PartialObjectMetadataList = ApiList<PartialObjectMetadata>

/** meta.v1.PatchOptions */
export interface PatchOptions extends TypeMeta {
  readonly dryRun?: readonly string[]
  readonly force?: boolean
  readonly fieldManager?: string
  readonly fieldValidation?: string
}

/** meta.v1.Preconditions */
export interface Preconditions {
  readonly uid?: string
  readonly resourceVersion?: string
}

/** meta.v1.RootPaths */
export interface RootPaths {
  readonly paths: readonly string[]
}

/** meta.v1.ServerAddressByClientCIDR */
export interface ServerAddressByClientCIDR {
  readonly clientCIDR: string
  readonly serverAddress: string
}

/** meta.v1.ShardInfo */
export interface ShardInfo {
  readonly selector: string
}

/** meta.v1.Table */
export interface Table extends TypeMeta {
  readonly metadata?: ListMeta
  readonly columnDefinitions: readonly TableColumnDefinition[]
  readonly rows: readonly TableRow[]
}

/** meta.v1.TableColumnDefinition */
export interface TableColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

/** meta.v1.TableOptions */
export interface TableOptions extends TypeMeta {
  readonly '-': boolean
  readonly includeObject?: string
}

/** meta.v1.TableRow */
export interface TableRow {
  readonly conditions?: readonly TableRowCondition[]
  readonly object?: RawObject
}

/** meta.v1.TableRowCondition */
export interface TableRowCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}

/** meta.v1.UpdateOptions */
export interface UpdateOptions extends TypeMeta {
  readonly dryRun?: readonly string[]
  readonly fieldManager?: string
  readonly fieldValidation?: string
}

/** meta.v1.WatchEvent */
export interface WatchEvent {
  readonly type: string
  readonly object: RawObject
}

/** Fields of the types of this file, one line each. */
export const metaV1Types: TypeTable = {
  'meta.v1.APIGroup': `+ - meta.v1.TypeMeta
name 1 string required
versions 2 []meta.v1.GroupVersionForDiscovery required list=atomic
preferredVersion 3 meta.v1.GroupVersionForDiscovery omitempty
serverAddressByClientCIDRs 4 []meta.v1.ServerAddressByClientCIDR omitempty list=atomic`,
  'meta.v1.APIGroupList': `+ - meta.v1.TypeMeta
groups 1 []meta.v1.APIGroup required list=atomic`,
  'meta.v1.APIResource': `name 1 string required
singularName 6 string required
namespaced 2 boolean required
group 8 string omitempty
version 9 string omitempty
kind 3 string required
verbs 4 []string required
shortNames 5 []string omitempty list=atomic
categories 7 []string omitempty list=atomic
storageVersionHash 10 string omitempty`,
  'meta.v1.APIResourceList': `+ - meta.v1.TypeMeta
groupVersion 1 string required
resources 2 []meta.v1.APIResource required list=atomic`,
  'meta.v1.APIVersions': `+ - meta.v1.TypeMeta
versions 1 []string required list=atomic
serverAddressByClientCIDRs 2 []meta.v1.ServerAddressByClientCIDR required list=atomic`,
  'meta.v1.ApplyOptions': `+ - meta.v1.TypeMeta
dryRun 1 []string omitempty list=atomic
force 2 boolean required
fieldManager 3 string required`,
  'meta.v1.Condition': `type 1 string required
status 2 string required go=v1.ConditionStatus
observedGeneration 3 int64 omitempty
lastTransitionTime 4 time required
reason 5 string required
message 6 string required`,
  'meta.v1.CreateOptions': `+ - meta.v1.TypeMeta
dryRun 1 []string omitempty list=atomic
fieldManager 3 string omitempty
fieldValidation 4 string omitempty`,
  'meta.v1.DeleteOptions': `+ - meta.v1.TypeMeta
gracePeriodSeconds 1 int64 omitempty pointer
preconditions 2 meta.v1.Preconditions omitempty pointer
orphanDependents 3 boolean omitempty pointer
propagationPolicy 4 string omitempty pointer go=v1.DeletionPropagation
dryRun 5 []string omitempty list=atomic
ignoreStoreReadErrorWithClusterBreakingPotential 6 boolean omitempty pointer`,
  'meta.v1.FieldSelectorRequirement': `key 1 string required
operator 2 string required go=v1.FieldSelectorOperator
values 3 []string omitempty list=atomic`,
  'meta.v1.GetOptions': `+ - meta.v1.TypeMeta
resourceVersion 1 string omitempty`,
  'meta.v1.GroupVersionForDiscovery': `groupVersion 1 string required
version 2 string required`,
  'meta.v1.GroupVersionKind': `group 1 string required
version 2 string required
kind 3 string required`,
  'meta.v1.GroupVersionResource': `group 1 string required
version 2 string required
resource 3 string required`,
  'meta.v1.LabelSelector': `@atomic
matchLabels 1 map:string omitempty
matchExpressions 2 []meta.v1.LabelSelectorRequirement omitempty list=atomic`,
  'meta.v1.LabelSelectorRequirement': `key 1 string required
operator 2 string required go=v1.LabelSelectorOperator
values 3 []string omitempty list=atomic`,
  'meta.v1.List': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []raw-object required`,
  'meta.v1.ListMeta': `selfLink 1 string omitempty
resourceVersion 2 string omitempty
continue 3 string omitempty
remainingItemCount 4 int64 omitempty pointer
shardInfo 5 meta.v1.ShardInfo omitempty pointer`,
  'meta.v1.ListOptions': `+ - meta.v1.TypeMeta
labelSelector 1 string omitempty
fieldSelector 2 string omitempty
watch 3 boolean omitempty
allowWatchBookmarks 9 boolean omitempty
resourceVersion 4 string omitempty
resourceVersionMatch 10 string omitempty go=v1.ResourceVersionMatch
timeoutSeconds 5 int64 omitempty pointer
limit 7 int64 omitempty
continue 8 string omitempty
sendInitialEvents 11 boolean omitempty pointer
shardSelector 15 string omitempty`,
  'meta.v1.ManagedFieldsEntry': `manager 1 string omitempty
operation 2 string omitempty go=v1.ManagedFieldsOperationType
apiVersion 3 string omitempty
time 4 time omitempty pointer
fieldsType 6 string omitempty
fieldsV1 7 fields-v1 omitempty pointer
subresource 8 string omitempty`,
  'meta.v1.ObjectMeta': `name 1 string omitempty
generateName 2 string omitempty
namespace 3 string omitempty
selfLink 4 string omitempty
uid 5 string omitempty go=types.UID
resourceVersion 6 string omitempty
generation 7 int64 omitempty
creationTimestamp 8 time omitempty omitzero
deletionTimestamp 9 time omitempty pointer
deletionGracePeriodSeconds 10 int64 omitempty pointer
labels 11 map:string omitempty
annotations 12 map:string omitempty
ownerReferences 13 []meta.v1.OwnerReference omitempty list=map:uid merge=uid
finalizers 14 []string omitempty list=set strategy=merge
managedFields 17 []meta.v1.ManagedFieldsEntry omitempty list=atomic`,
  'meta.v1.OwnerReference': `@atomic
apiVersion 5 string required
kind 1 string required
name 3 string required
uid 4 string required go=types.UID
controller 6 boolean omitempty pointer
blockOwnerDeletion 7 boolean omitempty pointer`,
  'meta.v1.PartialObjectMetadata': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty`,
  'meta.v1.PartialObjectMetadataList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []meta.v1.PartialObjectMetadata required`,
  'meta.v1.PatchOptions': `+ - meta.v1.TypeMeta
dryRun 1 []string omitempty list=atomic
force 2 boolean omitempty pointer
fieldManager 3 string omitempty
fieldValidation 4 string omitempty`,
  'meta.v1.Preconditions': `uid 1 string omitempty pointer go=types.UID
resourceVersion 2 string omitempty pointer`,
  'meta.v1.RootPaths': `paths 1 []string required list=atomic`,
  'meta.v1.ServerAddressByClientCIDR': `clientCIDR 1 string required
serverAddress 2 string required`,
  'meta.v1.ShardInfo': `selector 1 string required`,
  'meta.v1.Status': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
status 2 string omitempty
message 3 string omitempty
reason 4 string omitempty go=v1.StatusReason
details 5 meta.v1.StatusDetails omitempty pointer
code 6 int32 omitempty`,
  'meta.v1.StatusCause': `reason 1 string omitempty go=v1.CauseType
message 2 string omitempty
field 3 string omitempty`,
  'meta.v1.StatusDetails': `name 1 string omitempty
group 2 string omitempty
kind 3 string omitempty
uid 6 string omitempty go=types.UID
causes 4 []meta.v1.StatusCause omitempty list=atomic
retryAfterSeconds 5 int32 omitempty`,
  'meta.v1.Table': `+ - meta.v1.TypeMeta
metadata - meta.v1.ListMeta omitempty
columnDefinitions - []meta.v1.TableColumnDefinition required list=atomic
rows - []meta.v1.TableRow required list=atomic`,
  'meta.v1.TableColumnDefinition': `name - string required
type - string required
format - string required
description - string required
priority - int32 required`,
  'meta.v1.TableOptions': `+ - meta.v1.TypeMeta
- - boolean required
includeObject 1 string omitempty go=v1.IncludeObjectPolicy`,
  'meta.v1.TableRow': `conditions - []meta.v1.TableRowCondition omitempty list=atomic
object - raw-object omitempty`,
  'meta.v1.TableRowCondition': `type - string required go=v1.RowConditionType
status - string required go=v1.ConditionStatus
reason - string omitempty
message - string omitempty`,
  'meta.v1.TypeMeta': `kind 1 string omitempty
apiVersion 2 string omitempty`,
  'meta.v1.UpdateOptions': `+ - meta.v1.TypeMeta
dryRun 1 []string omitempty list=atomic
fieldManager 2 string omitempty
fieldValidation 3 string omitempty`,
  'meta.v1.WatchEvent': `type 1 string required
object 2 raw-object required`,
}
