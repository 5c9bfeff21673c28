import type { Authorizer } from '@pinnace/authz'
import type {
  ApiObject,
  Awaitable,
  Clock,
  GroupResource,
  GroupVersionKind,
  GroupVersionResource,
  Metrics,
  Mutable,
  Random,
  Vocabulary,
} from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import type { ExpressionEngine } from './expressions/expression-engine.ts'
import type { ResolveService } from './resolve-service.ts'

/** Stored objects for plugins: frozen, in their storage version, returned synchronously where they are in memory. */
export interface AdmissionObjects {
  /**
   * Reads an object. With several servers over one store, a change by another server is seen as soon as the store has
   * delivered it; an object that has not been seen is looked up in the store.
   */
  get<T extends ApiObject = ApiObject>(
    resource: GroupResource,
    namespace: string,
    name: string,
    options?: AdmissionLookupOptions,
  ): Awaitable<T | undefined>
  /**
   * Lists the objects of a namespace, or of all namespaces for an empty string. With several servers over one store, the
   * list contains the writes of other servers as soon as the store has delivered them.
   */
  list<T extends ApiObject = ApiObject>(
    resource: GroupResource,
    namespace: string,
    options?: AdmissionLookupOptions,
  ): Awaitable<readonly T[]>
  /** Creates an object as the server itself, with admission. Throws 409 if it exists. */
  create(resource: GroupResource, object: ApiObject): Promise<void>
  /**
   * Updates the status of an object as the server itself. On a conflict, `change` is called again with the newer object.
   * It may throw.
   */
  updateStatus(
    resource: GroupResource,
    namespace: string,
    name: string,
    change: (next: Mutable<ApiObject>) => void,
  ): Promise<ApiObject>
}

/** Options of a lookup of stored objects by a plugin. */
export interface AdmissionLookupOptions {
  /** Includes every write that any server has completed. @default false */
  readonly consistent?: boolean
}

/** A resource in one version. */
export interface VersionedResource {
  readonly resource: GroupVersionResource
  /** The kind of its objects, or of the requested subresource. */
  readonly kind: GroupVersionKind
}

/** The resource that serves a kind. */
export interface ServedKind {
  readonly resource: GroupVersionResource
  readonly isNamespaced: boolean
}

/** The served versions, for matching and conversion. */
export interface AdmissionVersions {
  /** The resource that serves a kind; undefined if it is not served. */
  find(kind: GroupVersionKind): ServedKind | undefined
  /** All groups and versions that serve the same objects, including the given one. */
  equivalents(resource: GroupVersionResource, subresource: string): readonly VersionedResource[]
  /** Converts an object to a kind; returns the object itself if it is of that kind. Never changes its argument. */
  convert(object: ApiObject, kind: GroupVersionKind): Awaitable<ApiObject>
  /** Decodes an object of a kind: prunes unknown fields and applies defaults. Throws for an invalid object, and for one of another kind. */
  read(object: unknown, kind: GroupVersionKind, options?: AdmissionReadOptions): Awaitable<Mutable<ApiObject>>
  /** The schema of a kind; undefined if it is not served. */
  schema(kind: GroupVersionKind): ObjectSchema | undefined
}

/** Options of reading an object. */
export interface AdmissionReadOptions {
  /** Throws for unknown fields of built-in kinds. @default false */
  readonly isStrict?: boolean
}

/** The dependencies of built-in plugins, provided by the server. */
export interface PluginContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly objects: AdmissionObjects
  readonly versions: AdmissionVersions
  readonly authorize: Authorizer
  readonly metrics: Metrics
  /** Whether a feature gate is on. @default every gate is on */
  readonly isEnabled?: (gate: string) => boolean
  /** Evaluates match conditions. */
  readonly expressions: ExpressionEngine
  /** Resolves the service of a webhook to an address. @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService
  /** Called with errors to log, and a description of what failed. */
  readonly onError: (error: unknown, description: string) => void
}
