import { keepAliveUntil, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Client, KindName } from '../client.ts'
import type { BuiltInObject, KindIn, KindReference, TypedKind } from '../kind-types.ts'
import type { ResourceIdentity } from '../resource-identity.ts'
import type { LooseObject, Stored } from '../stored-object.ts'
import { CollectionInformer, type InformerOptions } from './create-informer.ts'
import type { Informer } from './informer.ts'

/** Which objects of a kind an informer holds. */
export interface InformerScope {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** Only the metadata of objects is requested and kept. @default false */
  readonly metadataOnly?: boolean
}

/** Finds the typed informer of a kind. */
export interface InformerOfKind {
  /** The informer of a kind defined in code. */
  <T extends ApiObject>(definition: ResourceDefinition<T>, scope?: InformerScope): Informer<Stored<T>>
  /** The informer of a discovered resource, whose type may be given. */
  <T extends ApiObject = Stored<LooseObject>>(resource: ResourceIdentity, scope?: InformerScope): Informer<T>
  /** The informer of a kind whose type is given: of a custom resource. The type is taken on trust. */
  <T extends ApiObject = never>(kind: TypedKind<T>, scope?: InformerScope): Informer<T>
  /** The informer of a kind by its name; built-in kinds are typed: `{ apiVersion: 'v1', kind: 'Pod' }`. */
  <Version extends string, Kind extends KindIn<Version>>(
    kind: KindReference<Version, Kind>,
    scope?: InformerScope,
  ): Informer<Stored<BuiltInObject<Version, Kind>>>
}

/** Informers that several readers share: one of each kind and scope. */
export interface SharedInformers {
  /** The informer of a kind, the same one at every call; it is started with the others, or at once after them. */
  readonly informer: InformerOfKind
  /** Stops the informer of a kind and forgets it: the next call of {@link informer} makes another. */
  release(kind: KindName, scope?: InformerScope): Promise<void>
  start(): void
  /**
   * Resolves when every informer there is now has been synced; rejects with the signal's reason. The process stays
   * alive until then.
   */
  synced(signal?: AbortSignal): Promise<void>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options for {@link createSharedInformers}. */
export interface SharedInformersOptions extends Pick<
  InformerOptions,
  'resyncMs' | 'streaming' | 'pageSize' | 'keepAlive' | 'clock' | 'random' | 'onError'
> {
  readonly client: Pick<Client, 'resource' | 'metadata'>
}

/** Shared informers over one client. */
export function createSharedInformers({ client, ...settings }: SharedInformersOptions): SharedInformers {
  const { keepAlive = true } = settings
  const informers = new Map<string, CollectionInformer<ApiObject>>()
  let state: 'waiting' | 'started' | 'stopped' = 'waiting'
  const shared: SharedInformers = {
    informer(kind: KindName<never>, scope: InformerScope = {}): never {
      if (state === 'stopped') throw new Error('the informers have been stopped')
      const { metadataOnly = false, ...selection } = scope
      const key = keyOf(kind as KindName, scope)
      let informer = informers.get(key)
      if (informer === undefined) {
        const of = metadataOnly ? client.metadata(kind as KindName) : client.resource(kind as ResourceIdentity)
        informer = new CollectionInformer<ApiObject>({ ...settings, ...selection, client: of })
        informers.set(key, informer)
        if (state === 'started') informer.start()
      }
      // The kind determines the type of its objects, as for a resource client.
      return informer as never
    },
    async release(kind, scope = {}) {
      const key = keyOf(kind, scope)
      const informer = informers.get(key)
      informers.delete(key)
      await informer?.stop()
    },
    start() {
      if (state !== 'waiting') return
      state = 'started'
      for (const informer of informers.values()) informer.start()
    },
    async synced(signal) {
      const all = Promise.all(Array.from(informers.values(), ({ firstSync }) => firstSync))
      const either = signal === undefined ? all : Promise.race([all, aborted(signal)])
      await (keepAlive ? keepAliveUntil(either) : either)
    },
    async stop() {
      state = 'stopped'
      await Promise.all(Array.from(informers.values(), (informer) => informer.stop()))
    },
    [Symbol.asyncDispose]: () => shared.stop(),
  }
  return shared
}

function keyOf(kind: KindName, { metadataOnly = false, ...scope }: InformerScope): string {
  const { namespace = null, labelSelector = '', fieldSelector = '' } = scope
  const apiVersion =
    'apiVersion' in kind ? kind.apiVersion : kind.group === '' ? kind.version : `${kind.group}/${kind.version}`
  return JSON.stringify([apiVersion, kind.kind, namespace, labelSelector, fieldSelector, metadataOnly])
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
