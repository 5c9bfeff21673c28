import { refuses, valueOf, write, type StorePromise } from './promise.ts'

/** What a store promises of its end. */
export const closePromises: readonly StorePromise[] = [
  {
    name: 'refuses every call after it was closed',
    async run(store) {
      await write(store, '/a')
      const revision = await store.revision()
      await store.close()
      const silent = { onEvents: (): void => undefined, onEnd: (): void => undefined }
      await refuses('Closed', () => store.get('/a'))
      await refuses('Closed', () => store.list('/'))
      await refuses('Closed', () => store.put('/a', valueOf(store, 'x')))
      await refuses('Closed', () => store.delete('/a', valueOf(store, 'x')))
      await refuses('Closed', () => store.watch('/', revision, silent))
      await refuses('Closed', () => store.revision())
    },
  },
  {
    name: 'can be closed twice',
    async run(store) {
      await store.close()
      await store.close()
    },
  },
]
