import {
  formatMicroTime,
  isReplyStream,
  noMetrics,
  parseJson,
  type ApiObject,
  type Clock,
  type HttpReply,
  type HttpRequest,
  type Metrics,
  type RequestInfo,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'
import { createAuditMetrics } from './audit-metrics.ts'
import type { AuditEvent, AuditLevel, AuditSink, AuditStage } from './audit-event.ts'
import { askPolicy, type AuditAnswer, type AuditPolicy } from './audit-policy.ts'

/** The record of one request under way. */
export interface AuditContext {
  /** What is handed on in place of the request: its body is kept where the policy asks for it. */
  readonly request: HttpRequest
  /** The user the request is done as, where that is not its sender. */
  impersonate(user: UserInfo): void
  /** Adds an annotation, where the record is of that level; the first value of a key stays. */
  annotate(key: string, value: string, level: AuditLevel): void
  /** Whether the record is of that level, or a higher one. */
  isAudited(level: AuditLevel): boolean
  /** What was decided of it. */
  decide(decision: 'allow' | 'forbid', reason: string): void
  readonly isDecided: boolean
  /** The answer is known. Returns it, or one that tells when a stream has ended. */
  complete(reply: HttpReply): HttpReply
}

/** Writes down what the policy asks for. */
export interface Auditor {
  /** Begins the record of a request; `undefined` where nothing is to be written of it. */
  begin(subject: AuditSubject): AuditContext | undefined
  /** Writes what is held back. */
  close(): Promise<void>
}

/** What a record begins with. */
export interface AuditSubject {
  readonly request: HttpRequest
  readonly info: RequestInfo
  readonly auditId: string
  readonly user: UserInfo
}

/** Options for {@link createAuditor}. */
export interface AuditorOptions {
  readonly policy: AuditPolicy
  readonly sinks: readonly AuditSink[]
  readonly clock: Clock
  readonly vocabulary: Vocabulary
  /** @default nothing is counted */
  readonly metrics?: Metrics
  /** Told of sinks that fail. */
  readonly onError: (error: unknown) => void
}

const maxUserAgent = 1024
const userAgentSuffix = '...TRUNCATED'
const maxEventBytes = 102_400
const rank: Readonly<Record<AuditLevel, number>> = { None: 0, Metadata: 1, Request: 2, RequestResponse: 3 }

/** Makes the auditor of a server. Without one a request costs a look at an undefined member. */
// upstream: endpoints/filters/audit.go
export function createAuditor(options: AuditorOptions): Auditor {
  const { policy, sinks, clock, vocabulary, onError } = options
  const counts = createAuditMetrics(options.metrics ?? noMetrics)
  const apiVersion = `${vocabulary.group('audit')}/v1`
  const truncation = `${vocabulary.group('audit')}/truncated`
  const authentication = vocabulary.group('authentication')
  const decisionAnnotations = vocabulary.group('authorization')
  const write = (event: AuditEvent): void => {
    counts.event()
    for (const sink of sinks) {
      try {
        sink.write([truncated(event, truncation)])
      } catch (error) {
        counts.error()
        onError(error)
      }
    }
  }
  return {
    begin({ request, info, auditId, user }) {
      const answer = askPolicy(policy, { user, ...info })
      counts.level(answer.level)
      if (answer.level === 'None') return undefined
      // Whatever a policy says, the bodies of secrets and tokens are nobody's to write down.
      const level = isSecret(info, authentication) ? 'Metadata' : answer.level
      return createTrail({
        request,
        info,
        auditId,
        user,
        answer: { ...answer, level },
        apiVersion,
        decisionAnnotations,
        clock,
        write,
      })
    },
    async close() {
      for (const sink of sinks) await sink.close?.()
    },
  }
}

interface TrailOptions extends AuditSubject {
  /** What begins the names of annotations about the decision. */
  readonly decisionAnnotations: string
  readonly answer: AuditAnswer
  readonly apiVersion: string
  readonly clock: Clock
  readonly write: (event: AuditEvent) => void
}

function createTrail({
  request,
  info,
  auditId,
  user,
  answer,
  apiVersion,
  decisionAnnotations,
  clock,
  write,
}: TrailOptions): AuditContext {
  const { level, omitStages, omitManagedFields } = answer
  const received = timestamp(clock)
  const annotations = Object.create(null) as Record<string, string>
  let impersonated: UserInfo | undefined
  let bytes: Buffer | undefined
  const shown = (object: unknown): unknown => (omitManagedFields ? withoutManagedFields(object) : object)
  const emit = (stage: AuditStage, more: Partial<AuditEvent> = {}): void => {
    if (omitStages.has(stage)) return
    const userAgent = request.header('user-agent')
    write({
      kind: 'Event',
      apiVersion,
      level,
      auditID: auditId,
      stage,
      requestURI: request.target,
      verb: info.verb,
      user,
      ...(impersonated === undefined ? {} : { impersonatedUser: impersonated }),
      ...(request.remoteAddress === undefined ? {} : { sourceIPs: [request.remoteAddress] }),
      ...(userAgent === undefined ? {} : { userAgent: cutUserAgent(userAgent) }),
      ...objectReference(info),
      ...more,
      requestReceivedTimestamp: received,
      stageTimestamp: timestamp(clock),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...annotations } }),
    })
  }
  const outcome = ({ status, body }: HttpReply): Partial<AuditEvent> => {
    const requestObject = rank[level] >= rank.Request && bytes !== undefined ? readJson(bytes) : undefined
    const read =
      body === undefined || isReplyStream(body)
        ? undefined
        : readJson(Buffer.concat(body instanceof Uint8Array ? [body] : body))
    const failure = isStatus(read) ? read : undefined
    return {
      ...(requestObject === undefined ? {} : { requestObject: shown(requestObject) }),
      ...(rank[level] >= rank.RequestResponse && read !== undefined ? { responseObject: shown(read) } : {}),
      responseStatus: {
        code: status,
        ...(failure?.status === undefined ? {} : { status: failure.status }),
        ...(failure?.reason === undefined ? {} : { reason: failure.reason }),
        ...(failure?.message === undefined ? {} : { message: failure.message }),
      },
    }
  }
  emit('RequestReceived')
  return {
    request: rank[level] < rank.Request ? request : keepingBody(request, (read) => (bytes = read)),
    annotate(key, value, least) {
      if (rank[level] >= rank[least] && !Object.hasOwn(annotations, key)) annotations[key] = value
    },
    isAudited: (least) => rank[level] >= rank[least],
    decide(decision, reason) {
      annotations[`${decisionAnnotations}/decision`] = decision
      if (reason !== '') annotations[`${decisionAnnotations}/reason`] = reason
    },
    get isDecided() {
      return annotations[`${decisionAnnotations}/decision`] !== undefined
    },
    impersonate(other) {
      impersonated = other
    },
    complete(reply) {
      const { body } = reply
      if (body === undefined || !isReplyStream(body)) {
        emit('ResponseComplete', outcome(reply))
        return reply
      }
      emit('ResponseStarted', { responseStatus: { code: reply.status } })
      return {
        ...reply,
        body: {
          start(sink) {
            sink.onClose(() => emit('ResponseComplete', { responseStatus: { code: reply.status } }))
            body.start(sink)
          },
        },
      }
    },
  }
}

// Everything else is asked of the request itself: those of hosts have private fields, which no object made from one reads.
function keepingBody(request: HttpRequest, keep: (bytes: Buffer) => void): HttpRequest {
  return {
    method: request.method,
    target: request.target,
    get rawHeaders() {
      return request.rawHeaders
    },
    header: (name) => request.header(name),
    async body(maxBytes) {
      const bytes = await request.body(maxBytes)
      keep(bytes)
      return bytes
    },
    get signal() {
      return request.signal
    },
    get remoteAddress() {
      return request.remoteAddress
    },
    peerCertificate: () => request.peerCertificate?.(),
  }
}

// upstream: plugin/buffered and truncate – first the bodies go, then the event is told to be too large.
function truncated(event: AuditEvent, annotation: string): AuditEvent {
  if (event.requestObject === undefined && event.responseObject === undefined) return event
  if (Buffer.byteLength(JSON.stringify(event, bigintAsText)) <= maxEventBytes) return event
  const { requestObject: _request, responseObject: _response, ...rest } = event
  return { ...rest, annotations: { ...event.annotations, [annotation]: 'true' } }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function isSecret({ group, resource, subresource }: RequestInfo, authentication: string): boolean {
  if (group === authentication) return true
  return group === '' && (resource === 'secrets' || (resource === 'serviceaccounts' && subresource === 'token'))
}

function objectReference(info: RequestInfo): Partial<AuditEvent> {
  if (!info.isResourceRequest) return {}
  const { resource, namespace, name, group, version, subresource } = info
  return {
    objectRef: {
      resource,
      ...(namespace === '' ? {} : { namespace }),
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { apiGroup: group }),
      apiVersion: version,
      ...(subresource === '' ? {} : { subresource }),
    },
  }
}

function withoutManagedFields(object: unknown): unknown {
  if (typeof object !== 'object' || object === null) return object
  const { items, metadata } = object as {
    readonly items?: unknown
    readonly metadata?: Readonly<Record<string, unknown>>
  }
  if (Array.isArray(items)) return { ...object, items: items.map(withoutManagedFields) }
  if (metadata?.['managedFields'] === undefined) return object
  const { managedFields: _owned, ...rest } = metadata
  return { ...object, metadata: rest }
}

function readJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes).value
  } catch {
    // A body in another format (YAML, protobuf) is not written down.
    return undefined
  }
}

function isStatus(
  value: unknown,
): value is { readonly status?: string; readonly reason?: string; readonly message?: string } & ApiObject {
  return typeof value === 'object' && value !== null && (value as { readonly kind?: unknown }).kind === 'Status'
}

function cutUserAgent(text: string): string {
  return text.length <= maxUserAgent ? text : text.slice(0, maxUserAgent - userAgentSuffix.length) + userAgentSuffix
}

function timestamp(clock: Clock): string {
  return formatMicroTime(BigInt(Math.round(clock.now() * 1000)))
}
