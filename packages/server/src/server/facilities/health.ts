import { createHealth } from '../../health/index.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Health checks. Each fork has its own. */
export const health: CreateFacility = ({ clock, logger }, { livezGracePeriodMs = 0 }) => {
  const create = (): Facility => {
    const checks = createHealth({
      clock,
      livezGracePeriodMs,
      onFailure: (endpoint, check, err) => logger.warn({ err, endpoint, check }, 'health check failed'),
    })
    return { provides: { health: checks }, fork: create }
  }
  return create()
}
