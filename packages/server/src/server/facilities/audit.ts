import { createAuditMetrics, createAuditor, type AuditLoss } from '@pinnace/audit'
import type { CreateFacility } from './facility.ts'

/** The audit log; forks write to the same sinks. */
export const audit: CreateFacility = ({ vocabulary, clock, metrics, logger }, options) => {
  // The series without labels are written also where nothing is audited.
  if (options.audit === undefined) {
    createAuditMetrics(metrics)
    return { provides: { auditor: undefined } }
  }
  const onLost = ({ count, error: err }: AuditLoss): void => logger.error({ err, count }, 'audit events were lost')
  const auditor = createAuditor({ ...options.audit, clock, vocabulary, metrics, onLost })
  return { provides: { auditor }, close: () => auditor.close() }
}
