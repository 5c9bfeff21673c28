import type { Server } from 'pinnace'
import { createSharedInformers, createWorkQueue, objectKey, parseObjectKey, runWorkers } from 'pinnace/client'
import { Database } from './database.ts'

/** The controller: makes what a database asks for, and writes its status. A service would call its cloud here. */
export async function startProvisioner(server: Server): Promise<AsyncDisposable> {
  const client = server.connect({ userAgent: 'provisioner' })
  const informers = createSharedInformers({ client })
  const databases = informers.informer(Database)
  const queue = createWorkQueue()
  databases.addHandler({
    add: (database) => queue.add(objectKey(database)),
    update: (database) => queue.add(objectKey(database)),
  })
  informers.start()
  await informers.synced()
  const workers = runWorkers({
    queue,
    async reconcile(key, signal) {
      const { namespace, name } = parseObjectKey(key)
      const database = databases.store.get(name, namespace)
      if (database === undefined || database.status?.phase === 'Ready') return
      const endpoint = `${name}.${namespace}.${database.spec.engine}.example.dev`
      const status = { phase: 'Ready' as const, endpoint }
      await server
        .client(Database)
        .namespace(namespace)
        .updateStatus({ ...database, status }, { signal })
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      await workers[Symbol.asyncDispose]()
      await informers[Symbol.asyncDispose]()
    },
  }
}
