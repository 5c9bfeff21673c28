import type { Controllers } from '@pinnace/controllers'
import { withErrorCodes, type ApiObject } from '@pinnace/meta'
import { createMetrics, createServer, type Server, type ServerListening, type ServerOptions } from '@pinnace/server'
import { chooseControllers, type ControllersChoice, type TestControllers } from './test-controllers.ts'
import type { AccessRecording, RecordAccessOptions } from './access/record-access.ts'
import type { Faults } from './faults/fault.ts'
import { createTestInspector, type TestInspector } from './inspector/create-test-inspector.ts'
import type { InspectorOptions, OpenInspector } from './inspector/serve-inspector.ts'
import { createExplanations, type Explanations } from './requests/explanations.ts'
import {
  observeRequests,
  type ObservedRequests,
  type ObserveOptions,
  type RequestGate,
} from './requests/observe-requests.ts'
import type { RequestLog } from './requests/request-log.ts'
import { loadManifests, toManifests, writeManifests, type ClusterManifests } from './snapshots/cluster-manifests.ts'
import { waitForServiceAccounts } from './wait-for-service-accounts.ts'

/** A server for a test suite: every request is allowed, and it resets in constant time. */
export interface TestServer extends Server {
  /** The running controllers; undefined without the option `controllers`. A reset or a fork starts others. */
  readonly controllers: Controllers | undefined
  /** The requests that the server has received; a fork has its own. */
  readonly requests: RequestLog
  /** Faults that happen to requests of every client; a fork has none. */
  readonly faults: Faults
  /** Records what the requests from now on need, for roles with the least privileges. */
  recordAccess(options?: RecordAccessOptions): AccessRecording
  /**
   * Applies manifests: YAML text, a file, or the files of a directory, in any order. Throws an Error that names those that
   * cannot be applied.
   */
  load(source: string): Promise<readonly ApiObject[]>
  /** Every stored object as YAML, by its path, in a stable order; without uids, versions, times and managed fields. */
  manifests(): Promise<ClusterManifests>
  /** Writes {@link manifests} into a directory, one file for each object, instead of what it held. */
  writeManifests(directory: string): Promise<void>
  /** The current state, in constant time, for `restore`. Close it when it is no longer needed. */
  snapshot(): Server
  /**
   * Restores the state right after {@link createTestServer}. Watches end; clients, mounts and the port keep working.
   * Faults are removed, and the request log is cleared.
   */
  reset(): void
  /**
   * Serves the inspector on a loopback port, with a page for the clock, the faults and forks of this server. The test
   * goes on meanwhile; `await inspector.resumed` pauses it until someone presses "Continue the test". Requests are
   * recorded from the first call on.
   */
  inspector(options?: InspectorOptions): Promise<OpenInspector>
  /** A separate server that starts with the current state of this one, in constant time. */
  fork(): TestServer
  /**
   * A kubeconfig for real clients; the first call binds a free loopback port. Its certificates are valid from the time of
   * the server's clock, and clients check them with the machine's: a fake clock should start at the present.
   */
  kubeconfig(): Promise<string>
}

/** Options for {@link createTestServer}; the vocabulary is `kubernetes` unless another is named. */
export interface TestServerOptions extends Omit<ServerOptions, 'preset'> {
  /**
   * Controllers to run: `true` for those that are on by default, names in the form of `--controllers`, or their options.
   * With the service account controller, pods need their service account. @default none
   */
  readonly controllers?: ControllersChoice
  /**
   * Whether clients may add faults as objects of the kind `Fault` in `testing.pinnace.dev/v1alpha1`. @default false
   */
  readonly enableFaults?: boolean
}

/**
 * Starts a complete server in milliseconds, without a port: use `client`, mount it, or get a `kubeconfig`.
 *
 * @example
 * await using server = await createTestServer()
 * const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
 */
export function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  return withErrorCodes('server-options', () => startTestServer(options))
}

/** Starts a test server; `gateOf` creates what decides when the requests of a server go on. */
export async function startTestServer(
  { controllers, enableFaults = false, ...own }: TestServerOptions,
  gateOf?: (server: Server) => RequestGate,
): Promise<TestServer> {
  const explanations = createExplanations()
  const given: ServerOptions = {
    vocabulary: 'kubernetes',
    ...withExplanations(own, explanations),
    ...(enableFaults ? { resources: [...(own.resources ?? []), await loadFaultKind()] } : {}),
    preset: 'testing',
  }
  const isInspected = given.inspector === true
  const observe: ObserveServer = await observation({ explanations, enableFaults, gateOf })
  if (controllers === undefined)
    return toTestServer(await createServer(given), { controllers: undefined, observe, isInspected })
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
    if (makesAccounts) await waitForServiceAccounts(server, failing.signal)
  } catch (error) {
    await started.stop()
    await server.close()
    throw error
  }
  return toTestServer(server, { controllers: started, observe, isInspected })
}

const accountController = 'serviceaccount-controller'

function withAccounts(options: ServerOptions): ServerOptions {
  const { enable = [], disable = [], ...others } = options.admissionControl ?? {}
  if (disable.includes('ServiceAccount')) return options
  return { ...options, admissionControl: { ...others, disable, enable: [...enable, 'ServiceAccount'] } }
}

type ObserveServer = (server: Server, answerPath: ObserveOptions['answerPath']) => ObservedRequests

interface ObservationOptions {
  readonly explanations: Explanations
  readonly enableFaults: boolean
  readonly gateOf: ((server: Server) => RequestGate) | undefined
}

async function observation({ explanations, enableFaults, gateOf }: ObservationOptions): Promise<ObserveServer> {
  const loaded = enableFaults ? await import('./faults/fault-objects.ts') : undefined
  return (server, answerPath) =>
    observeRequests(server, {
      explanations,
      gate: gateOf?.(server),
      faultObjects: loaded?.createFaultObjects,
      answerPath,
    })
}

// It loads zod.
async function loadFaultKind(): Promise<NonNullable<ServerOptions['resources']>[number]> {
  return (await import('./faults/fault-kind.ts')).faultKind
}

/** The default server allows everything; every other decision is explained. */
function withExplanations(
  options: Omit<ServerOptions, 'preset'>,
  { explain: record }: Explanations,
): Omit<ServerOptions, 'preset'> {
  const { explain, authentication, authenticators, tokenAuthenticators, authorization, authorizers } = options
  const given = [explain, authentication, authenticators, tokenAuthenticators, authorization, authorizers]
  if (given.every((option) => option === undefined)) return options
  return {
    ...options,
    explain(explanation) {
      record(explanation)
      explain?.(explanation)
    },
  }
}

interface TestServerParts {
  readonly controllers: TestControllers | undefined
  readonly observe: ObserveServer
  readonly isInspected: boolean
}

function toTestServer(server: Server, { controllers, observe, isInspected }: TestServerParts): TestServer {
  const beginning = server.fork()
  const observed = observe(server, (request, info) => inspector.answerPath(request, info))
  const { requests, faults, recordAccess } = observed
  let listening: Promise<ServerListening> | undefined
  const inspector: TestInspector = createTestInspector({
    server,
    isEnabled: isInspected,
    faults: observed.registry,
    restore: (fork) => fixture.restore(fork),
  })
  const fixture: TestServer = {
    ...server,
    requests,
    faults,
    recordAccess,
    load: (source) => loadManifests(server.connect(), source),
    manifests: () => toManifests(server.connect()),
    writeManifests: async (directory) => writeManifests(directory, await toManifests(server.connect())),
    snapshot: () => server.fork(),
    restore(snapshot) {
      server.restore(snapshot)
      void observed.restored()
      controllers?.restart()
    },
    get controllers() {
      return controllers?.running
    },
    reset() {
      faults.clear()
      requests.clear()
      server.restore(beginning)
      void observed.restored()
      controllers?.restart()
    },
    inspector: (options) => inspector.open(options),
    fork() {
      const forked = server.fork()
      const { isEnabled } = inspector
      return toTestServer(forked, { controllers: controllers?.of(forked), observe, isInspected: isEnabled })
    },
    async kubeconfig() {
      listening ??= server.listen()
      return (await listening).kubeconfig
    },
    async close() {
      faults.clear()
      await inspector.close()
      await controllers?.stop()
      await server.close()
      observed.close()
      await beginning.close()
    },
    [Symbol.asyncDispose]: () => fixture.close(),
  }
  return fixture
}
