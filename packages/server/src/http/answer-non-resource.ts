import type { HttpReply, HttpRequest } from '@pinnace/meta'
import { pageNotFound } from './error-reply.ts'
import type { HttpContext } from './http-context.ts'
import type { Authorized } from '../pipeline/stages.ts'

/** Answers a non-resource path: health, version, discovery, OpenAPI, and the group versions of other servers. */
export async function answerNonResource(
  server: HttpContext,
  authorized: Authorized,
  { request, auditId }: { readonly request: HttpRequest; readonly auditId: string },
): Promise<HttpReply> {
  const remote = server.aggregation.remoteOfPath(authorized.info.path)
  if (remote !== undefined) return server.aggregation.proxy({ ...authorized, auditId, request }, remote)
  const reply = await server.nonResource(request, authorized.info)
  if (reply === undefined) return pageNotFound({ ...authorized, auditId })
  return {
    ...reply,
    headers: { 'audit-id': auditId, 'cache-control': 'no-cache, private', ...reply.headers },
  }
}
