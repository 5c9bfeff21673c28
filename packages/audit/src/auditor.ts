import {
  noMetrics,
  thenMaybe,
  type Awaitable,
  type Clock,
  type Metrics,
  type RequestInfo,
  type Vocabulary,
} from '@pinnace/meta'
import { createAuditContext, type AuditContext, type AuditSubject } from './audit-context.ts'
import type { AuditEvent } from './audit-event.ts'
import { createAuditMetrics, type AuditMetrics } from './audit-metrics.ts'
import type { AuditPolicy } from './audit-policy.ts'
import type { AuditLoss, AuditSink } from './audit-sink.ts'
import { createLossLog } from './loss-log.ts'
import { decideAudit } from './match-policy.ts'

/** Records what the policy asks for. */
export interface Auditor {
  /** Starts auditing a request and emits its `RequestReceived` event; undefined if the policy says `None`. */
  begin(subject: AuditSubject): AuditContext | undefined
  /** True if requests wait for a sink. */
  readonly isBlocking: boolean
  /** Why the last events of a sink that requests wait for could not be written; undefined while they are. */
  failure(): unknown
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
  /** Called with events that were lost: at once, then at most once a minute. */
  readonly onLost: (loss: AuditLoss) => void
}

/** Creates an auditor that decides by `policy` and sends every event to all `sinks`. */
// upstream: endpoints/filters/audit.go
export function createAuditor({ policy, sinks, clock, vocabulary, metrics, onLost }: AuditorOptions): Auditor {
  const counts = createAuditMetrics(metrics ?? noMetrics)
  const logLoss = createLossLog(clock, onLost)
  const outlets = sinks.map((sink) => new Outlet(sink, counts, logLoss))
  const auditGroup = vocabulary.group('audit')
  const authenticationGroup = vocabulary.group('authentication')
  const format = {
    apiVersion: `${auditGroup}/v1`,
    decisionAnnotations: vocabulary.group('authorization'),
    clock,
    emit(event: AuditEvent): Awaitable<boolean> {
      counts.event()
      const events = [event]
      let stored: Awaitable<boolean> = true
      for (const outlet of outlets) stored = both(stored, outlet.write(events))
      return stored
    },
    reject: () => counts.rejected(),
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
    isBlocking: sinks.some(({ mode = 'batch' }) => mode !== 'batch'),
    failure: () => outlets.map(({ failure }) => failure).find((failure) => failure !== undefined),
    async close() {
      for (const { sink } of outlets) await sink.close?.()
    },
  }
}

function both(a: Awaitable<boolean>, b: Awaitable<boolean>): Awaitable<boolean> {
  return thenMaybe(a, (first) => thenMaybe(b, (second) => first && second))
}

/** A sink, its mode, and what it lost. */
class Outlet {
  readonly sink: AuditSink
  readonly #counts: AuditMetrics
  readonly #logLoss: (loss: AuditLoss) => void
  /** What the last write of a sink that requests wait for failed with. */
  failure: unknown

  constructor(sink: AuditSink, counts: AuditMetrics, logLoss: (loss: AuditLoss) => void) {
    this.sink = sink
    this.#counts = counts
    this.#logLoss = logLoss
    sink.observe?.((loss) => this.#lost(loss))
  }

  /** False if the events are lost and the request must be rejected. Waits as the mode of the sink says. */
  write(events: readonly AuditEvent[]): Awaitable<boolean> {
    const { mode = 'batch' } = this.sink
    try {
      const written = this.sink.write(events)
      if (!(written instanceof Promise)) return this.#written()
      const stored = written.then(
        () => this.#written(),
        (error: unknown) => this.#failed(events.length, error),
      )
      return mode === 'batch' ? true : stored
    } catch (error) {
      return this.#failed(events.length, error)
    }
  }

  #written(): true {
    this.failure = undefined
    return true
  }

  #failed(count: number, error: unknown): boolean {
    const { mode = 'batch' } = this.sink
    if (mode !== 'batch') this.failure = error ?? new Error('the audit sink failed')
    this.#lost({ count, error })
    return mode !== 'blocking-strict'
  }

  #lost(loss: AuditLoss): void {
    this.#counts.lost(this.sink.name ?? 'sink', loss.count)
    this.#logLoss(loss)
  }
}

// The bodies of secrets, token requests and reviews are never recorded, whatever the policy says.
function isSecret({ group, resource, subresource }: RequestInfo, authenticationGroup: string): boolean {
  if (group === authenticationGroup) return true
  return group === '' && (resource === 'secrets' || (resource === 'serviceaccounts' && subresource === 'token'))
}
