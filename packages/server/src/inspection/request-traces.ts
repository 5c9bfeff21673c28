import type { RequestPage, RevisionWriter, TracedRequest, WatchReport } from '@pinnace/inspector'
import type { AuthorizerAttributes } from '@pinnace/authz'
import type { Clock, RequestInfo } from '@pinnace/meta'
import { DeliveredEvents } from './delivered-events.ts'
import { RecordedTrace, type TraceSubject } from './recorded-trace.ts'
import { stageTimes } from './stage-times.ts'

/** The most requests and bytes that are kept; the oldest are forgotten first. */
const maxRequests = 2000
const maxBytes = 16 * 1024 * 1024
/** The most requests of one answer. */
const maxPage = 500
/** The prefix of the inspector's own paths, whose requests are not logged. */
const ownPrefix = '/inspector/'

/** The log of what requests have gone through, in bounded memory. */
export class RequestTraces {
  readonly #id: string
  readonly #clock: Clock
  readonly #traces = new Map<number, RecordedTrace>()
  /** Those whose stream is open, also if they have left the log. */
  readonly #streaming = new Set<RecordedTrace>()
  readonly #delivered = new DeliveredEvents()
  #count = 0
  #sequence = 0
  #bytes = 0

  constructor(id: string, clock: Clock) {
    this.#id = id
    this.#clock = clock
  }

  /**
   * Begins the trace of a request; undefined for the requests of the inspector. `onAsked` is called with what an allowed
   * request needed.
   */
  begin(
    incoming: TraceSubject['incoming'],
    info: RequestInfo,
    onAsked: (attributes: AuthorizerAttributes) => void,
  ): RecordedTrace | undefined {
    if (info.path.startsWith(ownPrefix)) return undefined
    const context = { clock: this.#clock, onChange: this.#changed, onAsked, delivered: this.#delivered }
    return new RecordedTrace(++this.#count, { incoming, info }, context)
  }

  get(number: number): RecordedTrace | undefined {
    return this.#traces.get(number)
  }

  /** Requests whose watch is open. */
  get streaming(): Iterable<RecordedTrace> {
    return this.#streaming
  }

  /** The newest requests that have changed after `since`, newest first. */
  page(since: number): RequestPage {
    const requests: TracedRequest[] = []
    for (const trace of [...this.#traces.values()].toReversed()) {
      if (requests.length === maxPage) break
      if (trace.sequence > since) requests.push(summaryOf(trace))
    }
    return { log: this.#id, sequence: this.#sequence, requests }
  }

  /** The requests that wrote revisions, of those in the log. */
  writers(revisions: ReadonlySet<string>): readonly RevisionWriter[] {
    return [...this.#traces.values()].flatMap(({ revision, user, number }) => {
      const text = revision === undefined ? '' : String(revision)
      return revisions.has(text) ? [{ revision: text, user: user?.username ?? '', request: number }] : []
    })
  }

  /** Where the time of the requests in the log went. */
  times(): WatchReport['time'] {
    return stageTimes(this.#traces.values())
  }

  clear(): void {
    this.#traces.clear()
    this.#streaming.clear()
    this.#delivered.clear()
    this.#bytes = 0
  }

  readonly #changed = (trace: RecordedTrace): void => {
    trace.sequence = ++this.#sequence
    if (trace.state === 'streaming') this.#streaming.add(trace)
    else this.#streaming.delete(trace)
    if (trace.number === this.#count && trace.state === 'running') this.#traces.set(trace.number, trace)
    this.#measure(trace)
    for (const oldest of this.#traces.values()) {
      if (this.#traces.size <= maxRequests && this.#bytes <= maxBytes) break
      this.#traces.delete(oldest.number)
      this.#bytes -= oldest.countedBytes
    }
  }

  // A request grows while it runs.
  #measure(trace: RecordedTrace): void {
    if (!this.#traces.has(trace.number)) return
    this.#bytes += trace.bytes - trace.countedBytes
    trace.countedBytes = trace.bytes
  }
}

/** The line of a request in the log. */
export function summaryOf(trace: RecordedTrace): TracedRequest {
  const { info, incoming, number, time, state, status, durationMs, user } = trace
  const { verb, group, version, resource, subresource, namespace, name } = info
  const { transport, method, target } = incoming
  return {
    number,
    time,
    transport,
    method,
    target,
    verb,
    group,
    version,
    resource,
    subresource,
    namespace,
    name,
    user: user?.username ?? '',
    state,
    ...(status === undefined ? {} : { status }),
    ...(durationMs === undefined ? {} : { durationMs }),
  }
}
