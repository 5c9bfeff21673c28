import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import type { Authenticator } from '@pinnace/authn'
import type { HttpRequest, UserInfo } from '@pinnace/meta'
import { withinTime } from '../within-time.ts'
import type { AuthenticatorScene, RequestToAuthenticate } from './scene.ts'

export { deepStrictEqual, fail, ok, strictEqual }

/** One promise of every authenticator. `run` rejects where it does not hold. */
export interface AuthenticatorPromise {
  readonly name: string
  readonly run: (trial: AuthenticatorTrial) => Promise<void>
}

/** What an authenticator answered to one request. */
export type Answer =
  | { readonly type: 'user'; readonly user: UserInfo }
  | { readonly type: 'noOpinion' }
  | { readonly type: 'rejected'; readonly error: unknown }

/** An authenticator under test. */
export interface AuthenticatorTrial extends AuthenticatorScene {
  readonly authenticate: Authenticator
  readonly timeoutMs: number
  /** Asks the authenticator, and waits for its answer. Rejects where it takes too long. */
  ask(request: RequestToAuthenticate): Promise<Answer>
  /** As `ask`, with a request that was made before. */
  askWith(request: HttpRequest): Promise<Answer>
}

/** Creates the authenticator of a scene. */
export async function openAuthenticatorTrial(scene: AuthenticatorScene): Promise<AuthenticatorTrial> {
  const authenticate = await scene.create()
  const timeoutMs = scene.limits?.timeoutMs ?? 5000
  const askWith = (request: HttpRequest): Promise<Answer> =>
    withinTime(`the answer to ${describe(request)}`, timeoutMs, () => answerOf(authenticate, request))
  return { ...scene, authenticate, timeoutMs, askWith, ask: (request) => askWith(httpRequest(request)) }
}

async function answerOf(authenticate: Authenticator, request: HttpRequest): Promise<Answer> {
  try {
    const user = await authenticate(request)
    return user === undefined ? { type: 'noOpinion' } : { type: 'user', user }
  } catch (error) {
    return { type: 'rejected', error }
  }
}

/** A request as a host adapter hands it to the server. */
export function httpRequest(request: RequestToAuthenticate, changes: Partial<HttpRequest> = {}): HttpRequest {
  const { method = 'GET', target = '/api', peerCertificate } = request
  const lines = linesOf(request)
  return {
    method,
    target,
    rawHeaders: lines.flat(),
    header: (name) => lines.find(([line]) => line.toLowerCase() === name)?.[1],
    body: async () => Buffer.alloc(0),
    signal: new AbortController().signal,
    ...(peerCertificate === undefined ? {} : { peerCertificate: () => peerCertificate }),
    ...changes,
  }
}

/** The header lines of a request, in order. */
export function linesOf({ headers = {} }: RequestToAuthenticate): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value) => [name, value] as const),
  )
}

/** Names a request in a message, without its credentials. */
export function describe({
  method,
  target,
  rawHeaders,
}: Pick<HttpRequest, 'method' | 'target' | 'rawHeaders'>): string {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return `${method} ${target} with ${names.length === 0 ? 'no headers' : names.join(', ')}`
}

/** The user that was named; fails where none was. */
export function userOf(answer: Answer, request: RequestToAuthenticate): UserInfo {
  if (answer.type === 'user') return answer.user
  const what = describe(httpRequest(request))
  if (answer.type === 'noOpinion') return fail(`there was no opinion on ${what}`)
  throw new Error(`${what} was rejected`, { cause: answer.error })
}
