import type { AuditContext, Auditor, AuditOutcome } from '@pinnace/audit'
import type { Decision } from '@pinnace/authz'
import { thenMaybe, type Awaitable, type Clock, type StatusError, type UserInfo } from '@pinnace/meta'
import type { AnsweredRequest, RequestMetrics } from '@pinnace/metrics'
import type { RequestSummary } from './request-summary.ts'
import type { ServerEmitter, WatchOpenedEvent } from './server-events.ts'
import type { RequestTrace, RequestTracing } from './request-trace.ts'
import { StreamRecord } from './stream-record.ts'
import { limitWarnings } from './warnings.ts'
import type { AnswerObserver, IncomingRequest, StreamObserver } from './incoming-request.ts'
import type { Intervention } from './interceptor.ts'
import type { Authenticated, ImpersonatedRequest, Received, RefusedRequest } from './stages.ts'

/** What recording requests needs of the server. */
export interface RecordContext {
  readonly clock: Clock
  /** Undefined when auditing is off. */
  readonly auditor: Auditor | undefined
  /** Undefined when metrics are off. */
  readonly requests: RequestMetrics | undefined
  readonly onRequest: ((summary: RequestSummary) => void) | undefined
  readonly events: ServerEmitter
  /** Undefined without the inspector. */
  readonly inspection: RequestTracing | undefined
}

const noUser: UserInfo = Object.freeze({ username: '', groups: Object.freeze([]), extra: Object.freeze({}) })

/** Reports one request to the audit log, the metrics and the host, stage by stage. */
export class RequestRecord implements AnswerObserver {
  readonly #server: RecordContext
  readonly #incoming: IncomingRequest<unknown>
  readonly #startedMs: number
  /** What an interceptor does with the request; undefined for most. */
  intervention: Intervention | undefined
  #received: Received | undefined
  #user = noUser
  #impersonated: ImpersonatedRequest | undefined
  #auditContext: AuditContext | undefined
  #trace: RequestTrace | undefined

  constructor(server: RecordContext, incoming: IncomingRequest<unknown>) {
    this.#server = server
    this.#incoming = incoming
    this.#startedMs = server.clock.monotonic()
  }

  /** Undefined when auditing is off, or the policy excludes the request. */
  get auditContext(): AuditContext | undefined {
    return this.#auditContext
  }

  /** Undefined without the inspector. */
  get trace(): RequestTrace | undefined {
    return this.#trace
  }

  /** The request, if it was refused before its user was known for good; undefined later on. */
  get refusedRequest(): RefusedRequest | undefined {
    if (this.#received === undefined || this.#impersonated !== undefined) return undefined
    return { info: this.#received.info, user: this.#user }
  }

  received(received: Received): void {
    this.#received = received
    this.#trace = this.#server.inspection?.begin(this.#incoming, received.info)
  }

  /** Rejects if the request must be audited and cannot be. */
  authenticated({ user }: Authenticated): Awaitable<void> {
    this.#user = user
    this.#trace?.authenticated(user)
    this.#beginAudit(user)
    return this.#auditContext?.received
  }

  impersonated(impersonated: ImpersonatedRequest): void {
    this.#impersonated = impersonated
    this.#user = impersonated.user
    this.#trace?.impersonated(impersonated.user, impersonated.impersonator)
  }

  decided(decision: Decision): void {
    const { effect, reason } = decision
    this.#trace?.decided(decision)
    this.#auditContext?.decide(effect === 'allow' ? 'allow' : 'forbid', reason)
  }

  /** The request has failed, at any stage. */
  failed(error: StatusError): void {
    const { code } = error
    this.#trace?.failed(error)
    if (this.#received === undefined) return
    // A request that was not authenticated is recorded without a user.
    if (this.#auditContext === undefined) this.#beginAudit(noUser)
    // Forbidden before authorization: the user may not impersonate.
    if (code === 403 && this.#auditContext?.isDecided === false) this.#auditContext.decide('forbid', '')
  }

  answered(outcome: AuditOutcome): Awaitable<void> {
    this.#auditImpersonation()
    return this.#auditContext?.complete(outcome)
  }

  sent(code: number, bytes: number | undefined): void {
    this.intervention?.answered?.(code === 0 ? undefined : code)
    this.#trace?.answered(code === 0 ? undefined : code, this.#incoming.warnings, 'ended')
    // No answer was sent.
    if (code === 0) return
    this.#report(code)
    this.#count({ code, bytes }, (requests, request) => requests.answered(request))
  }

  started(code: number): Awaitable<StreamObserver> {
    this.#auditImpersonation()
    const audited = this.#auditContext?.started(code)
    this.intervention?.answered?.(code)
    this.#trace?.answered(code, this.#incoming.warnings, 'streaming')
    this.#report(code)
    let endCount: (() => void) | undefined
    this.#count({ code }, (requests, request) => {
      endCount = requests.started(request)
    })
    const watch = this.#watch()
    if (watch !== undefined) this.#server.events.emit('watchOpened', watch)
    const stream = new StreamRecord({
      code,
      clock: this.#server.clock,
      events: this.#server.events,
      startedMs: this.#startedMs,
      watch,
      endCount,
      auditContext: this.#auditContext,
      trace: this.#trace,
    })
    return thenMaybe(audited, () => stream)
  }

  // A request whose target could not be parsed is not counted.
  #count(
    { code, bytes }: Pick<AnsweredRequest, 'code' | 'bytes'>,
    use: (requests: RequestMetrics, request: AnsweredRequest) => void,
  ): void {
    const { requests } = this.#server
    const info = this.#received?.info
    if (requests === undefined || info === undefined) return
    const { method, isApply } = this.#incoming
    use(requests, { method, info, isApply, code, bytes, startedMs: this.#startedMs })
  }

  #beginAudit(user: UserInfo): void {
    const { auditor } = this.#server
    const received = this.#received
    if (auditor === undefined || received === undefined) return
    const { auditId, target, userAgent, remoteAddress, annotations } = this.#incoming
    const { info } = received
    const auditContext = auditor.begin({
      info,
      requestURI: target,
      auditId,
      user,
      userAgent,
      sourceIPs: remoteAddress === undefined ? undefined : [remoteAddress],
    })
    this.#auditContext = auditContext
    if (annotations !== undefined) {
      for (const [key, value] of Object.entries(annotations)) auditContext?.annotate(key, value, 'Metadata')
    }
    if (auditContext?.isAudited('Request') === true)
      this.#incoming.keepBody((body) => auditContext.setRequestObject(body))
  }

  #auditImpersonation(): void {
    const { impersonator, user, constraint } = this.#impersonated ?? {}
    if (impersonator !== undefined && user !== undefined) this.#auditContext?.impersonate(user, constraint)
  }

  #report(status: number): void {
    const { onRequest, clock, events } = this.#server
    const { transport, method, target, warnings } = this.#incoming
    if (onRequest !== undefined || events.has('request')) {
      const summary = { transport, method, target, status, durationMs: clock.monotonic() - this.#startedMs }
      onRequest?.(summary)
      events.emit('request', summary)
    }
    if (warnings.length === 0 || !events.has('warning')) return
    for (const text of limitWarnings(warnings)) events.emit('warning', { text, method, target, user: this.#user })
  }

  /** The event of a watch that has opened; undefined for other requests. */
  #watch(): WatchOpenedEvent | undefined {
    const info = this.#received?.info
    if (info?.verb !== 'watch') return undefined
    const { group, version, resource, namespace } = info
    return { target: this.#incoming.target, group, version, resource, namespace, user: this.#user }
  }
}
