import type { Awaitable, HttpReply, HttpRequest } from '@pinnace/meta'
import type { ServedResource } from '../storage/served-resource.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { AnswerWriter, ReadScope } from '../verbs/exchange.ts'
import { slicesOf } from '../request/slices-of.ts'
import type { ListedPage } from '../storage/list.ts'
import type { PreparedWatch } from '../storage/watch.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { AnswerHeaders } from './headers.ts'
import type { HttpContext } from './http-context.ts'
import { listReply, type AgreedAnswer } from './list-reply.ts'
import { objectReply } from './object-reply.ts'
import type { Representation } from './representation.ts'
import { watchReply } from './watch-reply.ts'

/** Writes answers as bytes, in the negotiated media type. */
export class HttpAnswerWriter implements AnswerWriter<HttpReply> {
  readonly #server: HttpContext
  readonly #http: HttpRequest
  readonly #headers: AnswerHeaders
  readonly #resource: ServedResource
  readonly #representation: Representation

  constructor(
    server: HttpContext,
    { http, headers }: { readonly http: HttpRequest; readonly headers: AnswerHeaders },
    resource: ServedResource,
    representation: Representation,
  ) {
    this.#server = server
    this.#http = http
    this.#headers = headers
    this.#resource = resource
    this.#representation = representation
  }

  object(outcome: Outcome): Awaitable<HttpReply> {
    return objectReply(this.#server, this.#answer(), outcome)
  }

  list(page: ListedPage, scope: ReadScope): Awaitable<HttpReply> {
    return listReply(this.#server, this.#answer(), page, () => slicesOf(this.#server, scope))
  }

  watch(scope: RequestScope, watch: PreparedWatch): HttpReply {
    return watchReply(this.#server, { ...this.#answer(), served: scope.served, http: this.#http }, watch)
  }

  #answer(): AgreedAnswer {
    return { headers: this.#headers, served: this.#resource, representation: this.#representation }
  }
}
