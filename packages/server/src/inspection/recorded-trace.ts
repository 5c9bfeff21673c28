import type { AuditObject } from '@pinnace/audit'
import type { TracedFailure, TracedPlugin, TracedRequest, TracedStage } from '@pinnace/inspector'
import {
  formatMicroTime,
  type ApiObject,
  type Clock,
  type RequestInfo,
  type StatusError,
  type UserInfo,
} from '@pinnace/meta'
import type { AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { AdmissionStep } from '@pinnace/admission'
import { attributesOf } from '../pipeline/authorize.ts'
import type { IncomingRequest } from '../pipeline/incoming-request.ts'
import type { RequestTrace } from '../pipeline/request-trace.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { PreparedWatch } from '../storage/watch.ts'
import type { ResourceStorage } from '../storage/resource-storage.ts'
import { AdmissionSteps } from './admission-steps.ts'
import type { DeliveredEvents } from './delivered-events.ts'
import { ObservedWatch } from './observed-watch.ts'
import { hasSecretContent } from './secret-content.ts'

/** Longer bodies are not kept, bytes. */
const maxBodyBytes = 64 * 1024
/** The most annotations of one request, and the most characters of one. */
const maxAnnotations = 64
const maxAnnotationLength = 16 * 1024
/** The most causes of a failure that are kept, and the most characters of a text that the client chooses. */
const maxCauses = 100
const maxTextLength = 1024

/** Called with a trace that has changed. */
export type OnTraced = (trace: RecordedTrace) => void

/** What one request has gone through. The pipeline calls its methods; they never throw. */
export class RecordedTrace implements RequestTrace {
  readonly number: number
  readonly info: RequestInfo
  readonly incoming: TracedIncoming
  readonly receivedMs: number
  readonly isSecret: boolean
  readonly stages: TracedStage[] = []
  readonly annotations: Map<string, string> = new Map()
  /** Counts changes of the log. */
  sequence = 0
  status: number | undefined
  durationMs: number | undefined
  state: TracedRequest['state'] = 'running'
  user: UserInfo | undefined
  impersonator: UserInfo | undefined
  decision: Decision | undefined
  failure: TracedFailure | undefined
  revision: bigint | undefined
  watch: ObservedWatch | undefined
  warnings: readonly string[] = []
  body: string | undefined
  bodyHidden: 'secret' | 'too large' | 'not text' | undefined
  /** Bytes of what varies in size. */
  bytes = 0
  /** Those that the log has counted. */
  countedBytes = 0
  readonly #clock: Clock
  readonly #onChange: OnTraced
  readonly #onAsked: TraceContext['onAsked']
  readonly #delivered: DeliveredEvents
  readonly #steps: AdmissionSteps
  #stageMs: number

  constructor(number: number, request: TraceSubject, { clock, onChange, onAsked, delivered }: TraceContext) {
    const { incoming, info } = request
    this.number = number
    this.info = info
    this.isSecret = hasSecretContent(info)
    const { transport, method, target, auditId, remoteAddress } = incoming
    const userAgent = incoming.userAgent?.slice(0, maxTextLength)
    const contentType = incoming.contentType?.slice(0, maxTextLength)
    this.incoming = { transport, method, target, auditId, userAgent, contentType, remoteAddress }
    this.receivedMs = clock.now()
    this.#clock = clock
    this.#onChange = onChange
    this.#onAsked = onAsked
    this.#delivered = delivered
    this.#steps = new AdmissionSteps(clock, this.isSecret)
    this.#stageMs = clock.monotonic()
    this.bytes = lengthOf([target, userAgent, contentType])
    if (method !== 'GET' && method !== 'HEAD') this.#keepBody(incoming)
    onChange(this)
  }

  get time(): string {
    return formatMicroTime(BigInt(Math.round(this.receivedMs * 1000)))
  }

  get admission(): readonly TracedPlugin[] {
    return this.#steps.runs
  }

  /** What the authorizers were asked; undefined before the user is known. */
  get attributes(): AuthorizerAttributes | undefined {
    // They are asked again when a client looks, after the deadline of the request.
    return this.user === undefined
      ? undefined
      : attributesOf({ info: this.info, user: this.user, deadlineMs: Infinity })
  }

  authenticated(user: UserInfo): void {
    this.user = user
    this.#endStage('authenticate')
  }

  impersonated(user: UserInfo, impersonator: UserInfo | undefined): void {
    this.user = user
    this.impersonator = impersonator
    if (impersonator !== undefined) this.#endStage('impersonate')
  }

  decided(decision: Decision): void {
    this.decision = decision
    this.#endStage('authorize')
    if (decision.effect === 'allow' && this.attributes !== undefined) this.#onAsked(this.attributes)
  }

  observeAdmission(
    object: ApiObject | undefined,
    { onAdmissionStep }: Pick<RequestScope, 'onAdmissionStep'>,
  ): (step: AdmissionStep) => void {
    const observe = this.#steps.observe(object)
    return (step) => {
      observe(step)
      onAdmissionStep?.(step)
    }
  }

  annotate(key: string, value: string): void {
    if (this.isSecret || this.annotations.has(key) || this.annotations.size >= maxAnnotations) return
    this.annotations.set(key, value.slice(0, maxAnnotationLength))
    this.bytes += key.length + Math.min(value.length, maxAnnotationLength)
  }

  /** The write of the request has been stored. A deletion of a collection stores many. */
  committed(revision: bigint): void {
    this.revision = revision
  }

  /** The watches that have received the event of the write; undefined for a request that wrote nothing. */
  get watchers(): number | undefined {
    return this.revision === undefined ? undefined : this.#delivered.of(this.revision)
  }

  /** The watch of the request, with its events counted. */
  watching(watch: PreparedWatch, { cache }: Pick<ResourceStorage, 'cache'>): PreparedWatch {
    const observed = new ObservedWatch(watch, cache, (revision) => this.#delivered.add(revision))
    this.watch = observed
    return observed.start
  }

  failed({ code, reason, message, details }: StatusError): void {
    const causes = (details?.causes ?? []).slice(0, maxCauses).map(({ field, reason, message }) => ({
      ...(field === undefined ? {} : { field }),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message: message.slice(0, maxAnnotationLength) }),
    }))
    this.failure = { code, reason, message: message.slice(0, maxAnnotationLength), causes }
    this.bytes += this.failure.message.length
    for (const { field, reason, message } of causes) this.bytes += lengthOf([field, reason, message])
  }

  answered(status: number | undefined, warnings: readonly string[], state: TracedRequest['state']): void {
    if (this.status === undefined) {
      this.#endStage('execute')
      this.durationMs = this.stages.reduce((sum, { durationMs }) => sum + durationMs, 0)
    }
    this.status = status
    this.warnings = [...warnings]
    this.bytes += lengthOf(warnings)
    this.#end(state)
  }

  ended(): void {
    this.#end('ended')
  }

  #end(state: TracedRequest['state']): void {
    this.state = state
    this.bytes += this.#steps.bytes
    this.#steps.bytes = 0
    this.#onChange(this)
  }

  #endStage(name: string): void {
    const nowMs = this.#clock.monotonic()
    this.stages.push({ name, durationMs: nowMs - this.#stageMs })
    this.#stageMs = nowMs
  }

  #keepBody(incoming: TraceSubject['incoming']): void {
    if (this.isSecret) {
      this.bodyHidden = 'secret'
      return
    }
    incoming.keepBody((body) => {
      const text = textOf(body)
      if (text === undefined) this.bodyHidden = 'not text'
      else if (text.length > maxBodyBytes) this.bodyHidden = 'too large'
      else if (text !== '') this.body = text
      this.bytes += this.body?.length ?? 0
    })
  }
}

/** What a trace is made of. */
export interface TraceSubject {
  readonly incoming: Pick<IncomingRequest<unknown>, keyof TracedIncoming | 'keepBody'>
  readonly info: RequestInfo
}

interface TraceContext {
  readonly clock: Clock
  readonly onChange: OnTraced
  readonly onAsked: (attributes: AuthorizerAttributes) => void
  readonly delivered: DeliveredEvents
}

type TracedIncoming = Pick<
  IncomingRequest<unknown>,
  'transport' | 'method' | 'target' | 'auditId' | 'userAgent' | 'contentType' | 'remoteAddress'
>

function lengthOf(texts: readonly (string | undefined)[]): number {
  return texts.reduce((sum, text = '') => sum + text.length, 0)
}

/** The text of a body; undefined for protobuf and other binary formats. */
function textOf(body: AuditObject): string | undefined {
  const value = typeof body === 'function' ? body() : body
  if (!(value instanceof Uint8Array)) return value === undefined ? '' : JSON.stringify(value)
  const text = Buffer.from(value).toString()
  return text.includes('\u0000') || text.includes('\uFFFD') ? undefined : text
}
