import { parseJson, type Clock } from '@pinnace/meta'
import type { AdmissionStep, CredentialRejection, Explanation, InterceptedRequest } from '@pinnace/server'
import type { FaultAction } from '../faults/fault.ts'
import type { Explanations } from './explanations.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'

/** The most requests that are kept; older ones are forgotten. */
const limit = 10_000
/** Longer bodies are not kept. */
const maxBodyBytes = 64 * 1024

/** A request log that can be written. */
export interface WritableRequestLog {
  readonly log: RequestLog
  begin(request: InterceptedRequest, faults: readonly FaultAction['type'][]): EntryInProgress
  /** A request that authentication or impersonation has refused. */
  refuse(request: InterceptedRequest, refused: RefusedRequest): Pick<EntryInProgress, 'answered'>
  /** Ends all iterations. */
  close(): void
}

/** What is known of a request that was refused. */
export interface RefusedRequest {
  readonly rejections: readonly CredentialRejection[]
  readonly faults: readonly FaultAction['type'][]
}

/** An entry whose request is being executed. */
export interface EntryInProgress {
  admitted(step: AdmissionStep): void
  answered(status: number | undefined): void
}

/** Options for {@link createRequestLog}. */
export interface RequestLogOptions {
  readonly clock: () => Clock
  /** Called with each request when it begins. */
  readonly onBegin: (request: LoggedRequest) => void
  readonly explanations: Explanations
}

/** Creates a request log. */
export function createRequestLog({ clock, onBegin, explanations }: RequestLogOptions): WritableRequestLog {
  let entries: Entry[] = []
  let count = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const log: RequestLog = {
    get length() {
      return entries.length
    },
    at: (index) => entries.at(index),
    filter: (test) => entries.filter(test),
    clear: () => void (entries = []),
    [Symbol.iterator]: () => entries[Symbol.iterator](),
    async *[Symbol.asyncIterator]() {
      let next = entries[0]?.number ?? count + 1
      for (;;) {
        const found = entries.find(({ number }) => number >= next)
        if (found?.isAnswered === true) {
          next = found.number + 1
          yield found
        } else if (isClosed) return
        else await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
  }
  const add = (entry: Entry): EntryInProgress => {
    entries.push(entry)
    // In portions, so that each request costs the same.
    if (entries.length > limit + 1000) entries = entries.slice(-limit)
    const startedMs = clock().monotonic()
    return {
      admitted: (step) => void entry.admission.push(step),
      answered(status) {
        explanations.forget(entry)
        entry.answered(status, clock().monotonic() - startedMs)
        wake()
      },
    }
  }
  return {
    log,
    begin(request, faults) {
      const entry = new Entry(++count, request, { faults, rejections: [] })
      explanations.expect(entry)
      onBegin(entry)
      return add(entry)
    },
    refuse: (request, refused) => add(new Entry(++count, request, refused)),
    close() {
      isClosed = true
      wake()
    },
  }
}

class Entry implements LoggedRequest {
  readonly number: number
  readonly transport: 'http' | 'in-process'
  readonly method: string
  readonly target: string
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly user: LoggedRequest['user']
  readonly userAgent: string | undefined
  readonly faults: readonly FaultAction['type'][]
  readonly rejections: readonly CredentialRejection[]
  readonly admission: AdmissionStep[] = []
  explanation: Explanation | undefined
  status: number | undefined
  durationMs: number | undefined
  isAnswered = false
  #bytes: Uint8Array | undefined

  constructor(number: number, request: InterceptedRequest, { faults, rejections }: RefusedRequest) {
    const { info, transport, method, target, user, userAgent } = request
    this.number = number
    this.transport = transport
    this.method = method
    this.target = target
    this.verb = info.verb
    this.group = info.group
    this.version = info.version
    this.resource = info.resource
    this.subresource = info.subresource
    this.namespace = info.namespace
    this.name = info.name
    this.user = user
    this.userAgent = userAgent
    this.faults = faults
    this.rejections = rejections
    if (method === 'GET') return
    request.keepBody((bytes) => {
      if (bytes.length <= maxBodyBytes) this.#bytes = bytes
    })
  }

  get body(): unknown {
    if (this.#bytes === undefined || this.#bytes.length === 0) return undefined
    try {
      return parseJson(Buffer.from(this.#bytes)).value
    } catch {
      // Another format.
      return undefined
    }
  }

  answered(status: number | undefined, durationMs: number): void {
    this.status = status
    this.durationMs = durationMs
    this.isAnswered = true
  }
}
