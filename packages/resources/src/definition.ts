import type {
  ApiObject,
  Clock,
  FieldErrors,
  GroupResource,
  GroupVersionKind,
  GroupVersionResource,
  Labels,
  Mutable,
  ObjectMeta,
  Random,
  TimeSlices,
  UserInfo,
  Verb,
  Vocabulary,
} from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import type { Scope } from '@pinnace/types'
import type { Conversion } from './conversion.ts'
import type { ExpressionObserver } from './expression-observer.ts'
import type { MetadataRules } from './object-meta.ts'

/** What a strategy may look at beside the objects. */
export interface StrategyContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly user: UserInfo
  /** Namespace of the request, empty for cluster-scoped resources. */
  readonly namespace: string
  /** Labels of the namespace of the request, for the validation of strategies that ask for them. */
  readonly namespaceLabels?: Labels
  readonly dryRun: boolean
  /** When the request must be answered, in milliseconds of the monotonic clock: expressions end then. @default never */
  readonly deadlineMs?: number | undefined
  /** Measures the expressions of the kind. @default they are not measured */
  readonly expressionObserver?: ExpressionObserver | undefined
  /** Adds a Warning header to the answer. */
  warn(text: string): void
}

/** A permission beside that of the request, for the same resource or another one of its group. */
export interface ExtraPermission {
  readonly verb: string
  /** Another resource of the group, in any version. @default that of the request */
  readonly resource?: string
  readonly subresource: string
  /** Empty for a permission in every namespace. */
  readonly namespace: string
  readonly name: string
}

/** Who updates an object, and what else they may do. */
export interface UpdateAccess {
  readonly user: UserInfo
  /** `update` or `patch`. */
  readonly verb: string
  readonly vocabulary: Vocabulary
  /** The message of the refusal; undefined if the user has the permission. */
  readonly refusal: (permission: ExtraPermission) => Promise<string | undefined>
}

/**
 * The per-kind rules of a write. Every function may change `next` where its name says so, and nothing else; `live` is
 * what is stored. Objects have been decoded and defaulted by the schema before any of these run.
 */
// upstream: registry/rest/create.go and update.go
export interface Strategy<T extends ApiObject = ApiObject> {
  /** Fills what was left out, on create and on update, before prepare and again nowhere. */
  readonly defaults?: (next: Mutable<T>, context: StrategyContext) => void
  /** Resets what a client may not set on create (status), fills what the server sets (generation). */
  readonly prepareForCreate?: (next: Mutable<T>, context: StrategyContext) => void
  /** Keeps from `live` what a client may not change on update (status), bumps the generation. */
  readonly prepareForUpdate?: (next: Mutable<T>, live: T, context: StrategyContext) => void
  /** Adds errors for changes that take permissions beside that of the request; runs before {@link Strategy.validateUpdate}. */
  readonly authorizeUpdate?: (next: T, live: T, errors: FieldErrors, access: UpdateAccess) => Promise<void>
  /** Whether the validation of a write needs the labels of the namespace. */
  readonly needsNamespaceLabels?: (next: T, live: T | undefined) => boolean
  /**
   * Loads and makes what the validation of a write needs, long work in the slices of the request; undefined where nothing
   * is missing.
   */
  readonly beforeValidation?: (next: T, slices: () => TimeSlices) => Promise<void> | undefined
  /** What the kind checks before its checks of metadata, on create and on update. */
  readonly validateFirst?: (next: T, errors: FieldErrors) => void
  /** What the kind checks on update between its first and its second check of metadata. */
  readonly validateBetween?: (next: T, live: T, errors: FieldErrors) => void
  readonly validate?: (next: T, errors: FieldErrors, context: StrategyContext) => void
  readonly validateUpdate?: (next: T, live: T, errors: FieldErrors, context: StrategyContext) => void
  /** Used in place of the two above by kinds whose validation may take long. Can be interrupted. */
  readonly validateInSteps?: (
    next: T,
    live: T | undefined,
    errors: FieldErrors,
    context: StrategyContext,
  ) => Generator<void>
  /** How often the kind validates metadata. @default once on create and once more on update, with any finalizers */
  readonly metadata?: MetadataRules
  /** Texts for Warning headers about a write that is accepted. */
  readonly warnings?: (next: T, live: T | undefined) => readonly string[]
  /** PUT to a name that does not exist creates it. @default false */
  readonly allowCreateOnUpdate?: boolean
  /** PUT without a resourceVersion overwrites. @default true */
  readonly allowUnconditionalUpdate?: boolean
  /**
   * Seconds of grace a delete of this object gets when the client asked for `requested` (undefined: did not say);
   * `undefined` means the kind knows no graceful deletion.
   */
  readonly gracePeriodSeconds?: (live: T, requested: number | undefined) => number | undefined
  /** Finalizers are not the object's own only: true while something else must happen before removal (spec.finalizers). */
  readonly heldByFinalizers?: (live: T) => boolean
  /**
   * Paths of fields that these rules reset regardless of the request, so that no manager comes to own them through this
   * endpoint. @default the status where it has an endpoint of its own; for a view every top-level field but its own
   */
  // upstream: the strategies' GetResetFields
  readonly resetFields?: readonly (readonly string[])[]
  /** True for a kind whose dependents are kept if a delete names no propagation policy. @default false */
  // upstream: the strategies' DefaultGarbageCollectionPolicy
  readonly orphansDependents?: boolean
  /** True for a kind that owns no other objects: a delete says nothing of dependents. @default false */
  // upstream: rest.GarbageCollectionUnsupported
  readonly hasNoDependents?: boolean
  /** True for a kind whose failed preconditions of a delete are named in the words of the store. @default false */
  // upstream: the storages of namespaces and CRDs have a Delete of their own
  readonly deletesOnItsOwn?: boolean
  /** True for a kind whose first delete changes nothing but deletionTimestamp and what `prepareForDelete` does. @default false */
  // upstream: registry/customresourcedefinition/etcd.go, Delete
  readonly firstDeleteMarks?: boolean
  /** Why the object of that name cannot be deleted; undefined if it can. A delete of a collection does not ask. */
  readonly refuseDelete?: (name: string) => string | undefined
  /** Texts for Warning headers about a delete, by what it says of dependents. */
  readonly deleteWarnings?: (options: DeletionChoice) => readonly string[]
  /** What a delete changes beside deletionTimestamp (a namespace's phase). */
  readonly prepareForDelete?: (next: Mutable<T>, context: StrategyContext) => void
}

/** What a delete says of the objects that its object owns. */
export interface DeletionChoice {
  readonly propagationPolicy?: string | undefined
  readonly orphanDependents?: boolean | undefined
}

/** One printed column. */
export interface Column<T extends ApiObject = ApiObject> {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description?: string
  /** 0 is always shown, more is shown with `-o wide`. @default 0 */
  readonly priority?: number
  /** The rows have a cell for which the table declares no column, as kube-apiserver answers for one kind. @default false */
  readonly isUndeclared?: boolean
  /** The cell; `nowMs` is wall time for ages. */
  readonly value: (object: T, nowMs: number) => TableCell
  /**
   * The cell of an object as a function of the wall time, for a column whose cells change with it: it is kept with the
   * object, so it holds what it needs of the object only. Columns whose `value` takes `nowMs` and that have no such
   * function are computed for every answer. @default cells do not depend on the time
   */
  readonly timed?: (object: T) => TimedCell
}

/** A cell as a function of the wall time. */
export interface TimedCell {
  (nowMs: number): TableCell
  /** The time up to which the cell stays as it is at `nowMs`. @default it may change at any time */
  readonly sameUntilMs?: (nowMs: number) => number
}

/** A cell of a table. */
export type TableCell = string | number | boolean | null

/** An update of the same object under other rules: `status`, `finalize`, `approval`. */
export interface ObjectSubresource<T extends ApiObject = ApiObject> {
  readonly type: 'object'
  readonly verbs: readonly Verb[]
  readonly strategy: Strategy<T>
  /** Top-level fields this view may change, for the reset of ownership (`status`). */
  readonly ownedFields?: readonly string[]
}

/** `scale`: the object seen as a replica count. */
export interface ScaleSubresource<T extends ApiObject = ApiObject> {
  readonly type: 'scale'
  readonly verbs: readonly Verb[]
  readonly kind: GroupVersionKind
  readonly specReplicas: (object: T) => number
  readonly statusReplicas: (object: T) => number
  /** The selector in its text form. */
  readonly selector: (object: T) => string
  readonly setReplicas: (next: Mutable<T>, replicas: number) => void
  /** Where the object keeps its replicas, for who owns them. @default ['spec', 'replicas'] */
  readonly replicasPath?: readonly string[]
}

/** What the object of a create-only subresource must still be. */
export interface ExpectedObject {
  readonly uid?: string
  readonly resourceVersion?: string
  /** Another object is refused as by the store, which names the resource and the key. @default names the kind */
  readonly refusedByStore?: boolean
}

/** What an action may do: change the parent object, or start its deletion. */
export interface CreateSubresourceContext<T extends ApiObject = ApiObject> extends StrategyContext {
  readonly name: string
  readonly parent: T
  /** Runs an ordinary update of the parent under the strategy given; throws Conflict errors through. */
  update(change: (next: Mutable<T>) => void, options?: ExpectedObject): Promise<T>
  /** Deletes the parent as the DELETE verb would. */
  delete(options: ApiObject | undefined): Promise<void>
  /** Objects of other resources the action depends on, where the server lends them: disruption budgets. */
  readonly related?: RelatedObjects
  /** Tokens of service accounts, where the server signs them. */
  readonly tokens?: TokenIssuer
}

/** Signs the tokens of service accounts. */
export interface TokenIssuer {
  /** What a token is good for that asks for nothing. */
  readonly audiences: readonly string[]
  sign(request: TokenToSign): Promise<SignedToken>
  /** The token that is kept in a secret: without audiences, and without end while the secret is there. */
  signLegacy(request: LegacyTokenToSign): Promise<string>
}

/** What a token says that is kept in a secret. */
export interface LegacyTokenToSign {
  readonly namespace: string
  readonly account: TokenReference
  readonly secretName: string
}

/** An object a token names, and hangs on. */
export interface TokenReference {
  readonly name: string
  readonly uid: string
}

/** What a token says. */
export interface TokenToSign {
  readonly namespace: string
  readonly account: TokenReference
  readonly audiences: readonly string[]
  readonly expirationSeconds: number
  readonly pod?: TokenReference
  readonly secret?: TokenReference
  /** Beside a pod, where that runs; alone, what the token is bound to. */
  readonly node?: TokenReference
}

/** A token and its metadata. */
export interface SignedToken {
  readonly token: string
  /** Seconds as asked for, or as shortened. */
  readonly expirationSeconds: number
  /** For Warning headers. */
  readonly warnings: readonly string[]
}

/** What an action may do with objects of other resources, in the server's own name. */
export interface RelatedObjects {
  /** The object as it is stored now; `undefined` where there is none. The namespace is empty for a cluster's own. */
  get(
    resource: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
  ): Promise<ApiObject | undefined>
  /** The objects of a namespace, in any version the server stores. */
  list(
    resource: { readonly group: string; readonly resource: string },
    namespace: string,
  ): Promise<readonly ApiObject[]>
  /** Changes the status of one; `change` runs again on the newer object after a conflict, and may throw. */
  updateStatus(
    resource: { readonly group: string; readonly resource: string },
    namespace: string,
    name: string,
    change: (next: Mutable<ApiObject>) => void,
  ): Promise<ApiObject>
}

/** POST of another kind that acts on the object: `binding`, `eviction`, `token`. Answers an object or a success Status. */
export interface CreateSubresource<T extends ApiObject = ApiObject> {
  readonly type: 'create'
  readonly verbs: readonly Verb[]
  readonly kind: GroupVersionKind
  /** Older versions of the kind with the same fields, which bodies may still be of. @default none */
  readonly olderVersions?: readonly string[]
  readonly schema: () => ObjectSchema
  /** The body keeps its uid, which the action compares with that of the object. @default false */
  // upstream: rest.SubresourceObjectMetaPreserver
  readonly keepsSystemFields?: boolean
  /** Fills in the defaults of a body, in place. @default none */
  readonly defaults?: (body: Mutable<ApiObject>) => void
  /** Checks the body against the name in the URL, before the object is read. @default every body is accepted */
  readonly assertBody?: (body: ApiObject, name: string) => void
  readonly act: (body: ApiObject, context: CreateSubresourceContext<T>) => Promise<ApiObject | undefined>
}

/** Streams to a node: `log`, `exec`, `proxy`. Served only where the host supplies a backend. */
export interface ConnectSubresource {
  readonly type: 'connect'
  readonly verbs: readonly Verb[]
  readonly kind: GroupVersionKind
  /** A read that goes on (logs), which admission is not asked about. @default false */
  readonly isRead?: boolean
}

/** What hangs below an object's path. */
export type Subresource<T extends ApiObject = ApiObject> =
  | ObjectSubresource<T>
  | ScaleSubresource<T>
  | CreateSubresource<T>
  | ConnectSubresource

/** Takes something scarce for an object before it is validated (cluster addresses, ports). */
export interface AllocationContext<T extends ApiObject = ApiObject> extends StrategyContext {
  /**
   * What `digest` makes of every stored object of the kind. It is kept with the object, so `digest` must always be the
   * same function, and must not depend on anything else.
   */
  peers<D extends object>(digest: (object: T) => D): Iterable<D>
  /** Every stored object of a resource of `allocatesFrom`; undefined if the server does not serve it. */
  related(resource: GroupResource): Iterable<AllocationPeer> | undefined
  /** Reservations of writes under way, by pool; shared by all writes of this server. */
  readonly reserved: Map<string, Set<string>>
}

/** A stored object of another kind, which is parsed when it is asked for. */
export interface AllocationPeer {
  readonly name: string
  object(): ApiObject
}

/** A cluster-scoped object that a server keeps beside another one, for what that holds. */
export interface Companion {
  readonly resource: GroupVersionResource
  readonly object: ApiObject
}

/** What becomes of objects that were stored before their schema was what it is. */
export interface StoredRevision {
  /** Objects written at this revision or before may not be what the schema says now. */
  readonly since: bigint
  /** Makes a stored object of this version what it would be were it written now. In place. */
  readonly complete: (object: Mutable<ApiObject>) => void
  /** Drops what this version does not know of an object that was converted to it. In place. */
  readonly prune: (object: Mutable<ApiObject>) => void
}

/** That a version should not be used any more. */
export interface Deprecation {
  /** What every answer says in a Warning header. */
  readonly warning: string
  /** The release that does without it, `1.40`; absent where that is not known. */
  readonly removedRelease?: string
}

/** One version of one resource: everything the server must know to serve it. */
export interface ResourceDefinition<T extends ApiObject = ApiObject> {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly listKind: string
  /** Plural, lower case: the path segment. */
  readonly resource: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: Scope
  readonly verbs: readonly Verb[]
  /** Built when first needed. */
  readonly schema: () => ObjectSchema
  /** The same; building a large one can be interrupted. @default it is built at once */
  readonly schemaInSteps?: () => Generator<void, ObjectSchema>
  readonly strategy: Strategy<T>
  readonly columns: readonly Column<T>[]
  /** Orders the rows of a list in a table. @default the order of the list */
  readonly compareRows?: (left: T, right: T) => number
  /**
   * Values a fieldSelector may ask for beside metadata.name and, of a namespaced kind, metadata.namespace; every listed
   * name answers.
   */
  readonly selectableFields: Readonly<Record<string, (object: T) => string>>
  /** How the kind refuses a field that a fieldSelector cannot ask for. @default `field label not supported: …` */
  readonly refuseFieldLabel?: (field: string) => string
  /** Whether a fieldSelector can ask for metadata.namespace. @default true for namespaced kinds */
  readonly selectsNamespace?: boolean
  /** Reads, in place, what stands in fields the schema leaves open, after it has read the rest. Throws DecodeError. */
  readonly readOpenFields?: (object: T) => void
  readonly subresources: Readonly<Record<string, Subresource<T>>>
  /**
   * Returns what releases the reservations once the write has ended either way. `live` is undefined on create;
   * may change `next`; adds to `errors` what could not be had.
   */
  readonly allocate?: (
    next: Mutable<T>,
    live: T | undefined,
    errors: FieldErrors,
    context: AllocationContext<T>,
  ) => () => void
  /** Resources whose objects `allocate` reads, beside its own. @default none */
  readonly allocatesFrom?: readonly GroupResource[]
  /** Objects that stand for what an object holds: each is stored before that is, and removed once it is held no more. */
  readonly companions?: (object: T) => readonly Companion[]
  /** Refuses names the kind cannot have. Returns messages. Default: DNS-1123 subdomain. */
  readonly validateName?: (name: string, prefix: boolean) => readonly string[]
  /** Makes a name of what generateName has. @default the text and five random characters */
  readonly generateName?: (prefix: string) => string
  /**
   * Where objects are kept: the same for every version of a kind, and for kinds that share their objects (events in two
   * groups). The two names are part of the key.
   */
  readonly storage: {
    readonly group: string
    readonly resource: string
    /** apiVersion objects are written to the store in. @default the hub's, the most stable where there are several */
    readonly apiVersion?: string
  }
  /**
   * How objects become those of the other versions that share the storage. Absent: this is the hub, or nothing but
   * apiVersion and kind differs.
   */
  readonly conversion?: Conversion
  /**
   * Names of selectable fields as the hub spells them, where the value is the same there. Without it a
   * version with a conversion is asked for the values of its fields at every write.
   */
  readonly storedFields?: Readonly<Record<string, string>>
  /**
   * How long an object is kept after its last create or update, in whole seconds. A delete that only marks the object
   * keeps it until it is removed. @default until it is deleted
   */
  // upstream: registry.Store.TTLFunc
  readonly ttlSeconds?: number
  /** For kinds whose schema may change under what is stored. */
  readonly stored?: StoredRevision
  /** Set where the version should not be used any more: every request of it says so. */
  readonly deprecation?: Deprecation
  /** The kind is about to go: nothing more of it is made. @default false */
  readonly terminating?: boolean
  /** False: the version is not served; stored objects of it are still read and converted. @default true */
  readonly served?: boolean
  /** The release that the version came with; a server that emulates an older one does not serve it. @default always */
  readonly introducedIn?: string
  /** Whether it is served where a runtime configuration does not say. @default true */
  readonly enabledByDefault?: boolean
  /** The version that the storage version hash of discovery is computed from. @default the storage version */
  readonly hashedVersion?: string
  /** The version that Kubernetes stores where the minimum compatibility version is older than `introducedIn`. */
  readonly storedBefore?: string
  /**
   * What an empty object, such as that of a bookmark, has beyond the zero values of its type, because the internal type
   * has a value where this version has a pointer. @default nothing
   */
  readonly zeroFields?: { readonly metadata?: ObjectMeta; readonly spec?: Readonly<Record<string, unknown>> }
  /** Nothing is stored: create answers with what this returns (reviews). */
  readonly virtual?: boolean
  /**
   * What the answer to a create or update shows, where the write also settles what a controller does soon after. `live` is
   * the object before; undefined for a create. @default all of it
   */
  readonly answeredView?: (written: T, live: T | undefined) => ApiObject
  /** The metadata that a view of metadata only shows, where it is not all of it. */
  readonly shownMetadata?: (metadata: ObjectMeta) => ObjectMeta
  /** kube-apiserver reads the kind from its store, without a watch cache: errors about versions are those of a store. @default false */
  readonly isUncached?: boolean
  /** A delete answers with the object that was removed instead of a Status. @default false */
  readonly returnsDeletedObject?: boolean
  /** Where the type of the kind stands in OpenAPI documents, `io.k8s.api.core.v1.Pod`. */
  readonly openApiName: string
  /** Built-in kinds: `kind` and `apiVersion` are left out of the items of a list, as in kube-apiserver. */
  readonly builtIn: boolean
  /** Loads and checks what the kind needs, before a server serves it. Failures are those of `createServer`. */
  readonly prepare?: () => Promise<void>
}
