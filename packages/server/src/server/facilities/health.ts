import {
  askStoreInTime,
  createComponentHealth,
  createHealthEndpoints,
  createHealthMetrics,
  createLoopMeter,
  defaultChecks,
} from '../../health/index.ts'
import type { Encryption } from '@pinnace/store'
import type { HealthCheck } from '../../health/health-endpoints.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Health checks. Each fork has its own; the event loop is that of all. */
export const health: CreateFacility = (server, options) => {
  const {
    encryption,
    livezGracePeriodMs = 0,
    storeHealthcheckTimeoutMs = 2_000,
    storeReadycheckTimeoutMs = 2_000,
  } = options
  const { clock, logger, vocabulary, auditor } = server
  const loopMeter = createLoopMeter({ clock, metrics: server.metrics })
  const create = ({ store }: Pick<ServerState, 'store'>, hasPeers: boolean): Facility => {
    const healthMetrics = createHealthMetrics(vocabulary.product)
    const checks = createHealthEndpoints({
      clock,
      livezGracePeriodMs,
      checks: [
        ...defaultChecks({
          vocabulary,
          store,
          clock,
          auditor,
          hasPeers,
          storeTimeoutMs: { healthcheck: storeHealthcheckTimeoutMs, readycheck: storeReadycheckTimeoutMs },
        }),
        ...encryptionChecks(encryption),
        loopMeter.check,
      ],
      onResult: healthMetrics.record,
      onFailure: (endpoint, check, err) => logger.warn({ err, endpoint, check }, 'health check failed'),
    })
    const componentHealth = createComponentHealth({
      clock,
      askStore: () => askStoreInTime({ store, clock }, storeHealthcheckTimeoutMs),
    })
    return {
      provides: { health: checks, healthMetrics, loopMeter, componentHealth },
      // A fork has no peers.
      fork: (forked) => create(forked, false),
      close: () => loopMeter[Symbol.dispose](),
    }
  }
  return create(server, options.peers?.ca !== undefined)
}

// A host may answer at once.
function encryptionChecks(encryption: Encryption | undefined): readonly HealthCheck[] {
  return (encryption?.healthChecks ?? []).map(({ name, check }) => ({ name, check: () => check() }))
}
