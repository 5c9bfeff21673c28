import { delay, type Clock, type Vocabulary } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEntry } from '@pinnace/store'
import { decodeStored } from '../storage/outcome.ts'

/** Options for {@link followServices}. */
export interface FollowServicesOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Only of namespaces that somebody is interested in is more read than the key. */
  readonly isWanted: (namespace: string) => boolean
  /** A service has come, changed or gone, or one of its endpoints has. */
  readonly onChange: (namespace: string, service: string) => void
  /** Changes may have been missed: everything has to be looked at again. */
  readonly onGap: () => void
  readonly onError: (error: unknown) => void
}

const retryMs = 1000

/** Hears of services and their endpoints, from now on until it is disposed of. */
export function followServices(options: FollowServicesOptions): Disposable {
  const { store, vocabulary, clock, isWanted, onChange, onGap, onError } = options
  const watches = new Set<Disposable>()
  const stop = new AbortController()
  const { signal } = stop
  const follow = async (
    prefix: string,
    serviceOf: (entry: StoreEntry, name: string) => string | undefined,
  ): Promise<void> => {
    let watch: Disposable | undefined
    watch = await store.watch(prefix, await store.revision(), {
      onEvents(events) {
        for (const { entry } of events) {
          const [namespace = '', name = ''] = entry.key.slice(prefix.length).split('/')
          const service = isWanted(namespace) ? serviceOf(entry, name) : undefined
          if (service !== undefined) onChange(namespace, service)
        }
      },
      onEnd(error) {
        if (watch !== undefined) watches.delete(watch)
        if (error !== undefined && error.code !== 'Closed') void keepFollowing(prefix, serviceOf, onGap)
      },
    })
    if (signal.aborted) watch[Symbol.dispose]()
    else watches.add(watch)
  }
  /** A store that is away comes back: it is asked again every second. */
  const keepFollowing = async (
    prefix: string,
    serviceOf: (entry: StoreEntry, name: string) => string | undefined,
    then: () => void,
  ): Promise<void> => {
    while (!signal.aborted) {
      try {
        await follow(prefix, serviceOf)
        then()
        return
      } catch (error) {
        if (!signal.aborted) onError(error)
        await delay(clock, retryMs, signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }
  const nothing = (): void => {}
  const label = `${vocabulary.labelDomain}/service-name`
  void keepFollowing(storagePrefix({ storage: { group: '', resource: 'services' } }), (_entry, name) => name, nothing)
  void keepFollowing(
    storagePrefix({ storage: { group: vocabulary.group('discovery'), resource: 'endpointslices' } }),
    ({ value }) => decodeStored(value).metadata.labels?.[label],
    nothing,
  )
  return {
    [Symbol.dispose]() {
      stop.abort()
      for (const watch of watches) watch[Symbol.dispose]()
      watches.clear()
    },
  }
}
