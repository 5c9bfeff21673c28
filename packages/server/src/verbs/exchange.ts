import type { Awaitable, HttpReply, HttpRequest } from '@pinnace/meta'
import type { RawBody } from '../request/raw-body.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { ListedPage } from '../storage/list.ts'
import type { Patch } from './patch-type.ts'
import type { PreparedWatch } from '../storage/watch.ts'

/**
 * One request and its answer, as bytes over HTTP and as objects in process. Verbs read bodies from it and write answers
 * to it; `A` is the transport's form of an answer.
 */
export interface Exchange<A> {
  /** The body of a create or an update. Throws 413, 415 or 400 for a body that cannot be read. */
  readObject(resource: ServedResource): Awaitable<RawBody>
  /** The body of a patch. Throws 415 for a format that the resource does not support. */
  readPatch(resource: ServedResource): Awaitable<Patch>
  /** The DeleteOptions of the body; undefined without a body. */
  readDeleteOptions(): Awaitable<RawBody | undefined>
  /**
   * Answers with a connection: a body that goes on, or another protocol on the connection of the client. Throws 400 for a
   * transport without connections, and first what `assertFound` throws.
   */
  connect(answer: ConnectionAnswer, assertFound: () => Promise<void>): Awaitable<A>
  /** Negotiates the form of the answer before the verb runs; `stream` for a watch. Throws 406. */
  negotiate(resource: ServedResource, form?: 'list' | 'object' | 'stream'): Awaitable<AnswerWriter<A>>
}

/** Makes the answer of a connection from the request of the client and the headers of every answer. */
export type ConnectionAnswer = (
  http: HttpRequest,
  headers: (contentType: string) => Record<string, string | readonly string[]>,
) => Awaitable<HttpReply>

/** The end of a read: its deadline, or that its client is gone. */
export type ReadScope = Pick<RequestScope, 'deadlineMs' | 'signal'>

/** Writes the answer of one request in the negotiated form. */
export interface AnswerWriter<A> {
  /** An object, or the Status of a deletion. */
  object(outcome: Outcome): Awaitable<A>
  /** A page of a list. */
  list(page: ListedPage, scope: ReadScope): Awaitable<A>
  /** A watch that has been validated; it starts when the transport is ready for events. */
  watch(scope: RequestScope, watch: PreparedWatch): A
}
