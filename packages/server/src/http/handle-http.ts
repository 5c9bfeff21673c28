import type { HttpReply, HttpRequest } from '@pinnace/meta'
import { handleRequest, type PipelineContext } from '../pipeline/handle-request.ts'
import type { HttpContext } from './http-context.ts'
import { HttpIncomingRequest } from './http-incoming-request.ts'

/** Answers one request over HTTP. All host adapters call this function. */
export function handleHttp(server: PipelineContext & HttpContext, request: HttpRequest): Promise<HttpReply> {
  return handleRequest(server, new HttpIncomingRequest(server, request))
}
