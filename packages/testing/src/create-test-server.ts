import type { Controllers } from '@pinnace/controllers'
import { createMetrics, createServer, type Server, type ServerListening, type ServerOptions } from '@pinnace/server'
import { accountsAreThere } from './accounts-are-there.ts'
import { chooseControllers, type ControllersChoice, type TestControllers } from './test-controllers.ts'

/** A server for a test suite: everything is allowed, and it goes back to how it began in constant time. */
export interface TestServer extends Server {
  /** The controllers that run behind it now, where it was asked for some. After a reset or in a fork they are others. */
  readonly controllers: Controllers | undefined
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
export interface TestServerOptions extends Omit<ServerOptions, 'preset'> {
  /**
   * Runs controllers behind the server: `true` for those that are on by default, names as `--controllers` has them, or
   * settings of their own. With that of service accounts pods need their account. @default none
   */
  readonly controllers?: ControllersChoice
}

/**
 * A complete server in milliseconds, without a port: use `client`, mount it, or ask for a `kubeconfig`.
 *
 * @example
 * await using server = await createTestServer()
 * const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
 */
export async function createTestServer({ controllers, ...own }: TestServerOptions = {}): Promise<TestServer> {
  const given: ServerOptions = { vocabulary: 'kubernetes', ...own, preset: 'testing' }
  if (controllers === undefined) return toTestServer(await createServer(given), undefined)
  const options = given.metrics === true ? { ...given, metrics: await createMetrics() } : given
  const chosen = await chooseControllers(controllers, options)
  const makesAccounts = chosen.names.includes(accountController)
  const server = await createServer(makesAccounts ? withAccounts(options) : options)
  const failing = new AbortController()
  const started = chosen.start(server, (name) => {
    if (name === accountController) failing.abort()
  })
  try {
    await started.running.started
    if (makesAccounts) await accountsAreThere(server, failing.signal)
  } catch (error) {
    await started.stop()
    await server.close()
    throw error
  }
  return toTestServer(server, started)
}

const accountController = 'serviceaccount-controller'

function withAccounts(options: ServerOptions): ServerOptions {
  const { enable = [], disable = [], ...others } = options.admissionControl ?? {}
  if (disable.includes('ServiceAccount')) return options
  return { ...options, admissionControl: { ...others, disable, enable: [...enable, 'ServiceAccount'] } }
}

function toTestServer(server: Server, controllers: TestControllers | undefined): TestServer {
  const beginning = server.fork()
  let listening: Promise<ServerListening> | undefined
  const fixture: TestServer = {
    ...server,
    get controllers() {
      return controllers?.running
    },
    reset() {
      server.restore(beginning)
      controllers?.restart()
    },
    fork() {
      const forked = server.fork()
      return toTestServer(forked, controllers?.of(forked))
    },
    async kubeconfig() {
      listening ??= server.listen()
      return (await listening).kubeconfig
    },
    async close() {
      await controllers?.stop()
      await server.close()
      await beginning.close()
    },
    [Symbol.asyncDispose]: () => fixture.close(),
  }
  return fixture
}
