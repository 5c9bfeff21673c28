import { parseJson, quote, type Status } from '@pinnace/meta'
import type { WholeReply } from './http-client.ts'

/** What is read of a reply. */
export type UnexpectedReply = Pick<WholeReply, 'status' | 'headers' | 'body'>

const maxTextLength = 2048

/** Message and code of an unsuccessful reply of a webhook: those of a Status in its body, else those of HTTP. */
// upstream: client-go/rest/request.go, Result.Error – redirects are not followed: they are unsuccessful replies.
export function readUnexpectedReply(reply: UnexpectedReply): { readonly text: string; readonly code: number } {
  return readStatus(reply) ?? { text: unexpectedText(reply), code: reply.status }
}

function readStatus({
  body,
  status: sent,
}: UnexpectedReply): { readonly text: string; readonly code: number } | undefined {
  if (body[0] !== openingBrace) return undefined
  try {
    const { kind = 'Status', apiVersion = 'v1', status, message, code } = parseJson(body).value as Partial<Status>
    if (kind !== 'Status' || apiVersion !== 'v1' || status !== 'Failure') return undefined
    return {
      text: typeof message === 'string' ? message : '',
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : sent,
    }
  } catch {
    return undefined
  }
}

const openingBrace = 0x7b

// upstream: client-go/rest/request.go, newUnstructuredResponseError; apimachinery/pkg/api/errors, NewGenericServerResponse
function unexpectedText(reply: UnexpectedReply): string {
  const { status } = reply
  const known = texts.get(status)
  if (known !== undefined) return known
  const body = textOf(reply)
  if (status === 403 || status === 415) return body
  if (status === 406) {
    return body === 'unknown' ? 'the server was unable to respond with a content type that the client supports' : body
  }
  if (status >= 500) return `an error on the server (${quote(body)}) has prevented the request from succeeding`
  return `the server responded with the status code ${status} but did not return more information`
}

const texts: ReadonlyMap<number, string> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
])

function textOf({ headers, body }: UnexpectedReply): string {
  const type = headers['content-type'] ?? ''
  const text = type === '' || type.startsWith('text/') ? body.toString('utf8', 0, maxTextLength).trim() : ''
  return text === '' ? 'unknown' : text
}
