import type { ApiList, ApiObject, GroupVersion, SuccessStatus } from '@pinnace/meta'
import type { DiscoveredResource, ResourceIdentity } from './resource-identity.ts'

/** What a call is about. */
export interface ResourceTarget {
  readonly definition: ResourceIdentity
  /** Empty: cluster scope, or a read across namespaces. */
  readonly namespace: string
  /** Empty: the collection. */
  readonly name: string
  /** Empty: the object itself. */
  readonly subresource: string
  /** Objects are answered as PartialObjectMetadata. @default false */
  readonly metadataOnly?: boolean
}

/** What every call may say. */
export interface CallOptions {
  /** Gives up waiting for the answer; whether a write has been done is then not known. */
  readonly signal?: AbortSignal
}

/** What discovery may say. */
export interface DiscoverOptions extends CallOptions {
  /** Hears of each version whose server is away: what it serves may be missing, or not be so any more. */
  readonly onStale?: (version: GroupVersion) => void
}

/** What a get may say. */
export interface GetOptions extends CallOptions {
  /** Unset: the newest; `0`: any; else not older than that. */
  readonly resourceVersion?: string
}

/** What a list, watch or deleteCollection may say. */
export interface ListOptions extends GetOptions {
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
  /** Most items of a page; 0 or absent is all. */
  readonly limit?: number
  /** The token of the page before. */
  readonly continue?: string
}

/** What a watch may say. Its signal ends it, without an error. */
export interface WatchOptions extends Omit<ListOptions, 'limit' | 'continue'> {
  readonly allowWatchBookmarks?: boolean
  readonly sendInitialEvents?: boolean
  readonly timeoutSeconds?: number
  /**
   * Whether the process stays alive while the next event is awaited; false for background tasks. Over HTTPS the open
   * connection keeps it alive in any case. @default true
   */
  readonly keepAlive?: boolean
}

/** What a create, update or patch may say. */
export interface WriteOptions extends CallOptions {
  readonly dryRun?: boolean
  readonly fieldManager?: string
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore'
}

/** What a patch may say. */
export interface PatchOptions extends WriteOptions {
  /** How the patch is written: RFC 6902, RFC 7386, or the field's own for built-in kinds. @default 'merge' */
  readonly type?: 'json' | 'merge' | 'strategic'
}

/** What an apply must and may say. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string
  /** Take fields that others own. */
  readonly force?: boolean
}

/** What a delete may say. */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean
  readonly gracePeriodSeconds?: number
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground'
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** One event of a watch. BOOKMARK carries only a resourceVersion, and the annotation that ends the initial events. */
export interface WatchEvent<T = ApiObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  readonly object: T
}

/**
 * How calls reach a server. Objects that come back are frozen and may be shared; objects that go in are never changed.
 * Every refusal is a StatusError.
 */
export interface Transport {
  get(target: ResourceTarget, options: GetOptions): Promise<ApiObject>
  list(target: ResourceTarget, options: ListOptions): Promise<ApiList>
  /** Ends with the server's own end, or throws the StatusError of an ERROR event. */
  watch(target: ResourceTarget, options: WatchOptions): AsyncIterableIterator<WatchEvent>
  create(target: ResourceTarget, object: object, options: WriteOptions): Promise<ApiObject>
  update(target: ResourceTarget, object: object, options: WriteOptions): Promise<ApiObject>
  patch(target: ResourceTarget, patch: unknown, options: PatchOptions): Promise<ApiObject>
  apply(target: ResourceTarget, object: object, options: ApplyOptions): Promise<ApiObject>
  delete(target: ResourceTarget, options: DeleteOptions): Promise<ApiObject | SuccessStatus>
  deleteCollection(target: ResourceTarget, list: ListOptions, options: DeleteOptions): Promise<void>
  /** Every served resource, with its verbs; groups and versions in the server's order of preference. */
  discover(options: DiscoverOptions): Promise<readonly DiscoveredResource[]>
}
