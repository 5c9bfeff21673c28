import { createServer, optionsForServer, startControllers } from '../src/index.ts'
import { createCluster, type Cluster } from './terminal/cluster.ts'

/** A server in the page, with its controllers. */
export interface PageServer {
  readonly cluster: Cluster
  close(): Promise<void>
}

/** Starts it: RBAC decides, and the signer, the garbage collector and the other controllers run. */
export async function startServer(): Promise<PageServer> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    admissionControl: { disable: ['ServiceAccount'] },
  })
  const controllers = startControllers(optionsForServer(server))
  await controllers.started
  return {
    cluster: createCluster(server),
    async close() {
      await controllers.stop()
      await server.close()
    },
  }
}
