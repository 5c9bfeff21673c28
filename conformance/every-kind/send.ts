import type { Server } from '@pinnace/server'

/** A request of a test. */
export interface TestRequest {
  /** `admin` may do everything, `jane` what she has been granted. */
  readonly user: 'admin' | 'jane'
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** @default application/json */
  readonly contentType?: string
  readonly accept?: string
}

/** The reply to a request of a test. */
export interface TestReply {
  readonly status: number
  readonly text: string
}

/** Sends a request through the whole pipeline, without a socket. */
export async function send(server: Server, request: TestRequest): Promise<TestReply> {
  const reply = await server.fetch(toRequest(request))
  return { status: reply.status, text: await reply.text() }
}

/** The body of a reply as JSON. */
export function readJson<T>({ text }: TestReply): T {
  return JSON.parse(text)
}

/** The request as the server reads it. */
export function toRequest({ user, method, path, body, contentType, accept }: TestRequest): Request {
  return new Request(`http://server${path}`, {
    method,
    headers: {
      authorization: `Bearer ${user}`,
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
