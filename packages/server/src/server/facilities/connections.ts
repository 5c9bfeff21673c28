import { createConnectionMetrics } from '@pinnace/metrics'
import { createConnections, type Connections } from '../../connections/index.ts'
import { maxBodyBytes } from '../../http/read-body.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Connections to pods, nodes and services. */
export const connections: CreateFacility = (server, options) => {
  const { clock, random, logger, metrics, vocabulary } = server
  return connectionsFacility(
    createConnections({
      server,
      handlers: options.connections ?? {},
      nodeAgent: options.nodeAgent ?? {},
      clock,
      random,
      logger,
      metrics: createConnectionMetrics(metrics, vocabulary.componentPrefix),
      maxBodyBytes,
    }),
  )
}

function connectionsFacility(created: Connections): Facility {
  return {
    provides: { connections: created },
    fork: (server) => connectionsFacility(created.fork(server)),
    dispose: () => created[Symbol.dispose](),
  }
}
