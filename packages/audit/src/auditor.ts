import { noMetrics, type Clock, type Metrics, type RequestInfo, type Vocabulary } from '@pinnace/meta'
import { createAuditContext, type AuditContext, type AuditSubject } from './audit-context.ts'
import type { AuditEvent, AuditSink } from './audit-event.ts'
import { createAuditMetrics } from './audit-metrics.ts'
import type { AuditPolicy } from './audit-policy.ts'
import { decideAudit } from './match-policy.ts'
import { truncateEvent } from './truncate-event.ts'

/** Records what the policy asks for. */
export interface Auditor {
  /** Starts auditing a request and emits its `RequestReceived` event; undefined if the policy says `None`. */
  begin(subject: AuditSubject): AuditContext | undefined
  /** Waits until every sink has written the events it buffers. */
  close(): Promise<void>
}

/** Options for {@link createAuditor}. */
export interface AuditorOptions {
  readonly policy: AuditPolicy
  readonly sinks: readonly AuditSink[]
  readonly clock: Clock
  readonly vocabulary: Vocabulary
  /** @default no metrics */
  readonly metrics?: Metrics
  /** Called with what a sink throws. */
  readonly onError: (error: unknown) => void
}

/** Creates an auditor that decides by `policy` and sends every event to all `sinks`. */
// upstream: endpoints/filters/audit.go
export function createAuditor({ policy, sinks, clock, vocabulary, metrics, onError }: AuditorOptions): Auditor {
  const counts = createAuditMetrics(metrics ?? noMetrics)
  const auditGroup = vocabulary.group('audit')
  const authenticationGroup = vocabulary.group('authentication')
  const format = {
    apiVersion: `${auditGroup}/v1`,
    decisionAnnotations: vocabulary.group('authorization'),
    clock,
    emit(event: AuditEvent): void {
      counts.event()
      for (const sink of sinks) {
        try {
          sink.write([truncateEvent(event, `${auditGroup}/truncated`)])
        } catch (error) {
          counts.error()
          onError(error)
        }
      }
    },
  }
  return {
    begin(subject) {
      const { user, info } = subject
      const decision = decideAudit(policy, { user, ...info })
      counts.level(decision.level)
      if (decision.level === 'None') return undefined
      const level = isSecret(info, authenticationGroup) ? 'Metadata' : decision.level
      return createAuditContext(subject, { ...decision, level }, format)
    },
    async close() {
      for (const sink of sinks) await sink.close?.()
    },
  }
}

// The bodies of secrets, token requests and reviews are never recorded, whatever the policy says.
function isSecret({ group, resource, subresource }: RequestInfo, authenticationGroup: string): boolean {
  if (group === authenticationGroup) return true
  return group === '' && (resource === 'secrets' || (resource === 'serviceaccounts' && subresource === 'token'))
}
