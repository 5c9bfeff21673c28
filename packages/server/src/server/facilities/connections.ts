import { createConnectionMetrics } from '@pinnace/metrics'
import { createConnections, type Connections, type ConnectionsFork } from '../../connections/index.ts'
import { maxBodyBytes } from '../../http/read-body.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Connections to pods, nodes and services. */
export const connections: CreateFacility = (server, options) => {
  const { clock, random } = server
  return connectionsFacility(
    createConnections({
      ...forkOptions(server),
      handlers: options.connections ?? {},
      nodeAgent: options.nodeAgent ?? {},
      clock,
      random,
      maxBodyBytes,
    }),
  )
}

function connectionsFacility(created: Connections): Facility {
  return {
    provides: { connections: created },
    fork: (server) => connectionsFacility(created.fork(forkOptions(server))),
    dispose: () => created[Symbol.dispose](),
  }
}

function forkOptions(server: ServerState): ConnectionsFork {
  const { logger, metrics, vocabulary } = server
  return { server, logger, metrics: createConnectionMetrics(metrics, vocabulary.componentPrefix) }
}
