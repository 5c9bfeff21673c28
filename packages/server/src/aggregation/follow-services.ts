import type { Vocabulary } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store, StoreEntry } from '@pinnace/store'
import { decodeStored } from '../outcome.ts'

/** Options for {@link followServices}. */
export interface FollowServicesOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  /** Only of namespaces that somebody is interested in is more read than the key. */
  readonly isWanted: (namespace: string) => boolean
  /** A service has come, changed or gone, or one of its endpoints has. */
  readonly onChange: (namespace: string, service: string) => void
  /** Changes may have been missed: everything has to be looked at again. */
  readonly onGap: () => void
  readonly onError: (error: unknown) => void
}

/** Hears of services and their endpoints, from now on until it is disposed of. */
export function followServices(options: FollowServicesOptions): Disposable {
  const { store, vocabulary, isWanted, onChange, onGap, onError } = options
  const watches = new Set<Disposable>()
  let isStopped = false
  const follow = async (
    prefix: string,
    serviceOf: (entry: StoreEntry, name: string) => string | undefined,
  ): Promise<void> => {
    if (isStopped) return
    try {
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
          if (isStopped || error === undefined || error.code === 'Closed') return
          void followAgain(prefix, serviceOf)
        },
      })
      if (isStopped) watch[Symbol.dispose]()
      else watches.add(watch)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }
  const followAgain = async (...what: Parameters<typeof follow>): Promise<void> => {
    await follow(...what)
    onGap()
  }
  const label = `${vocabulary.labelDomain}/service-name`
  void follow(storagePrefix({ storage: { group: '', resource: 'services' } }), (_entry, name) => name)
  void follow(
    storagePrefix({ storage: { group: vocabulary.group('discovery'), resource: 'endpointslices' } }),
    ({ value }) => decodeStored(value).metadata.labels?.[label],
  )
  return {
    [Symbol.dispose]() {
      isStopped = true
      for (const watch of watches) watch[Symbol.dispose]()
      watches.clear()
    },
  }
}
