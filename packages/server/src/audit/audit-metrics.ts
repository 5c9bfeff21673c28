import type { Metrics } from '@pinnace/meta'
import type { AuditLevel } from './audit-event.ts'

/** Counts what is written down. */
export interface AuditMetrics {
  /** An event went to the sinks. */
  event(): void
  /** A request is to be written down so far. */
  level(level: AuditLevel): void
  /** A sink failed. */
  error(): void
}

/** The series of the audit. */
// upstream: apiserver/pkg/audit/metrics.go
export function createAuditMetrics(metrics: Metrics): AuditMetrics {
  const events = metrics.counter({
    name: 'apiserver_audit_event_total',
    help: 'Counter of audit events generated and sent to the audit backend.',
  })
  const levels = metrics.counter({
    name: 'apiserver_audit_level_total',
    help: 'Counter of policy levels for audit events (1 per request).',
    labelNames: ['level'],
  })
  const errors = metrics.counter({
    name: 'apiserver_audit_error_total',
    help: 'Counter of audit events that failed to be audited properly. Plugin identifies the plugin affected by the error.',
    labelNames: ['plugin'],
  })
  return {
    event: () => events.add([]),
    level: (level) => levels.add([level]),
    error: () => errors.add(['sink']),
  }
}
