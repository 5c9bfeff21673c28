import type { Metrics } from '@pinnace/meta'
import type { AuditLevel } from './audit-event.ts'

/** Counts audit events. */
export interface AuditMetrics {
  /** An event was sent to the sinks. */
  event(): void
  /** The policy chose a level for a request. */
  level(level: AuditLevel): void
  /** A sink lost events. */
  lost(plugin: string, count: number): void
  /** A request was rejected because its event could not be written. */
  rejected(): void
}

/** Creates the audit metrics. */
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
  const rejections = metrics.counter({
    name: 'apiserver_audit_requests_rejected_total',
    help: 'Counter of apiserver requests rejected due to an error in audit logging backend.',
  })
  return {
    event: () => events.add([]),
    level: (level) => levels.add([level]),
    lost: (plugin, count) => errors.add([plugin], count),
    rejected: () => rejections.add([]),
  }
}
