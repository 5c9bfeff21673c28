import type { ApiList, ApiObject, GroupVersion, SuccessStatus } from '@pinnace/meta'
import type { PatchType } from './patch-types.ts'
import type { DiscoveredResource, ResourceIdentity } from './resource-identity.ts'

/** The target of a call. */
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

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call; whether a write was done is then unknown. */
  readonly signal?: AbortSignal
}

/** Options of discovery. */
export interface DiscoverOptions extends CallOptions {
  /** Called with each version whose server is unavailable: its resources may be missing or out of date. */
  readonly onStale?: (version: GroupVersion) => void
}

/** Options of a get. */
export interface GetOptions extends CallOptions {
  /** Unset for the newest, `0` for any, else not older than this. */
  readonly resourceVersion?: string
}

/** Options of a list, watch or deleteCollection. */
export interface ListOptions extends GetOptions {
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan'
  /** Largest number of items of a page; 0 or unset for all. */
  readonly limit?: number
  /** The continue token of the previous page. */
  readonly continue?: string
}

/** Options of a watch. Its signal ends it without an error. */
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

/** Options of a create, update or patch. */
export interface WriteOptions extends CallOptions {
  readonly dryRun?: boolean
  readonly fieldManager?: string
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore'
}

/** Options of a patch. */
export interface PatchOptions<Type extends PatchType = PatchType> extends WriteOptions {
  /** RFC 6902 (`json`), RFC 7386 (`merge`), or Kubernetes' own for built-in kinds (`strategic`). @default 'merge' */
  readonly type?: Type
}

/** Options of an apply. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string
  /** Takes over fields that other managers own. */
  readonly force?: boolean
}

/** Options of a delete. */
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
 * Carries calls to a server. Returned objects are frozen and may be shared; given objects are never changed.
 * Failures of the server are thrown as a StatusError.
 */
export interface Transport {
  get(target: ResourceTarget, options: GetOptions): Promise<ApiObject>
  list(target: ResourceTarget, options: ListOptions): Promise<ApiList>
  /** Ends when the server ends the watch; throws the StatusError of an ERROR event. */
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
