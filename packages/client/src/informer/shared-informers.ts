import { keepAliveUntil, type ApiObject } from '@pinnace/meta'
import type { Client, KindName } from '../client.ts'
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

/** Informers that several readers share: one of each kind and scope. */
export interface SharedInformers {
  /** The informer of a kind, the same one at every call; it is started with the others, or at once after them. */
  informer<T extends ApiObject = ApiObject>(kind: KindName<T>, scope?: InformerScope): Informer<T>
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
    informer<T extends ApiObject>(kind: KindName<T>, scope: InformerScope = {}): Informer<T> {
      if (state === 'stopped') throw new Error('the informers have been stopped')
      const { metadataOnly = false, ...selection } = scope
      const key = keyOf(kind as KindName, scope)
      let informer = informers.get(key)
      if (informer === undefined) {
        const of = metadataOnly ? client.metadata(kind as KindName) : client.resource(kind as KindName)
        informer = new CollectionInformer<ApiObject>({ ...settings, ...selection, client: of })
        informers.set(key, informer)
        if (state === 'started') informer.start()
      }
      // The kind determines the type of its objects, as for a resource client.
      return informer as unknown as Informer<T>
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
