import { hasSpacedBearerToken, type Authenticator } from '@pinnace/authn'
import type { AuditObject } from '@pinnace/audit'
import {
  badRequest,
  chunksOf,
  createTimeSlices,
  isReplyStream,
  parseJson,
  parseRequestInfo,
  thenMaybe,
  type Awaitable,
  type HttpReply,
  type HttpRequest,
  type PeerCertificate,
  type ReplySink,
  type RequestInfo,
  type StatusError,
  type UserInfo,
} from '@pinnace/meta'
import { peerProxiedHeader, type RemoteApiService } from '@pinnace/aggregation'
import { tokenRemarksOf } from '../authentication/index.ts'
import { inNextTurn, largeBytes } from '../request/pace.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { AnswerObserver, FlowHeaders, IncomingRequest, StreamObserver } from '../pipeline/incoming-request.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { AnswerWriter, ConnectionAnswer } from '../verbs/exchange.ts'
import { patchTypeOf, type Patch } from '../verbs/patch-type.ts'
import { answerNonResource } from './answer-non-resource.ts'
import { readAuditId } from './audit-id.ts'
import { compress } from './compress.ts'
import { errorReply } from './error-reply.ts'
import { replyHeaders } from './headers.ts'
import type { HttpContext } from './http-context.ts'
import { HttpAnswerWriter } from './http-answer-writer.ts'
import { parsedOnUse, prepareBody, readBytes, readDeleteBody, readObject } from './read-body.ts'
import type { RefuseBody } from './yaml-body.ts'
import { represent, type KindNegotiators } from './representation.ts'
import type { Authorized } from '../pipeline/stages.ts'
import type { Delivery } from '../pipeline/interceptor.ts'
import { deliverReply, resetReply } from './deliver-reply.ts'

/** Causes of a Status that is encoded in a turn of its own. */
const manyCauses = 1_000

const spacedTokenWarning =
  'the provided Authorization header contains extra space before the bearer token, and is ignored'

/** A request over HTTP: decodes its headers and body, and encodes its answer. */
export class HttpIncomingRequest implements IncomingRequest<HttpReply> {
  readonly transport = 'http'
  readonly method: string
  readonly target: string
  readonly auditId: string
  readonly warnings: string[] = []
  annotations: Readonly<Record<string, string>> | undefined
  flow: FlowHeaders | undefined
  readonly #server: HttpContext
  #request: HttpRequest
  #info: RequestInfo | undefined

  constructor(server: HttpContext, request: HttpRequest) {
    this.#server = server
    this.#request = request
    this.method = request.method
    this.target = request.target
    this.auditId = readAuditId(request) ?? server.random.uid()
  }

  get rawHeaders(): readonly string[] {
    return this.#request.rawHeaders
  }

  get userAgent(): string | undefined {
    return this.#request.header('user-agent')
  }

  get contentType(): string | undefined {
    return this.#request.header('content-type')
  }

  get remoteAddress(): string | undefined {
    return this.#request.remoteAddress
  }

  get peerCertificate(): PeerCertificate | undefined {
    return this.#request.peerCertificate?.()
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  get isApply(): boolean {
    return this.contentType?.startsWith('application/apply-patch') === true
  }

  readInfo(): RequestInfo {
    return (this.#info ??= parseRequestInfo(this.method, this.target))
  }

  identify(authenticate: Authenticator, isCertificateExpired: boolean): Awaitable<UserInfo | undefined> {
    const request = isCertificateExpired ? withExpiredCertificate(this.#request) : this.#request
    return thenMaybe(authenticate(request), (user) => {
      if (user === undefined && hasSpacedBearerToken(this.#request)) this.warnings.push(spacedTokenWarning)
      const remarks = user === undefined ? undefined : tokenRemarksOf(this.#request)
      if (remarks !== undefined) {
        this.annotations = remarks.annotations
        this.warnings.push(...(remarks.warnings ?? []))
      }
      return user
    })
  }

  keepBody(keep: (body: AuditObject) => void): void {
    this.#request = keepingBody(this.#request, keep)
  }

  async readObject(resource: ServedResource): Promise<RawBody> {
    const body = await readObject(this.#server, this.#request, resource)
    this.#server.requests?.body(this.readInfo(), body.byteLength)
    return body
  }

  async readPatch(resource: ServedResource): Promise<Patch> {
    const type = patchTypeOf(this.contentType, resource)
    const prefix = type === 'strategic' ? '' : 'error decoding patch: '
    const refuse: RefuseBody = (reason, _summary, format) =>
      badRequest(`${format === 'yaml' ? 'error decoding YAML: error converting YAML to JSON: ' : prefix}${reason}`)
    const bytes = await readBytes(this.#request)
    this.#server.requests?.body(this.readInfo(), bytes.length)
    const isYaml = type === 'apply'
    const { clock } = this.#server
    const parse = await prepareBody({ bytes, isYaml, clock, request: this.#request }, refuse)
    return { type, body: parsedOnUse(bytes.length, parse) }
  }

  readDeleteOptions(): Promise<RawBody | undefined> {
    return readDeleteBody(this.#server, this.#request)
  }

  negotiate(resource: ServedResource, form: keyof KindNegotiators = 'object'): Awaitable<AnswerWriter<HttpReply>> {
    const { query } = this.readInfo()
    return thenMaybe(
      represent(this.#server, { request: this.#request, query, served: resource, form }),
      (representation) =>
        new HttpAnswerWriter(this.#server, { http: this.#request, headers: this }, resource, representation),
    )
  }

  connect(answer: ConnectionAnswer): Awaitable<HttpReply> {
    return answer(this.#request, (contentType) => replyHeaders(this, contentType))
  }

  answerPath(authorized: Authorized): Promise<HttpReply> {
    return answerNonResource(this.#server, authorized, { request: this.#request, answer: this })
  }

  forward(authorized: Authorized, apiService: RemoteApiService): Promise<HttpReply> {
    return this.#server.aggregation.proxy({ ...authorized, auditId: this.auditId, request: this.#request }, apiService)
  }

  forwardToPeer(authorized: Authorized): Promise<HttpReply> | undefined {
    const { peers, vocabulary } = this.#server
    if (peers === undefined || this.#request.header(peerProxiedHeader(vocabulary)) === 'true') return undefined
    const servers = peers.serversOf(authorized.info)
    if (servers.length === 0) return undefined
    return peers.proxy({ ...authorized, auditId: this.auditId, request: this.#request }, servers)
  }

  reset(): HttpReply {
    return resetReply
  }

  deliver(reply: HttpReply, delivery: Delivery): HttpReply {
    return deliverReply(reply, delivery, this.#server.clock)
  }

  fail(error: StatusError): Awaitable<HttpReply> {
    const failed = { request: this.#request, answer: this, query: this.#info?.query }
    const encode = (): Awaitable<HttpReply> => errorReply(this.#server, failed, error)
    // A long Status is encoded in a turn of its own.
    const isLong = (error.details?.causes?.length ?? 0) > manyCauses || error.message.length >= largeBytes
    return isLong ? inNextTurn(createTimeSlices({ clock: this.#server.clock }), encode) : encode()
  }

  complete(reply: HttpReply, observer: AnswerObserver): Awaitable<HttpReply> {
    const { status: code, body } = reply
    const { takeOver } = reply
    if (takeOver !== undefined) {
      return thenMaybe(observer.started(code), (stream) => ({
        ...reply,
        takeOver(connection) {
          if (connection.closed) stream.ended()
          else connection.once('close', () => stream.ended())
          takeOver(connection)
        },
      }))
    }
    if (isReplyStream(body)) {
      return thenMaybe(observer.started(code), (stream) => {
        const start: typeof body.start = (sink) => {
          reportEnd(sink, stream)
          body.start(sink)
        }
        return { ...reply, body: { start } }
      })
    }
    const audited = observer.answered({
      code,
      body: body === undefined || body instanceof Uint8Array ? body : () => readChunks(chunksOf(body).chunks),
    })
    const compressed = thenMaybe(audited, () => compress(this.#server, this.#request, reply))
    return thenMaybe(compressed, (sent) => {
      observer.sent(code, sizeOf(sent))
      return sent
    })
  }
}

// A listener made in `complete` would keep the reply, and what it was made from, in memory for as long as the stream is open.
function reportEnd(sink: ReplySink, stream: StreamObserver): void {
  sink.onClose(() => stream.ended())
}

function keepingBody(request: HttpRequest, keep: (body: AuditObject) => void): HttpRequest {
  return changed(request, {
    async body(maxBytes) {
      const bytes = await request.body(maxBytes)
      keep(bytes)
      return bytes
    },
  })
}

/** The request, its client certificate judged at a time when none is valid. */
function withExpiredCertificate(request: HttpRequest): HttpRequest {
  const peer = request.peerCertificate?.()
  if (peer === undefined) return request
  return changed(request, { peerCertificate: () => ({ ...peer, judgedAtMs: Number.POSITIVE_INFINITY }) })
}

// A request of a host has private fields, which an object that inherits from it could not read.
function changed(
  request: HttpRequest,
  {
    body = (maxBytes) => request.body(maxBytes),
    peerCertificate = () => request.peerCertificate?.(),
  }: Partial<Pick<HttpRequest, 'body' | 'peerCertificate'>>,
): HttpRequest {
  return {
    method: request.method,
    target: request.target,
    get rawHeaders() {
      return request.rawHeaders
    },
    header: (name) => request.header(name),
    body,
    ...(request.openBody !== undefined && { openBody: () => request.openBody?.() }),
    get signal() {
      return request.signal
    },
    get remoteAddress() {
      return request.remoteAddress
    },
    canUpgrade: request.canUpgrade === true,
    peerCertificate,
    hostUser: request.hostUser,
  }
}

// A body in another format (YAML, protobuf) is not recorded.
function readChunks(chunks: Iterable<Uint8Array>): unknown {
  try {
    return parseJson(Buffer.concat([...chunks])).value
  } catch {
    return undefined
  }
}

function sizeOf({ body }: HttpReply): number {
  return isReplyStream(body) ? 0 : chunksOf(body).byteLength
}
