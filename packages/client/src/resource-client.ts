import { formatGroupVersion, type ApiObject, type SuccessStatus } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { PatchOf, PatchType } from './patch-types.ts'
import type { ResourceIdentity } from './resource-identity.ts'
import type { Stored, StoredList } from './stored-object.ts'
import type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  ResourceTarget,
  Transport,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './transport.ts'

/** An object as a client submits it: apiVersion and kind may be left out. */
export type Submitted<T> = { [Key in keyof T as Exclude<Key, 'apiVersion' | 'kind'>]: T[Key] } & {
  readonly apiVersion?: string
  readonly kind?: string
}

/** Any part of an object, for apply. */
export type Partially<T> = T extends readonly (infer Item)[]
  ? readonly Partially<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Partially<T[Key]> | undefined }
    : T

/**
 * A typed client of one resource. `T` is what the server answers, `Input` what writes take: fields with a default may be
 * left out. Failures are thrown as a StatusError; results are frozen.
 */
export interface ResourceClient<T extends ApiObject = ApiObject, Input = T> {
  /** The same resource within a namespace. */
  namespace(name: string): ResourceClient<T, Input>
  get(name: string, options?: GetOptions): Promise<Stored<T>>
  list(options?: ListOptions): Promise<StoredList<T>>
  /** Every object, page by page, all of one snapshot. */
  listAll(options?: ListOptions & { readonly pageSize?: number }): AsyncIterableIterator<Stored<T>>
  watch(options?: WatchOptions): AsyncIterableIterator<WatchEvent<Stored<T>>>
  create(object: Submitted<Input>, options?: WriteOptions): Promise<Stored<T>>
  update(object: Submitted<Input>, options?: WriteOptions): Promise<Stored<T>>
  updateStatus(object: Submitted<Input>, options?: WriteOptions): Promise<Stored<T>>
  /** Patches an object: by default with a merge patch, any part of the object. */
  patch<Type extends PatchType = 'merge'>(
    name: string,
    patch: PatchOf<Input, Type>,
    options?: PatchOptions<Type>,
  ): Promise<Stored<T>>
  patchStatus<Type extends PatchType = 'merge'>(
    name: string,
    patch: PatchOf<Input, Type>,
    options?: PatchOptions<Type>,
  ): Promise<Stored<T>>
  apply(
    object: Partially<Input> & { readonly metadata: { readonly name?: string } },
    options: ApplyOptions,
  ): Promise<Stored<T>>
  delete(name: string, options?: DeleteOptions): Promise<Stored<T> | SuccessStatus>
  deleteCollection(list?: ListOptions, options?: DeleteOptions): Promise<void>
  /** A client of a subresource: `scale`, `binding`, `eviction`. Not typed. */
  subresource(name: string): SubresourceClient
}

/** A client of a kind whose objects are not stored: `TokenReview`, `SubjectAccessReview`. */
export interface CreateOnlyClient<T extends ApiObject> {
  /** The same resource within a namespace. */
  namespace(name: string): CreateOnlyClient<T>
  create(object: Submitted<T>, options?: WriteOptions): Promise<T>
}

/** A client of one subresource. */
export interface SubresourceClient {
  get(name: string, options?: GetOptions): Promise<ApiObject>
  create(name: string, object: object, options?: WriteOptions): Promise<ApiObject>
  update(name: string, object: object, options?: WriteOptions): Promise<ApiObject>
  patch(name: string, patch: unknown, options?: PatchOptions): Promise<ApiObject>
}

/** Options of {@link createResourceClient}. */
export interface ResourceClientOptions {
  /** The namespace; empty for cluster scope and for reads across namespaces. @default '' */
  readonly namespace?: string
  /** Objects are answered as PartialObjectMetadata. @default false */
  readonly metadataOnly?: boolean
}

/** A client of one resource over a transport. */
export function createResourceClient<T extends ApiObject, Input = T>(
  transport: Transport,
  definition: ResourceDefinition<T> | ResourceIdentity,
  { namespace = '', metadataOnly = false }: ResourceClientOptions = {},
): ResourceClient<T, Input> {
  const target = (name = '', subresource = ''): ResourceTarget => ({
    definition,
    namespace,
    name,
    subresource,
    ...(metadataOnly && subresource === '' ? { metadataOnly } : {}),
  })
  // Without a name the call would go to the collection.
  const one = (name: string, subresource = ''): ResourceTarget => {
    if (name === '') throw new TypeError('the name of the object is empty')
    return target(name, subresource)
  }
  const nameOf = (object: object): string => {
    const { name } = (assertObject(object) as { readonly metadata?: { readonly name?: string } }).metadata ?? {}
    if (name === undefined || name === '') throw new TypeError('the object has no metadata.name')
    return name
  }
  // A custom resource must say its kind; built-in kinds have a default.
  const withType = (object: object): object => ({
    kind: definition.kind,
    apiVersion: formatGroupVersion(definition),
    ...object,
  })
  // The server is trusted to answer with the requested kind.
  const typed = <R>(answer: Promise<unknown>): Promise<R> => answer as Promise<R>

  const client: ResourceClient<T, Input> = {
    namespace: (name) => createResourceClient(transport, definition, { namespace: name, metadataOnly }),
    get: (name, options = {}) => typed(transport.get(one(name), options)),
    list: (options = {}) => typed(transport.list(target(), options)),
    async *listAll({ pageSize = 500, ...options } = {}) {
      let next: string | undefined
      do {
        const page: StoredList<T> = await client.list(
          next === undefined
            ? { ...options, limit: pageSize }
            : { limit: pageSize, continue: next, ...selectors(options) },
        )
        yield* page.items
        next = page.metadata.continue
      } while (next !== undefined && next !== '')
    },
    watch: (options = {}) => transport.watch(target(), options) as AsyncIterableIterator<WatchEvent<Stored<T>>>,
    create: (object, options = {}) => typed(transport.create(target(), withType(assertObject(object)), options)),
    update: (object, options = {}) => typed(transport.update(target(nameOf(object)), withType(object), options)),
    updateStatus: (object, options = {}) =>
      typed(transport.update(target(nameOf(object), 'status'), withType(object), options)),
    patch: (name, patch, options = {}) => typed(transport.patch(one(name), assertPatch(patch, options), options)),
    patchStatus: (name, patch, options = {}) =>
      typed(transport.patch(one(name, 'status'), assertPatch(patch, options), options)),
    apply: (object, options) => typed(transport.apply(target(nameOf(object)), object, options)),
    delete: (name, options = {}) => typed(transport.delete(one(name), options)),
    deleteCollection: (list = {}, options = {}) => transport.deleteCollection(target(), list, options),
    subresource: (subresource) => ({
      get: (name, options = {}) => transport.get(one(name, subresource), options),
      create: (name, object, options = {}) => transport.create(one(name, subresource), assertObject(object), options),
      update: (name, object, options = {}) => transport.update(one(name, subresource), assertObject(object), options),
      patch: (name, patch, options = {}) =>
        transport.patch(one(name, subresource), assertPatch(patch, options), options),
    }),
  }
  return client
}

function assertObject<O>(object: O): O {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw new TypeError(`the body must be an object, not ${describe(object)}`)
  }
  return object
}

function assertPatch(patch: unknown, { type = 'merge' }: PatchOptions): unknown {
  if (type === 'json' && !Array.isArray(patch)) {
    throw new TypeError(`a JSON patch must be an array of operations, not ${describe(patch)}`)
  }
  if (type !== 'json' && (typeof patch !== 'object' || patch === null || Array.isArray(patch))) {
    throw new TypeError(`a ${type} patch must be an object, not ${describe(patch)}`)
  }
  return patch
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value
}

function selectors({ labelSelector, fieldSelector, signal }: ListOptions): ListOptions {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  }
}
