import { createServer, type Server, type ServerListening, type ServerOptions } from '@pinnace/server'

/** A server for a test suite: everything is allowed, and it goes back to how it began in constant time. */
export interface TestServer extends Server {
  /** Back to the state right after {@link createTestServer}. Watches end; clients, mounts and the port go on working. */
  reset(): void
  /** A server of its own that begins with what this one holds now, in constant time. */
  fork(): TestServer
  /**
   * A kubeconfig for real clients; binds a free loopback port the first time it is asked for. Its certificates begin at
   * the server's clock and clients check them by the machine's: a fake clock should begin at the present.
   */
  kubeconfig(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options for {@link createTestServer}; the vocabulary is `kubernetes` unless another is named. */
export type TestServerOptions = Omit<ServerOptions, 'preset'>

/**
 * A complete server in milliseconds, without a port: use `client`, mount it, or ask for a `kubeconfig`.
 *
 * @example
 * await using server = await createTestServer()
 * const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  return toTestServer(await createServer({ vocabulary: 'kubernetes', ...options, preset: 'testing' }))
}

function toTestServer(server: Server): TestServer {
  const beginning = server.fork()
  let listening: Promise<ServerListening> | undefined
  const fixture: TestServer = {
    ...server,
    reset: () => server.restore(beginning),
    fork: () => toTestServer(server.fork()),
    async kubeconfig() {
      listening ??= server.listen()
      return (await listening).kubeconfig
    },
    async close() {
      await server.close()
      await beginning.close()
    },
    [Symbol.asyncDispose]: () => fixture.close(),
  }
  return fixture
}
