import { createAuditor } from '@pinnace/audit'
import type { CreateFacility } from './facility.ts'

/** The audit log; forks write to the same sinks. */
export const audit: CreateFacility = ({ vocabulary, clock, metrics, logger }, options) => {
  if (options.audit === undefined) return { provides: { auditor: undefined } }
  const onError = (err: unknown): void => logger.error({ err }, 'audit failed')
  const auditor = createAuditor({ ...options.audit, clock, vocabulary, metrics, onError })
  return { provides: { auditor }, close: () => auditor.close() }
}
