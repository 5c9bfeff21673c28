import type { TestServer, TestServerOptions } from '@pinnace/testing'

/**
 * Starts a complete server in milliseconds, without a port: use `client`, mount it, or get a `kubeconfig`. Loads
 * `pinnace/testing` when it is called.
 *
 * @example
 * await using server = await createTestServer()
 * const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const kit = await import('@pinnace/testing')
  return kit.createTestServer(options)
}
