import type { WholeReply } from '@pinnace/http-client'
import {
  isConnectionReset,
  isTemporaryReply,
  retryWithBackoff,
  systemClock,
  systemRandom,
  type Clock,
  type Random,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'
import { intersectAudiences } from './audiences.ts'
import { cachedTokenAuthenticator } from './cached-token-authenticator.ts'
import type { RemoteService } from '../remote/remote-service.ts'
import { createRemoteTransport } from '../remote/remote-transport.ts'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/** Options for {@link createWebhookTokenAuthenticator}. */
export interface WebhookTokenOptions {
  readonly vocabulary: Vocabulary
  /** `--authentication-token-webhook-config-file`, read with `loadRemoteService`. */
  readonly remote: RemoteService
  /** `--authentication-token-webhook-version` @default 'v1beta1' */
  readonly version?: 'v1' | 'v1beta1'
  /** `--authentication-token-webhook-cache-ttl`: how long an answer is cached, in milliseconds; 0 for never. @default 120000 */
  readonly cacheTtlMs?: number
  /** `--api-audiences`: the audiences of tokens for which the webhook names none. */
  readonly apiAudiences?: readonly string[]
  /** Limit of one request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number
  /** Most attempts for one token while the webhook fails temporarily. @default 5 */
  readonly attempts?: number
  /** Delay before the second attempt, in milliseconds; 1.5 times as long before each further one. @default 500 */
  readonly initialBackoffMs?: number
  /** Most cached tokens; the least recently used one is evicted. @default 4096 */
  readonly maxEntries?: number
  /** Most concurrent requests; one more is rejected, which ends in 401. @default 400 */
  readonly maxPending?: number
  readonly clock?: Clock
  readonly random?: Random
}

/**
 * Creates an authenticator that asks a remote service with a TokenReview. Its answers are cached. Its failures are not;
 * they are thrown.
 */
// upstream: apiserver/plugin/pkg/authenticator/token/webhook/webhook.go
export function createWebhookTokenAuthenticator(options: WebhookTokenOptions): TokenAuthenticator {
  const {
    vocabulary,
    remote,
    version = 'v1beta1',
    cacheTtlMs = 120_000,
    apiAudiences = [],
    maxEntries = 4096,
  } = options
  const { timeoutMs = 30_000, maxPending = 400, clock = systemClock, random = systemRandom } = options
  const { attempts = 5, initialBackoffMs = 500 } = options
  const apiVersion = `${vocabulary.group('authentication')}/${version}`
  const transport = createRemoteTransport(remote, { timeoutMs, maxPending, clock })
  const ask: TokenAuthenticator = async (token, wanted) => {
    const spec = { token, ...(wanted !== undefined && { audiences: wanted }) }
    const body = JSON.stringify({ apiVersion, kind: 'TokenReview', metadata: { creationTimestamp: null }, spec })
    const status = readStatus(await post(body), apiVersion)
    let audiences: readonly string[] | undefined
    if (wanted !== undefined) {
      audiences = intersectAudiences(wanted, status.audiences.length > 0 ? status.audiences : apiAudiences)
      if (audiences.length === 0) return undefined
    }
    if (!status.authenticated) {
      if (status.error !== '') throw new Error(status.error)
      return undefined
    }
    return { user: status.user, ...(audiences !== undefined && { audiences }) } satisfies TokenVerdict
  }
  return cachedTokenAuthenticator(ask, { successTtlMs: cacheTtlMs, failureTtlMs: cacheTtlMs, maxEntries, clock })

  function post(body: string): Promise<WholeReply> {
    return retryWithBackoff({ attempts, initialBackoffMs, isTemporary, clock, random }, async () => {
      const reply = await transport.post(body)
      if (reply.status < 200 || reply.status > 299) throw new RemoteError(reply)
      return reply
    })
  }
}

class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly isTemporary: boolean

  constructor(reply: WholeReply) {
    super(`the token review webhook answered ${reply.status}`)
    this.isTemporary = isTemporaryReply(reply)
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof RemoteError ? error.isTemporary : isConnectionReset(error)
}

interface ReviewStatus {
  readonly authenticated: boolean
  readonly user: UserInfo
  readonly audiences: readonly string[]
  readonly error: string
}

type Fields = Readonly<Record<string, unknown>>

function readStatus({ body }: WholeReply, apiVersion: string): ReviewStatus {
  let review: Fields
  try {
    review = fields(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new Error('the token review webhook did not answer JSON', { cause })
  }
  if (review['apiVersion'] !== apiVersion || review['kind'] !== 'TokenReview') {
    throw new Error(`the token review webhook did not answer a TokenReview of ${apiVersion}`)
  }
  const status = fields(review['status'])
  const user = fields(status['user'])
  const uid = text(user['uid'])
  const extra = Object.entries(fields(user['extra'])).map(
    ([key, values]) => [key, Object.freeze(texts(values))] as const,
  )
  const authenticated = status['authenticated'] === true
  const username = text(user['username'])
  if (authenticated && username === '') throw new Error('the token review webhook named no user')
  return {
    authenticated,
    user: Object.freeze({
      username,
      ...(uid !== '' && { uid }),
      groups: Object.freeze(texts(user['groups'])),
      extra: Object.freeze(Object.fromEntries(extra)),
    }),
    audiences: texts(status['audiences']),
    error: text(status['error']),
  }
}

function fields(value: unknown): Fields {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('malformed token review')
  return value as Fields
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new Error('malformed token review')
  return value
}

function texts(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new Error('malformed token review')
  return value.map(text)
}
