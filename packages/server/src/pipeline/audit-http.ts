import type { AuditContext, Auditor } from '@pinnace/audit'
import { isReplyStream, type HttpReply, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Received } from './receive.ts'

/** Begins the audit record of an HTTP request; undefined if auditing is off or the policy leaves the request out. */
export function beginAudit(auditor: Auditor | undefined, received: Received, user: UserInfo): AuditContext | undefined {
  if (auditor === undefined) return undefined
  const { request, info, auditId } = received
  return auditor.begin({
    info,
    requestURI: request.target,
    auditId,
    user,
    userAgent: request.header('user-agent'),
    sourceIPs: request.remoteAddress === undefined ? undefined : [request.remoteAddress],
  })
}

/** The request, with its body recorded when it is read; the request itself if the policy leaves bodies out. */
export function auditBody(request: HttpRequest, auditContext: AuditContext | undefined): HttpRequest {
  if (auditContext?.isAudited('Request') !== true) return request
  // A host's request has private fields: its members must be called on the request itself.
  return {
    method: request.method,
    target: request.target,
    get rawHeaders() {
      return request.rawHeaders
    },
    header: (name) => request.header(name),
    async body(maxBytes) {
      const bytes = await request.body(maxBytes)
      auditContext.setRequestObject(bytes)
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

/** Completes the audit record. Returns the reply to send: a stream completes the record when it ends. */
export function auditReply(auditContext: AuditContext | undefined, reply: HttpReply): HttpReply {
  if (auditContext === undefined) return reply
  const { status: code, body } = reply
  if (!isReplyStream(body)) {
    auditContext.complete({ code, body: body instanceof Uint8Array || body === undefined ? body : Buffer.concat(body) })
    return reply
  }
  auditContext.started(code)
  return {
    ...reply,
    body: {
      start(sink) {
        sink.onClose(() => auditContext.complete({ code }))
        body.start(sink)
      },
    },
  }
}
