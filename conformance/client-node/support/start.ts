import { KubeConfig } from '@kubernetes/client-node'
import { createTestServer, type TestServer, type TestServerOptions } from '@pinnace/testing'

/** A listening server and the client library's view of it. */
export interface Started {
  readonly server: TestServer
  readonly config: KubeConfig
}

/** Starts a server and reads its kubeconfig the way every user of the client library does. */
export async function start(options: TestServerOptions = {}): Promise<Started> {
  const server = await createTestServer(options)
  const config = new KubeConfig()
  config.loadFromString(await server.kubeconfig())
  return { server, config }
}
