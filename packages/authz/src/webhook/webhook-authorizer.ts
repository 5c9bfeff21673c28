import {
  BoundedMap,
  isConnectionReset,
  isTemporaryReply,
  retryWithBackoff,
  systemClock,
  systemRandom,
  type Clock,
  type Random,
  type Vocabulary,
} from '@pinnace/meta'
import type { Authorizer, AuthorizerAttributes, Decision } from '../authorizer.ts'
import { noRules, type RuleResolver } from '../rules-review.ts'
import {
  accessReview,
  accessReviewSpec,
  readAccessReview,
  type AccessReviewStatus,
  type AccessReviewVersion,
} from './access-review.ts'

/** A complete reply of the webhook. */
export interface WebhookReply {
  /** HTTP status. */
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array | string
}

/** Sends reviews to a webhook. */
export interface WebhookTransport {
  /** Posts a JSON text. Must limit its own time and the size of the reply. Rejects where there is no reply. */
  post(body: string): Promise<WebhookReply>
}

/** Options for {@link createWebhookAuthorizer}. */
export interface WebhookAuthorizerOptions {
  readonly vocabulary: Vocabulary
  readonly transport: WebhookTransport
  /** `--authorization-webhook-version` @default 'v1beta1' */
  readonly version?: AccessReviewVersion
  /** `--authorization-webhook-cache-authorized-ttl`, milliseconds; 0 for none. @default 300000 */
  readonly authorizedTtlMs?: number
  /** `--authorization-webhook-cache-unauthorized-ttl`, milliseconds; 0 for none. @default 30000 */
  readonly unauthorizedTtlMs?: number
  /** Most decisions in the cache; the least recently used one is evicted. @default 8192 */
  readonly maxEntries?: number
  /**
   * The decision where the webhook is not available: `noOpinion` throws, so that the next authorizer is asked; `deny`
   * denies the request.
   * @default 'noOpinion'
   */
  readonly failurePolicy?: 'noOpinion' | 'deny'
  /** Most attempts for one review while the webhook fails temporarily. @default 5 */
  readonly attempts?: number
  /** Delay before the second attempt, in milliseconds; 1.5 times as long before each further one. @default 500 */
  readonly initialBackoffMs?: number
  /** Called for every answer that was not in the cache, for metrics. */
  readonly observer?: WebhookObserver
  readonly clock?: Clock
  readonly random?: Random
}

/** What came of asking a webhook. */
export type WebhookResult = 'success' | 'timeout' | 'canceled' | 'error'

/** Observes what a webhook does. */
export interface WebhookObserver {
  /** The webhook was asked, with all attempts. */
  onEvaluation(result: WebhookResult, durationMs: number): void
  /** The webhook could not be asked, and has no opinion because of its failure policy. */
  onFailOpen(result: WebhookResult): void
}

// Requests whose attributes are larger, in bytes of UTF-8, are not cached: they may be meant to exhaust memory.
const maxCachedBytes = 10_000

const unreachable: Decision = Object.freeze({ effect: 'deny', reason: 'the authorization webhook could not be asked' })

/**
 * Creates an authorizer that asks a remote service with a SubjectAccessReview. Decisions are cached, failures are not: they
 * throw, or deny with the failure policy `deny`. Throws a TypeError for an unknown version or a limit that is not a
 * positive integer.
 */
// upstream: apiserver/plugin/pkg/authorizer/webhook/webhook.go
export function createWebhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { vocabulary, transport, version = 'v1beta1', failurePolicy = 'noOpinion', clock = systemClock } = options
  const { authorizedTtlMs = 300_000, unauthorizedTtlMs = 30_000, maxEntries = 8192 } = options
  const { attempts = 5, initialBackoffMs = 500, random = systemRandom, observer } = options
  checkOptions(options)
  const cache = new BoundedMap<string, AccessReviewStatus>({ maxEntries, clock })

  return (attributes: AuthorizerAttributes): Decision | Promise<Decision> => {
    const spec = accessReviewSpec(attributes, version)
    const key = JSON.stringify(spec)
    const known = cache.get(key)
    return known === undefined ? ask(attributes, spec, key) : toDecision(known)
  }

  async function ask(attributes: AuthorizerAttributes, spec: object, key: string): Promise<Decision> {
    let status: AccessReviewStatus
    const startMs = clock.monotonic()
    try {
      const reply = await post(accessReview(spec, version, vocabulary))
      const text = typeof reply.body === 'string' ? reply.body : new TextDecoder().decode(reply.body)
      status = readAccessReview(text, version, vocabulary)
    } catch (error) {
      const result = isTimeout(error) ? 'timeout' : 'error'
      observer?.onEvaluation(result, clock.monotonic() - startMs)
      if (failurePolicy === 'deny') return unreachable
      observer?.onFailOpen(result)
      throw error
    }
    observer?.onEvaluation('success', clock.monotonic() - startMs)
    if (isSmall(attributes)) cache.set(key, status, status.allowed ? authorizedTtlMs : unauthorizedTtlMs)
    return toDecision(status)
  }

  function post(body: string): Promise<WebhookReply> {
    return retryWithBackoff({ attempts, initialBackoffMs, isTemporary, clock, random }, async () => {
      const reply = await transport.post(body)
      if (reply.status >= 200 && reply.status <= 299) return reply
      throw new WebhookStatusError(reply)
    })
  }
}

/** A webhook cannot list what a user is allowed. */
// upstream: webhook.go, RulesFor
export const webhookRuleResolver: RuleResolver = () => ({
  ...noRules,
  incomplete: true,
  evaluationError: 'webhook authorizer does not support user rule resolution',
})

class WebhookStatusError extends Error {
  override readonly name = 'WebhookStatusError'
  readonly isTemporary: boolean

  constructor(reply: WebhookReply) {
    super(`the authorization webhook answered ${reply.status}`)
    this.isTemporary = isTemporaryReply(reply)
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof WebhookStatusError ? error.isTemporary : isConnectionReset(error)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'timeout'
}

function toDecision({ allowed, denied, reason }: AccessReviewStatus): Decision {
  // An answer with both is an error; deny is the safe reading.
  return { effect: denied ? 'deny' : allowed ? 'allow' : 'noOpinion', reason }
}

// upstream: webhook.go, shouldCache
function isSmall({
  namespace,
  verb,
  group,
  version,
  resource,
  subresource,
  name,
  path,
}: AuthorizerAttributes): boolean {
  const text = `${namespace}${verb}${group}${version}${resource}${subresource}${name}${path}`
  // At most three bytes per UTF-16 unit, so most texts need not be encoded.
  return text.length * 3 < maxCachedBytes || new TextEncoder().encode(text).length < maxCachedBytes
}

function checkOptions({ version, maxEntries = 1, attempts = 1 }: WebhookAuthorizerOptions): void {
  if (version !== undefined && version !== 'v1' && version !== 'v1beta1') {
    const detail = `unsupported webhook authorizer version ${JSON.stringify(version)}`
    throw new TypeError(`${detail}, supported versions are "v1", "v1beta1"`)
  }
  for (const [name, value] of Object.entries({ maxEntries, attempts })) {
    if (!Number.isInteger(value) || value < 1) throw new TypeError(`${name} must be a positive integer`)
  }
}
