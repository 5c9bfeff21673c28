import { delay, type Clock, type Vocabulary } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEntry } from '@pinnace/store'
import { decodeStored } from '@pinnace/watch-cache'

/** Options for {@link ServiceWatch}. */
export interface ServiceWatchOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Objects of other namespaces are not read. */
  readonly isWanted: (namespace: string) => boolean
  /** Called when a service or one of its endpoint slices is created, changed or deleted. */
  readonly onChange: (namespace: string, service: string) => void
  /** Called when changes may have been missed. */
  readonly onGap: () => void
  readonly onError: (error: unknown) => void
}

const retryMs = 1000

/** The name of the service that a service or an endpoint slice belongs to. */
type ServiceNameOf = (name: string, entry: StoreEntry) => string | undefined

/** Watches services and endpoint slices, from now on until it is disposed. */
export class ServiceWatch implements Disposable {
  readonly #options: ServiceWatchOptions
  readonly #stop = new AbortController()
  readonly #watches = new Set<Disposable>()

  constructor(options: ServiceWatchOptions) {
    this.#options = options
    const { vocabulary } = options
    const label = `${vocabulary.labelDomain}/service-name`
    const services = storagePrefix({ builtIn: true, storage: { group: '', resource: 'services' } })
    const slices = storagePrefix({
      builtIn: true,
      storage: { group: vocabulary.group('discovery'), resource: 'endpointslices' },
    })
    void this.#keepWatching(services, (name) => name)
    void this.#keepWatching(slices, (_name, { value }) => decodeStored(value).metadata.labels?.[label])
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    for (const watch of this.#watches) watch[Symbol.dispose]()
    this.#watches.clear()
  }

  /** Watches a prefix; tries again every second while the store is unavailable. */
  async #keepWatching(prefix: string, serviceNameOf: ServiceNameOf): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        return await this.#watch(prefix, serviceNameOf)
      } catch (error) {
        if (!signal.aborted) this.#options.onError(error)
        await delay(this.#options.clock, retryMs, signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }

  /** After the watch has ended. */
  async #watchAgain(prefix: string, serviceNameOf: ServiceNameOf): Promise<void> {
    await this.#keepWatching(prefix, serviceNameOf)
    this.#options.onGap()
  }

  async #watch(prefix: string, serviceNameOf: ServiceNameOf): Promise<void> {
    const { store, isWanted, onChange } = this.#options
    let watch: Disposable | undefined
    watch = await store.watch(prefix, await store.revision(), {
      onEvents(events) {
        for (const { entry } of events) {
          const [namespace = '', name = ''] = entry.key.slice(prefix.length).split('/')
          const service = isWanted(namespace) ? serviceNameOf(name, entry) : undefined
          if (service !== undefined) onChange(namespace, service)
        }
      },
      onEnd: (error) => {
        if (watch !== undefined) this.#watches.delete(watch)
        if (error !== undefined && error.code !== 'Closed') void this.#watchAgain(prefix, serviceNameOf)
      },
    })
    if (this.#stop.signal.aborted) watch[Symbol.dispose]()
    else this.#watches.add(watch)
  }
}
