// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ListMeta, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { RawObject, Time } from '../scalars.ts'

/**
 * meta.v1.APIGroup
 *
 * An API group with the versions that the server has of it.
 */
export interface APIGroup extends TypeMeta {
  /** The group, such as "apps". */
  readonly name: string
  /** All versions served, the most stable first. */
  readonly versions: readonly GroupVersionForDiscovery[]
  /** The version that clients should use unless they need another. */
  readonly preferredVersion?: GroupVersionForDiscovery
  /** Which address clients should connect to, by the network they come from. Empty in answers below /apis. */
  readonly serverAddressByClientCIDRs?: readonly ServerAddressByClientCIDR[]
}

/**
 * meta.v1.APIGroupList
 *
 * All API groups of a server but the core group.
 */
export interface APIGroupList extends TypeMeta {
  /** The groups in the order that clients should search them. */
  readonly groups: readonly APIGroup[]
}

/**
 * meta.v1.APIResource
 *
 * A resource or subresource that a version serves, with what clients need to use it.
 */
export interface APIResource {
  /** The plural word in URLs. A subresource is written behind it, as in "pods/log". */
  readonly name: string
  /** The singular word that command-line users may type. Empty for subresources. */
  readonly singularName: string
  /** Whether objects live in a namespace; otherwise they belong to the whole cluster. */
  readonly namespaced: boolean
  /**
   * The group of the kind where it differs from that of the list: a scale subresource answers with another group than
   * its owner.
   */
  readonly group?: string
  /** The version of the kind where it differs from that of the list. */
  readonly version?: string
  /** The kind of object that the resource reads and writes. */
  readonly kind: string
  /** The operations that can be requested, such as get, list and create. */
  readonly verbs: readonly string[]
  /** Abbreviations that command-line users may type. */
  readonly shortNames?: readonly string[]
  /** Names of collections that the resource belongs to. Asking for "all" lists every resource of that category. */
  readonly categories?: readonly string[]
  /**
   * A hash of the version in which objects are stored. It changes when that version does; nothing else can be concluded
   * from it.
   */
  readonly storageVersionHash?: string
}

/**
 * meta.v1.APIResourceList
 *
 * The resources that a server has in one version of a group.
 */
export interface APIResourceList extends TypeMeta {
  /** The group and version that is listed. */
  readonly groupVersion: string
  /** Resources and their subresources. */
  readonly resources: readonly APIResource[]
}

/**
 * meta.v1.APIVersions
 *
 * The versions of the core group, which /api answers with.
 */
export interface APIVersions extends TypeMeta {
  /** The versions served. */
  readonly versions: readonly string[]
  /**
   * Which address clients should connect to, by the network they come from. The first entry that contains the client is
   * used.
   */
  readonly serverAddressByClientCIDRs: readonly ServerAddressByClientCIDR[]
}

/**
 * meta.v1.ApplyOptions
 *
 * Query parameters of a server-side apply.
 */
export interface ApplyOptions extends TypeMeta {
  /** With the one value "All", the request is checked and answered in full but nothing is stored. */
  readonly dryRun?: readonly string[]
  /** Takes over fields that other managers own instead of answering with a conflict. */
  readonly force: boolean
  /** Who applies. Required, as the fields applied before and missing now are found by it. */
  readonly fieldManager: string
}

/**
 * meta.v1.Condition
 *
 * One aspect of the state of an object, judged true, false or unknown.
 */
export interface Condition {
  /** Which aspect is judged, in CamelCase. An object has at most one condition of each type. */
  readonly type: string
  /** The judgment: True, False or Unknown. */
  readonly status: string
  /** The generation of the object that was judged. A condition with a smaller one than the metadata is out of date. */
  readonly observedGeneration?: number
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime: Time
  /** A CamelCase word for programs that says why the status is as it is. */
  readonly reason: string
  /** A sentence for people with the details. May be empty. */
  readonly message: string
}

/**
 * meta.v1.CreateOptions
 *
 * Query parameters of a create request.
 */
export interface CreateOptions extends TypeMeta {
  /** With the one value "All", the request is checked and answered in full but nothing is stored. */
  readonly dryRun?: readonly string[]
  /**
   * Who makes the change, for the record of field owners; at most 128 printable characters. Without it, the first part
   * of the User-Agent is used.
   */
  readonly fieldManager?: string
  /**
   * What happens to unknown and repeated fields: Ignore drops them silently, Warn drops them with a warning, Strict
   * refuses the request.
   */
  readonly fieldValidation?: string
}

/**
 * meta.v1.DeleteOptions
 *
 * How objects are deleted. It is sent as the body or as the query of a delete request.
 */
export interface DeleteOptions extends TypeMeta {
  /** Seconds the object is given to shut down; 0 removes it at once. Without it, the kind decides (30 for pods). */
  readonly gracePeriodSeconds?: number
  /** What must be true of the stored object. Otherwise the request is answered with a conflict. */
  readonly preconditions?: Preconditions
  /**
   * Deprecated, use propagationPolicy: true keeps the objects owned by this one, false deletes them. Cannot be combined
   * with propagationPolicy.
   */
  readonly orphanDependents?: boolean
  /**
   * What happens to the objects that this one owns: Orphan keeps them, Background deletes them afterwards, Foreground
   * deletes them before the owner disappears.
   */
  readonly propagationPolicy?: string
  /** With the one value "All", the request is checked and answered in full but nothing is stored. */
  readonly dryRun?: readonly string[]
  /**
   * Removes an object that cannot be read from storage, because it is corrupt or cannot be decrypted. Finalizers and
   * checks are skipped, so what the object owned may be left behind.
   */
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean
}

/**
 * meta.v1.FieldSelectorRequirement
 *
 * One condition of a field selector.
 */
export interface FieldSelectorRequirement {
  /** The path of the field, such as "spec.nodeName". */
  readonly key: string
  /** How the field is compared: In, NotIn, Exists or DoesNotExist. */
  readonly operator: string
  /** The values to compare with. In and NotIn need at least one, Exists and DoesNotExist must have none. */
  readonly values?: readonly string[]
}

/**
 * meta.v1.GetOptions
 *
 * Query parameters of a get request.
 */
export interface GetOptions extends TypeMeta {
  /**
   * How fresh the answer must be. Empty reads the newest state; "0" accepts any cached one; another value accepts one
   * at least that new.
   */
  readonly resourceVersion?: string
}

/**
 * meta.v1.GroupResource
 *
 * A resource in any version.
 */
export interface GroupResource {
  /** The group, empty for the core group. */
  readonly group: string
  /** The resource in plural, as in paths. */
  readonly resource: string
}

/**
 * meta.v1.GroupVersionForDiscovery
 *
 * A version of a group, alone and together with the group.
 */
export interface GroupVersionForDiscovery {
  /** Group and version joined by a slash, as in apiVersion. */
  readonly groupVersion: string
  /** The version alone. */
  readonly version: string
}

/**
 * meta.v1.GroupVersionKind
 *
 * Identifies a kind in one version.
 */
export interface GroupVersionKind {
  /** The group; empty for the core group. */
  readonly group: string
  /** The version within the group. */
  readonly version: string
  /** The kind within the version. */
  readonly kind: string
}

/**
 * meta.v1.GroupVersionResource
 *
 * Identifies a resource in one version.
 */
export interface GroupVersionResource {
  /** The group; empty for the core group. */
  readonly group: string
  /** The version within the group. */
  readonly version: string
  /** The plural resource within the version. */
  readonly resource: string
}

/**
 * meta.v1.LabelSelector
 *
 * Selects objects by their labels. All requirements must hold; an empty selector matches everything, an absent one
 * nothing.
 */
export interface LabelSelector {
  /** Labels that an object must have with exactly these values. */
  readonly matchLabels?: Readonly<Record<string, string>>
  /** Further requirements, which can test for sets of values and for keys. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[]
}

/**
 * meta.v1.LabelSelectorRequirement
 *
 * One condition of a label selector.
 */
export interface LabelSelectorRequirement {
  /** The label key that the requirement looks at. */
  readonly key: string
  /** How the label is compared: In, NotIn, Exists or DoesNotExist. */
  readonly operator: string
  /** The values to compare with. In and NotIn need at least one, Exists and DoesNotExist must have none. */
  readonly values?: readonly string[]
}

/**
 * meta.v1.List
 *
 * Holds objects of any kind, each with its own apiVersion and kind.
 */
export type List = ApiList<RawObject>

/**
 * meta.v1.ListOptions
 *
 * Query parameters of list and watch requests, and of deletions of collections.
 */
export interface ListOptions extends TypeMeta {
  /** Restricts the objects to those whose labels match. */
  readonly labelSelector?: string
  /** Restricts the objects to those whose fields match. Only some fields of a kind can be selected. */
  readonly fieldSelector?: string
  /** Answers with a stream of changes instead of a list. */
  readonly watch?: boolean
  /** Allows BOOKMARK events, which carry no change but tell how far the stream has come. */
  readonly allowWatchBookmarks?: boolean
  /** Where a watch begins, or how fresh a list must be; "0" accepts any cached state and empty means the newest. */
  readonly resourceVersion?: string
  /**
   * How resourceVersion is meant for a list: Exact, or NotOlderThan. Requires a resourceVersion, or sendInitialEvents.
   */
  readonly resourceVersionMatch?: string
  /** Ends the list or the watch after this many seconds. */
  readonly timeoutSeconds?: number
  /** The largest number of items on a page. More are fetched with the continue token of the answer. */
  readonly limit?: number
  /** The token of the page before. All other parameters must be as they were then. */
  readonly continue?: string
  /**
   * Begins a watch with an ADDED event for each existing object and a bookmark behind the last. Requires
   * resourceVersionMatch NotOlderThan.
   */
  readonly sendInitialEvents?: boolean
  /** Restricts the objects to those whose hash is in a range, so that several clients can share the work. */
  readonly shardSelector?: string
}

/**
 * meta.v1.PartialObjectMetadata
 *
 * The metadata of an object of any kind without its content. Clients ask for it with an Accept header.
 */
export type PartialObjectMetadata = ApiObject

/** meta.v1.PartialObjectMetadataList */
export type PartialObjectMetadataList = ApiList<PartialObjectMetadata>

/**
 * meta.v1.PatchOptions
 *
 * Query parameters of a patch request.
 */
export interface PatchOptions extends TypeMeta {
  /** With the one value "All", the request is checked and answered in full but nothing is stored. */
  readonly dryRun?: readonly string[]
  /** With server-side apply, takes over fields that other managers own. Refused with other formats of patches. */
  readonly force?: boolean
  /**
   * Who makes the change, for the record of field owners. Required for server-side apply; otherwise the first part of
   * the User-Agent stands in.
   */
  readonly fieldManager?: string
  /**
   * What happens to unknown and repeated fields: Ignore drops them silently, Warn drops them with a warning, Strict
   * refuses the request.
   */
  readonly fieldValidation?: string
}

/**
 * meta.v1.Preconditions
 *
 * What must be true of the stored object before it is deleted.
 */
export interface Preconditions {
  /** The uid that the object must have. */
  readonly uid?: string
  /** The resourceVersion that the object must have. */
  readonly resourceVersion?: string
}

/**
 * meta.v1.RootPaths
 *
 * The paths that a server answers.
 */
export interface RootPaths {
  /** Every path, sorted. */
  readonly paths: readonly string[]
}

/**
 * meta.v1.ServerAddressByClientCIDR
 *
 * The server address for clients of one network.
 */
export interface ServerAddressByClientCIDR {
  /** The network that the client is in, as "10.0.0.0/8". */
  readonly clientCIDR: string
  /** The host, IP address or host:port to connect to. */
  readonly serverAddress: string
}

/**
 * meta.v1.ShardInfo
 *
 * Which shard of the objects a list holds.
 */
export interface ShardInfo {
  /** The selector that was requested, in the spelling of the server. */
  readonly selector: string
}

/**
 * meta.v1.Table
 *
 * Objects as the rows of a table, prepared by the server for display. Clients ask for it with an Accept header.
 */
export interface Table extends TypeMeta {
  readonly metadata?: ListMeta
  /** The columns, in the order of the cells. In a watch, only the first event has them. */
  readonly columnDefinitions: readonly TableColumnDefinition[]
  /** A row for each object. */
  readonly rows: readonly TableRow[]
}

/**
 * meta.v1.TableColumnDefinition
 *
 * One column of a table.
 */
export interface TableColumnDefinition {
  /** The heading. */
  readonly name: string
  /** The OpenAPI type of the cells: string, integer, number, boolean or date. */
  readonly type: string
  /** An OpenAPI format that refines the type. The column with the name of the object has the format "name". */
  readonly format: string
  /** What the column shows. */
  readonly description: string
  /** How important the column is: 0 is always shown, larger numbers only in wide output. */
  readonly priority: number
}

/**
 * meta.v1.TableOptions
 *
 * Query parameters of a request for a table.
 */
export interface TableOptions extends TypeMeta {
  /** Leaves out the headings. It exists for programs in the same process and is never sent. */
  readonly '-': boolean
  /** What each row holds besides its cells: None, Metadata (the default) or the whole Object. */
  readonly includeObject?: string
}

/**
 * meta.v1.TableRow
 *
 * One row of a table.
 */
export interface TableRow {
  /** Marks on the row. A row that is Completed can be shown dimmed. */
  readonly conditions?: readonly TableRowCondition[]
  /** The object of the row, as far as it was asked for with includeObject. */
  readonly object?: RawObject
}

/**
 * meta.v1.TableRowCondition
 *
 * A mark on a row.
 */
export interface TableRowCondition {
  /** The kind of mark. There is one: Completed, for objects that have run to their end. */
  readonly type: string
  /** Whether the mark applies: True, False or Unknown. */
  readonly status: string
  /** A CamelCase word for programs that says why. */
  readonly reason?: string
  /** A sentence for people that says why. */
  readonly message?: string
}

/**
 * meta.v1.UpdateOptions
 *
 * Query parameters of an update request.
 */
export interface UpdateOptions extends TypeMeta {
  /** With the one value "All", the request is checked and answered in full but nothing is stored. */
  readonly dryRun?: readonly string[]
  /**
   * Who makes the change, for the record of field owners; at most 128 printable characters. Without it, the first part
   * of the User-Agent is used.
   */
  readonly fieldManager?: string
  /**
   * What happens to unknown and repeated fields: Ignore drops them silently, Warn drops them with a warning, Strict
   * refuses the request.
   */
  readonly fieldValidation?: string
}

/**
 * meta.v1.WatchEvent
 *
 * One event of a watch.
 */
export interface WatchEvent {
  /** ADDED, MODIFIED or DELETED for a change, BOOKMARK for progress without one, ERROR for the end. */
  readonly type: string
  /**
   * The object after the change, or before it was deleted. A bookmark has only its resourceVersion, an error is a
   * Status.
   */
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
  'meta.v1.GroupResource': `group 1 string required
resource 2 string required`,
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
