import { Buffer } from 'node:buffer'
import type { WebhookHandler } from '@pinnace/admission/define'
import type { HttpRequest } from '@pinnace/meta'

/** Calls `report` with a line for every review that `handle` answers. */
export function describeReviews(handle: WebhookHandler, report: (line: string) => void): WebhookHandler {
  return async (request) => {
    let body: Buffer | undefined
    const { method, target, rawHeaders, signal } = request
    const observed: HttpRequest = {
      method,
      target,
      rawHeaders,
      signal,
      header: (name) => request.header(name),
      body: async (maxBytes) => (body = await request.body(maxBytes)),
    }
    const reply = await handle(observed)
    if (body !== undefined) report(describeReview(target.split('?', 1)[0] ?? '', body, reply.status, reply.body))
    return reply
  }
}

function describeReview(path: string, asked: Buffer, status: number, answered: unknown): string {
  const request = memberOf(readJson(asked), 'request')
  const { operation, namespace, name } = request
  const resource = memberOf(request, 'resource')
  const object = [textOf(resource['resource']), textOf(namespace), textOf(name)]
  const { username } = memberOf(request, 'userInfo')
  // Quoted: these texts come from the network, and go to a terminal.
  const what = JSON.stringify(object.filter((part) => part !== '').join('/'))
  return `${path} ${wordOf(operation)} ${what} by ${JSON.stringify(textOf(username))}: ${describeAnswer(status, answered)}`
}

function describeAnswer(status: number, answered: unknown): string {
  if (status !== 200 || !(answered instanceof Uint8Array)) return `HTTP ${status}`
  const response = memberOf(readJson(answered), 'response')
  if (response['allowed'] !== true) {
    return `denied, ${JSON.stringify(textOf(memberOf(response, 'status')['message']))}`
  }
  const patch = response['patch']
  if (typeof patch !== 'string') return 'allowed'
  const changes = readJson(Buffer.from(patch, 'base64'))
  return `allowed, ${Array.isArray(changes) ? changes.length : 0} changes`
}

type Members = Readonly<Record<string, unknown>>

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

function memberOf(value: unknown, name: string): Members {
  const member = isMembers(value) ? value[name] : undefined
  return isMembers(member) ? member : {}
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && /^[A-Z]{1,10}$/.test(value) ? value : '?'
}
