import { createLmdbStore } from '@pinnace/store-lmdb'
import { createServer, type Server } from 'pinnace'
import { Database } from './database.ts'
import { startProvisioner } from './provisioner.ts'
import { sizeLimit } from './size-limit.ts'

/** A running control plane. */
export interface ControlPlane extends AsyncDisposable {
  readonly server: Server
}

/** Starts the server over the objects in a directory, and its controller. */
export async function startControlPlane(directory: string): Promise<ControlPlane> {
  const store = await createLmdbStore({ path: directory })
  const server = await createServer({
    vocabulary: 'kubernetes',
    store,
    resources: [Database],
    // Of the built-in kinds only those that every server has: namespaces, roles, bindings, reviews.
    builtInKinds: [],
    admission: [sizeLimit],
  })
  const provisioner = await startProvisioner(server)
  return {
    server,
    async [Symbol.asyncDispose]() {
      await provisioner[Symbol.asyncDispose]()
      await server.close()
      await store.close()
    },
  }
}
