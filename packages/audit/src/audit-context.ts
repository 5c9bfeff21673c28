import { formatMicroTime, thenMaybe, type Awaitable, type Clock, type RequestInfo, type UserInfo } from '@pinnace/meta'
import type { AuditEvent, AuditLevel, AuditStage } from './audit-event.ts'
import { isAtLeast } from './audit-level.ts'
import {
  isStatus,
  mayBeStatus,
  readObject,
  withoutManagedFields,
  type AuditObject,
  type StatusSummary,
} from './audit-object.ts'
import type { AuditDecision } from './match-policy.ts'
import { toObjectReference, type ReferencedObject } from './object-reference.ts'
import { truncateUserAgent } from './truncate-event.ts'
import { UnauditedRequest } from './unaudited-request.ts'

/** The request an audit context is created for. */
export interface AuditSubject {
  readonly info: RequestInfo
  /** Path and query as the client sent them. */
  readonly requestURI: string
  readonly auditId: string
  /** The authenticated user; before impersonation. */
  readonly user: UserInfo
  /** Longer ones than 1,024 characters are truncated. */
  readonly userAgent?: string | undefined
  /** Absent for requests that did not come over a network. */
  readonly sourceIPs?: readonly string[] | undefined
}

/** How a request ended. */
export interface AuditOutcome {
  /** The HTTP status code of the response. */
  readonly code: number
  /** The response if it is a Status. Needed where `body` is a function; otherwise it is read from `body`. */
  readonly status?: StatusSummary | undefined
  /** The response object, `status` by default. Absent for streams. A function is called from level `RequestResponse` on. */
  readonly body?: AuditObject | undefined
}

/** The audit record of one request in progress. Every stage it reaches becomes an event. */
export interface AuditContext {
  /**
   * Whether the `RequestReceived` event is stored, for sinks that requests wait for. Rejects if it could not be stored and
   * the request must be rejected.
   */
  readonly received: Awaitable<void>
  /** Completes the object reference with what the path does not say, from the decoded body. */
  setObject(object: ReferencedObject): void
  /** Sets the request body. It is recorded from level `Request` on; a body that is not JSON is left out. */
  setRequestObject(object: AuditObject): void
  /** Sets the user the request is impersonating, and the verb that allowed it if the impersonation is constrained. */
  impersonate(user: UserInfo, constraint?: string): void
  /** Adds an annotation if the record has at least that level. The first value of a key wins. */
  annotate(key: string, value: string, level: AuditLevel): void
  /** True if the record has at least that level. */
  isAudited(level: AuditLevel): boolean
  /** Records the authorization decision. */
  decide(decision: 'allow' | 'forbid', reason: string): void
  /** True once {@link decide} has been called. */
  readonly isDecided: boolean
  /** Emits `ResponseStarted`: the response is a stream. Call {@link complete} when the stream has ended. */
  started(code: number): Awaitable<void>
  /** Emits `ResponseComplete`. */
  complete(outcome: AuditOutcome): Awaitable<void>
}

/** What all records of an auditor share. */
export interface AuditFormat {
  /** `audit.<domain>/v1` */
  readonly apiVersion: string
  /** Prefix of the annotations about the authorization decision. */
  readonly decisionAnnotations: string
  readonly clock: Clock
  /** False if the event is lost, and the request must be rejected for that. */
  readonly emit: (event: AuditEvent) => Awaitable<boolean>
  /** Called when a request is rejected because its event is lost. */
  readonly reject: () => void
}

/** Creates the record of a request and emits `RequestReceived`. */
export function createAuditContext(subject: AuditSubject, decision: AuditDecision, format: AuditFormat): AuditContext {
  return new AuditRecord(subject, decision, format)
}

class AuditRecord implements AuditContext {
  readonly #subject: AuditSubject
  readonly #decision: AuditDecision
  readonly #format: AuditFormat
  readonly #received: string
  readonly #annotations = Object.create(null) as Record<string, string>
  #impersonated: UserInfo | undefined
  #constraint: string | undefined
  #requestObject: AuditObject | undefined
  #object: ReferencedObject | undefined
  readonly #receivedStored: Awaitable<boolean>
  #isRejected = false

  constructor(subject: AuditSubject, decision: AuditDecision, format: AuditFormat) {
    this.#subject = subject
    this.#decision = decision
    this.#format = format
    this.#received = this.#timestamp()
    this.#receivedStored = this.#emit('RequestReceived')
  }

  get received(): Awaitable<void> {
    return thenMaybe(this.#receivedStored, (stored) => {
      if (stored) return
      this.#isRejected = true
      this.#format.reject()
      throw new UnauditedRequest()
    })
  }

  setRequestObject(object: AuditObject): void {
    if (this.isAudited('Request')) this.#requestObject = object
  }

  setObject({ name, namespace, uid, resourceVersion }: ReferencedObject): void {
    // Copied: verbs fill in the object that they are given.
    this.#object = { name, namespace, uid, resourceVersion }
  }

  impersonate(user: UserInfo, constraint?: string): void {
    this.#impersonated = user
    this.#constraint = constraint
  }

  annotate(key: string, value: string, level: AuditLevel): void {
    if (this.isAudited(level) && !Object.hasOwn(this.#annotations, key)) this.#annotations[key] = value
  }

  isAudited(level: AuditLevel): boolean {
    return isAtLeast(this.#decision.level, level)
  }

  decide(decision: 'allow' | 'forbid', reason: string): void {
    const { decisionAnnotations } = this.#format
    this.#annotations[`${decisionAnnotations}/decision`] = decision
    this.#annotations[`${decisionAnnotations}/reason`] = reason
  }

  get isDecided(): boolean {
    return Object.hasOwn(this.#annotations, `${this.#format.decisionAnnotations}/decision`)
  }

  started(code: number): Awaitable<void> {
    return settle(this.#emit('ResponseStarted', { responseStatus: { metadata: {}, code } }))
  }

  complete({ code, status, body }: AuditOutcome): Awaitable<void> {
    const isResponseAudited = this.isAudited('RequestResponse')
    const read = isResponseAudited || mayBeStatus(body) ? readObject(body) : undefined
    return settle(
      this.#emit('ResponseComplete', {
        ...this.#shown('requestObject', readObject(this.#requestObject)),
        ...(isResponseAudited ? this.#shown('responseObject', read ?? status) : {}),
        responseStatus: toResponseStatus(code, status ?? (isStatus(read) ? read : undefined)),
      }),
    )
  }

  #shown(member: 'requestObject' | 'responseObject', object: unknown): Partial<AuditEvent> {
    if (object === undefined) return {}
    return { [member]: this.#decision.omitManagedFields ? withoutManagedFields(object) : object }
  }

  #emit(stage: AuditStage, more: Partial<AuditEvent> = {}): Awaitable<boolean> {
    if (this.#isRejected || this.#decision.omitStages.has(stage)) return true
    const { info, auditId, requestURI, user, userAgent, sourceIPs } = this.#subject
    return this.#format.emit({
      kind: 'Event',
      apiVersion: this.#format.apiVersion,
      level: this.#decision.level,
      auditID: auditId,
      stage,
      requestURI,
      verb: info.verb,
      user,
      ...(this.#impersonated === undefined ? {} : { impersonatedUser: this.#impersonated }),
      ...(this.#constraint === undefined
        ? {}
        : { authenticationMetadata: { impersonationConstraint: this.#constraint } }),
      ...(sourceIPs === undefined ? {} : { sourceIPs }),
      ...(userAgent === undefined ? {} : { userAgent: truncateUserAgent(userAgent) }),
      ...toObjectReference(info, this.#object),
      ...more,
      requestReceivedTimestamp: this.#received,
      stageTimestamp: this.#timestamp(),
      ...(Object.keys(this.#annotations).length === 0 ? {} : { annotations: { ...this.#annotations } }),
    })
  }

  #timestamp(): string {
    return formatMicroTime(BigInt(Math.round(this.#format.clock.now() * 1000)))
  }
}

/** The response is on its way: it is not rejected any more. */
function settle(stored: Awaitable<boolean>): Awaitable<void> {
  return thenMaybe(stored, () => {})
}

function toResponseStatus(code: number, status: StatusSummary | undefined): NonNullable<AuditEvent['responseStatus']> {
  return {
    metadata: {},
    code,
    ...(status?.status === undefined ? {} : { status: status.status }),
    ...(status?.reason === undefined ? {} : { reason: status.reason }),
    ...(status?.message === undefined ? {} : { message: status.message }),
  }
}
