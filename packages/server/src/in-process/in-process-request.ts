import type { AuditObject, AuditOutcome } from '@pinnace/audit'
import {
  badRequest,
  formatJson,
  parseRequestInfo,
  thenMaybe,
  unknownResource,
  type Awaitable,
  type RequestInfo,
  type StatusError,
  type UserInfo,
} from '@pinnace/meta'
import { ownedBody, type RawBody } from '../request/raw-body.ts'
import type { AnswerObserver, FlowHeaders, IncomingRequest } from '../pipeline/incoming-request.ts'
import { ConnectionReset, type Delivery } from '../pipeline/interceptor.ts'
import { PageNotFound } from '../pipeline/page-not-found.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { AnswerWriter, ConnectionAnswer } from '../verbs/exchange.ts'
import { patchTypeOf, type Patch } from '../verbs/patch-type.ts'
import type { InProcessAnswer } from './in-process-answer.ts'
import { InProcessAnswerWriter } from './in-process-answer-writer.ts'
import type { InProcessContext } from './in-process-context.ts'

/** An in-process call, in terms of the equivalent HTTP request. */
export interface InProcessCall {
  readonly method: string
  /** Path and query, encoded. */
  readonly target: string
  readonly user: UserInfo
  readonly userAgent: string
  readonly signal: AbortSignal | undefined
  /** A JSON value that the request may edit in place; undefined without a body. */
  readonly body?: unknown
  readonly contentType?: string
  /** True to answer objects as PartialObjectMetadata. */
  readonly metadataOnly: boolean
}

const noHeaders: readonly string[] = Object.freeze([])

/** A request of an in-process client: bodies and answers are objects, and the user is known. */
export class InProcessRequest implements IncomingRequest<InProcessAnswer> {
  readonly transport = 'in-process'
  readonly method: string
  readonly target: string
  readonly userAgent: string
  readonly remoteAddress: undefined
  readonly rawHeaders: readonly string[] = noHeaders
  readonly warnings: string[] = []
  flow: FlowHeaders | undefined
  readonly signal: AbortSignal | undefined
  readonly #server: InProcessContext
  readonly #call: InProcessCall
  #keepBody: ((body: AuditObject) => void) | undefined
  #auditId: string | undefined

  constructor(server: InProcessContext, call: InProcessCall) {
    this.#server = server
    this.#call = call
    this.method = call.method
    this.target = call.target
    this.userAgent = call.userAgent
    this.signal = call.signal
  }

  /** Created on first use: most servers are not audited. */
  get auditId(): string {
    return (this.#auditId ??= this.#server.random.uid())
  }

  get contentType(): string | undefined {
    return this.#call.contentType
  }

  get isApply(): boolean {
    return this.contentType === 'application/apply-patch+yaml'
  }

  get peerCertificate(): undefined {
    return undefined
  }

  readInfo(): RequestInfo {
    return parseRequestInfo(this.method, this.target)
  }

  identify(): UserInfo {
    return this.#call.user
  }

  keepBody(keep: (body: AuditObject) => void): void {
    const others = this.#keepBody
    this.#keepBody =
      others === undefined
        ? keep
        : (body) => {
            others(body)
            keep(body)
          }
  }

  readObject(): RawBody {
    return this.#readBody()
  }

  readPatch(resource: ServedResource): Patch {
    return { type: patchTypeOf(this.contentType, resource), body: this.#readBody() }
  }

  readDeleteOptions(): RawBody | undefined {
    return this.#call.body === undefined ? undefined : this.#readBody()
  }

  negotiate(resource: ServedResource): AnswerWriter<InProcessAnswer> {
    return new InProcessAnswerWriter(this.#server, resource, this.#call.metadataOnly)
  }

  async connect(_answer: ConnectionAnswer, assertFound: () => Promise<void>): Promise<InProcessAnswer> {
    await assertFound()
    throw badRequest('connections are made over HTTP only')
  }

  answerPath(): InProcessAnswer {
    throw badRequest('a client in process calls resources only')
  }

  forward(): InProcessAnswer {
    throw unknownResource()
  }

  // Clients in process have the kinds of this server.
  forwardToPeer(): undefined {
    return undefined
  }

  reset(error: ConnectionReset): InProcessAnswer {
    return { type: 'reset', code: 0, error }
  }

  // Bodies are objects: they are neither slow nor cut.
  deliver(answer: InProcessAnswer, { type }: Delivery): InProcessAnswer {
    return type === 'reset' ? this.reset(new ConnectionReset()) : answer
  }

  fail(error: StatusError): InProcessAnswer {
    return { type: 'failure', code: error.code, error }
  }

  complete(answer: InProcessAnswer, observer: AnswerObserver): Awaitable<InProcessAnswer> {
    const { code } = answer
    if (answer.type === 'watch') {
      return thenMaybe(observer.started(code), (stream) => ({ ...answer, ended: () => stream.ended() }))
    }
    if (answer.type === 'reset') {
      observer.sent(code, undefined)
      return answer
    }
    return thenMaybe(observer.answered(outcomeOf(answer)), () => {
      observer.sent(code, undefined)
      return answer
    })
  }

  #readBody(): RawBody {
    const body = ownedBody(this.#call.body)
    // Verbs edit bodies in place, and the audit log records what was sent.
    if (this.#keepBody !== undefined) this.#keepBody(Buffer.from(formatJson(body.value)))
    return body
  }
}

// Over HTTP the answer for a path without a handler is no Status.
function outcomeOf(answer: Exclude<InProcessAnswer, { readonly type: 'reset' | 'watch' }>): AuditOutcome {
  const { code } = answer
  if (answer.type !== 'failure') return { code, body: bodyOf(answer) }
  if (answer.error instanceof PageNotFound) return { code, body: undefined }
  return { code, body: bodyOf(answer), status: answer.error.toStatus() }
}

function bodyOf(answer: Exclude<InProcessAnswer, { readonly type: 'reset' | 'watch' }>): AuditObject {
  switch (answer.type) {
    case 'object':
      return () => answer.object
    case 'list':
      return answer.wireList
    case 'failure':
      return () => answer.error.toStatus()
  }
}
