import type { HttpReply, HttpRequest } from '@pinnace/meta'
import { pageNotFound } from './error-reply.ts'
import { formatWarnings, type AnswerHeaders } from './headers.ts'
import type { HttpContext } from './http-context.ts'
import type { Authorized } from '../pipeline/stages.ts'

/** Answers a non-resource path: health, version, discovery, OpenAPI, and the group versions of other servers. */
export async function answerNonResource(
  server: HttpContext,
  authorized: Authorized,
  { request, answer }: { readonly request: HttpRequest; readonly answer: AnswerHeaders },
): Promise<HttpReply> {
  const { auditId, flow, warnings } = answer
  const remote = server.aggregation.remoteOfPath(authorized.info.path)
  if (remote !== undefined) return server.aggregation.proxy({ ...authorized, auditId, request }, remote)
  const reply =
    (await server.interception.current?.answerPath?.(request, authorized.info)) ??
    (await server.nonResource(request, authorized.info, authorized.user))
  if (reply === undefined) return pageNotFound(answer)
  const headers = { 'audit-id': auditId, 'cache-control': 'no-cache, private', ...reply.headers }
  const warning = warnings.length > 0 ? { warning: formatWarnings(warnings) } : {}
  return { ...reply, headers: { ...headers, ...flow, ...warning } }
}
