import type { HttpReply, HttpRequest } from '@pinnace/meta'
import { handleRequest, type PipelineContext } from '../pipeline/handle-request.ts'
import type { HttpContext } from './http-context.ts'
import { HttpIncomingRequest } from './http-incoming-request.ts'

/** What HTTP needs of the server, apart from the pipeline. */
export interface HttpServerContext extends HttpContext {
  /** Answers the files of the inspector's page; undefined without the inspector. */
  readonly inspection: { answerPage(request: HttpRequest): HttpReply | undefined } | undefined
}

/**
 * Answers one request over HTTP. All host adapters call this function. The files of the inspector's page are public, as a
 * browser that navigates sends no token; they contain nothing of the server.
 */
export function handleHttp(server: PipelineContext & HttpServerContext, request: HttpRequest): Promise<HttpReply> {
  const page = server.inspection?.answerPage(request)
  return page === undefined ? handleRequest(server, new HttpIncomingRequest(server, request)) : Promise.resolve(page)
}
