import { createHttpClient } from '@pinnace/http-client'
import type { Clock, HttpReply, Logger, Random } from '@pinnace/meta'
import type { ConnectionMetrics } from '@pinnace/metrics'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { RequestScope } from '../request/request-scope.ts'
import type { ResourceLookup } from '../storage/resource-lookup.ts'
import type { ConnectionHandlers } from './connection-handlers.ts'
import type { ConnectionRequest } from './connection-request.ts'
import { createObjectFinder } from './find-objects.ts'
import { forwardPorts } from './forward-ports.ts'
import { createNodeAgents } from './node-agent.ts'
import type { NodeAgentOptions } from './node-agent-options.ts'
import { proxy } from './proxy.ts'
import { readLog } from './read-log.ts'
import { runCommand } from './run-command.ts'
import { createLogLines, type LogLines } from './simulated/log-lines.ts'
import { createSimulatedPods, type ServerPods, type SimulatedPods } from './simulated/simulated-pods.ts'

/** Connections to pods, nodes and services. */
export interface Connections extends Disposable {
  /** Answers a request for a connection subresource. */
  answer(connection: ConnectionRequest): Promise<HttpReply>
  /** Throws 404 unless the pod, node or service of a request exists. */
  assertFound(request: Pick<RequestScope, 'namespace' | 'name' | 'served'>): Promise<void>
  /** Handlers and logs of simulated pods. */
  readonly pods: ServerPods
  /** The connections of a fork: same handlers, its own objects. */
  fork(changes: ConnectionsFork): Connections
}

/** The options that differ in a fork of a server. */
export interface ConnectionsFork {
  /** Where objects are found. */
  readonly server: ResourceLookup
  readonly logger: Logger
  readonly metrics: ConnectionMetrics
}

/** Options for {@link createConnections}. */
export interface ConnectionsOptions extends ConnectionsFork {
  readonly handlers: ConnectionHandlers
  readonly nodeAgent: NodeAgentOptions
  readonly clock: Clock
  readonly random: Random
  /** The largest body of a proxied request of a host without streams, bytes. */
  readonly maxBodyBytes: number
}

/** The annotation of a pod that has the script of its logs; `.<container>` may follow. */
const logsAnnotation = 'simulate.pinnace.dev/logs'

/** The most concurrent proxied requests. */
const maxPending = 10_000

/** Creates the connections of a server. Nothing is opened before a client asks for it. */
export function createConnections(options: ConnectionsOptions): Connections {
  return openConnections(options, createLogLines(options.clock), undefined)
}

function openConnections(options: ConnectionsOptions, lines: LogLines, shared: SimulatedPods | undefined): Connections {
  const { server, handlers, nodeAgent, clock, random, logger, metrics, maxBodyBytes } = options
  const finder = createObjectFinder(server)
  const agents = createNodeAgents(finder, nodeAgent, clock)
  const client = createHttpClient({ tls: { insecureSkipVerify: true }, clock, maxPending })
  const reread = async ({ metadata }: Pod): Promise<Pod | undefined> => {
    const { namespace = '', name = '', uid } = metadata
    const found = await finder.read<Pod>({ group: '', resource: 'pods' }, namespace, name).catch(() => undefined)
    return found?.metadata.uid === uid ? found : undefined
  }
  const simulated = shared ?? createSimulatedPods({ clock, lines, annotation: logsAnnotation, reread })
  const context = { finder, agents, handlers, simulated, clock, random, logger, metrics, client, maxBodyBytes }
  return {
    answer(connection) {
      switch (connection.request.subresource) {
        case 'log':
          return readLog(context, connection)
        case 'exec':
          return runCommand(context, connection, 'exec')
        case 'attach':
          return runCommand(context, connection, 'attach')
        case 'portforward':
          return forwardPorts(context, connection)
        default:
          return proxy(context, connection)
      }
    },
    async assertFound({ namespace, name, served }) {
      await finder.read(served.gvr, namespace, name)
    },
    pods: simulated.pods,
    fork: (changes) => openConnections({ ...options, ...changes }, lines, simulated),
    [Symbol.dispose]() {
      agents[Symbol.dispose]()
      client.destroy()
    },
  }
}
