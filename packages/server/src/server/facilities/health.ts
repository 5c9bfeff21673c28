import { createHealth, createHealthResults, defaultChecks } from '../../health/index.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Health checks. Each fork has its own. */
export const health: CreateFacility = (server, { livezGracePeriodMs = 0 }) => {
  const { clock, logger, vocabulary } = server
  const create = ({ store }: Pick<ServerState, 'store'>): Facility => {
    const healthResults = createHealthResults(vocabulary.product)
    const checks = createHealth({
      clock,
      livezGracePeriodMs,
      checks: defaultChecks({ vocabulary, store }),
      onResult: healthResults.record,
      onFailure: (endpoint, check, err) => logger.warn({ err, endpoint, check }, 'health check failed'),
    })
    return { provides: { health: checks, healthResults }, fork: create }
  }
  return create(server)
}
