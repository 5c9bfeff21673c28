import type { IncomingReply } from '@pinnace/http-client'
import { badRequest, internalError, quote, StatusError, type StatusReason } from '@pinnace/meta'

// upstream: registry/generic/rest/response_checker.go
const maxErrorBytes = 50_000
const readTimeoutMs = 30_000

/** What the agent of a node refuses a request with, as a Status. */
// upstream: registry/generic/rest/response_checker.go, Check
export async function agentFailure(reply: IncomingReply, resource: string, name: string): Promise<StatusError> {
  const text = await readText(reply)
  const { status: code } = reply
  if (code === 500) return internalError(text)
  if (code === 400) return badRequest(text)
  const { reason, message } = genericResponse(code, text)
  return new StatusError(reason, `${message} ( ${resource} ${name})`, { code, details: { name, kind: resource } })
}

async function readText(reply: IncomingReply): Promise<string> {
  const body = await reply.readBody({ maxBytes: maxErrorBytes, timeoutMs: readTimeoutMs })
  return body.toString()
}

interface GenericResponse {
  readonly reason: StatusReason
  readonly message: string
}

// upstream: apimachinery/pkg/api/errors, NewGenericServerResponse
const generic: Readonly<Record<number, GenericResponse>> = {
  401: { reason: 'Unauthorized', message: 'the server has asked for the client to provide credentials' },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  405: { reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource' },
  409: { reason: 'Conflict', message: 'the server reported a conflict' },
  422: { reason: 'Invalid', message: 'the server rejected our request due to an error in our request' },
  429: {
    reason: 'TooManyRequests',
    message: 'the server has received too many requests and has asked us to try again later',
  },
  503: { reason: 'ServiceUnavailable', message: 'the server is currently unable to handle the request' },
  504: {
    reason: 'Timeout',
    message: 'the server was unable to return a response in the time allotted, but may still be processing the request',
  },
}

function genericResponse(code: number, text: string): GenericResponse {
  const found = generic[code]
  if (found !== undefined) return found
  if (code === 403) return { reason: 'Forbidden', message: text }
  if (code === 406) return { reason: 'NotAcceptable', message: text }
  if (code === 415) return { reason: 'UnsupportedMediaType', message: text }
  if (code >= 500) {
    const message = `an error on the server (${quote(text)}) has prevented the request from succeeding`
    return { reason: 'InternalError', message }
  }
  const message = `the server responded with the status code ${code} but did not return more information`
  return { reason: 'Unknown' as StatusReason, message }
}
