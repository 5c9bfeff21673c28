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
import type { ExpressionEngine } from './expression-engine.ts'
import type { ResolveService } from './resolve-service.ts'

/** Stored objects, as plugins read them: frozen, in the version they are stored in, at once where they are in memory. */
export interface AdmissionObjects {
  get<T extends ApiObject = ApiObject>(
    resource: GroupResource,
    namespace: string,
    name: string,
  ): Awaitable<T | undefined>
  /** The objects of a namespace, or all with an empty one. */
  list<T extends ApiObject = ApiObject>(resource: GroupResource, namespace: string): Awaitable<readonly T[]>
  /**
   * Changes the status of one in the server's own name. `change` runs again on the newer object when somebody else was
   * faster, and may throw.
   */
  updateStatus(
    resource: GroupResource,
    namespace: string,
    name: string,
    change: (next: Mutable<ApiObject>) => void,
  ): Promise<ApiObject>
}

/** A resource in one of its versions. */
export interface VersionedResource {
  readonly resource: GroupVersionResource
  /** The kind of its objects; of the subresource, where one was asked for. */
  readonly kind: GroupVersionKind
}

/** Where the objects of a kind are served. */
export interface ServedKind {
  readonly resource: GroupVersionResource
  readonly isNamespaced: boolean
}

/** The versions a server serves, for those who match and convert by them. */
export interface AdmissionVersions {
  /** Where objects of that kind are served; `undefined` where they are not. */
  find(kind: GroupVersionKind): ServedKind | undefined
  /** Every group and version under which the same objects are served, the one asked about included. */
  equivalents(resource: GroupVersionResource, subresource: string): readonly VersionedResource[]
  /** The object as that kind; the object itself where it already is. Never changes what it is given. */
  convert(object: ApiObject, kind: GroupVersionKind): Awaitable<ApiObject>
  /** Prunes, checks and defaults what came back from elsewhere as that kind. Throws where it is none. */
  read(object: unknown, kind: GroupVersionKind): Awaitable<Mutable<ApiObject>>
}

/** What built-in plugins are made with; the server supplies it. */
export interface PluginContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly objects: AdmissionObjects
  readonly versions: AdmissionVersions
  readonly authorize: Authorizer
  readonly metrics: Metrics
  /** Evaluates match conditions. @default they are refused */
  readonly expressions?: ExpressionEngine
  /** Where the service of a webhook is reached. @default `<name>.<namespace>.svc` */
  readonly resolveService?: ResolveService
  /** Told of what no client is told. */
  readonly onError: (error: unknown, what: string) => void
}
