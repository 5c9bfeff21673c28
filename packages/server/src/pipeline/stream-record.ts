import type { AuditContext } from '@pinnace/audit'
import type { Clock } from '@pinnace/meta'
import type { StreamObserver } from './incoming-request.ts'
import type { RequestTrace } from './request-trace.ts'
import type { ServerEmitter, WatchOpenedEvent } from './server-events.ts'

/** What is left of a request once its answer, a stream, has started. */
export interface StartedStream {
  readonly code: number
  readonly clock: Clock
  readonly events: ServerEmitter
  /** On the monotonic clock. */
  readonly startedMs: number
  /** Undefined for a stream that is no watch. */
  readonly watch: WatchOpenedEvent | undefined
  readonly endCount: (() => void) | undefined
  readonly auditContext: AuditContext | undefined
  readonly trace: RequestTrace | undefined
}

/** Reports the end of a stream to the audit log, the metrics and the host. It does not hold the headers of the request. */
export class StreamRecord implements StreamObserver {
  readonly #stream: StartedStream

  constructor(stream: StartedStream) {
    this.#stream = stream
  }

  ended(): void {
    const { code, clock, events, startedMs, watch, endCount, auditContext, trace } = this.#stream
    // Nothing waits for the end of a stream.
    void auditContext?.complete({ code })
    endCount?.()
    trace?.ended()
    if (watch !== undefined) events.emit('watchClosed', { ...watch, durationMs: clock.monotonic() - startedMs })
  }
}
