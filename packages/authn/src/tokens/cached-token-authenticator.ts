import { systemClock, type Clock } from '@pinnace/meta'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'
import { TokenMap } from './token-map.ts'

/** Options for {@link cachedTokenAuthenticator}. */
export interface CachedTokenOptions {
  /** How long a verdict is cached, in milliseconds, but not beyond its own expiry. @default 10000 */
  readonly successTtlMs?: number
  /** How long it is cached that a token is unknown, in milliseconds. @default 0 */
  readonly failureTtlMs?: number
  /** Most cached tokens; the least recently used one is evicted. @default 4096 */
  readonly maxEntries?: number
  /** Returns what the verdicts depend on, for example the keys. When it returns another value, the cache is cleared. */
  readonly version?: () => unknown
  readonly clock?: Clock
}

interface CachedAnswer {
  readonly verdict: TokenVerdict | undefined
}

/**
 * Caches verdicts by token and audiences. Concurrent requests for the same token share one call. Errors are not cached.
 */
// upstream: apiserver/pkg/authentication/token/cache/cached_token_authenticator.go
export function cachedTokenAuthenticator(
  inner: TokenAuthenticator,
  options: CachedTokenOptions = {},
): TokenAuthenticator {
  const { successTtlMs = 10_000, failureTtlMs = 0, maxEntries = 4096, version, clock = systemClock } = options
  const answers = new TokenMap<CachedAnswer>({ maxEntries, clock })
  const pending = new TokenMap<Promise<TokenVerdict | undefined>>({ maxEntries })
  let current = version?.()

  return (token, audiences) => {
    clearIfOutdated()
    const scope = audiences === undefined ? undefined : JSON.stringify(audiences)
    const known = answers.get(token, scope)
    if (known !== undefined && !hasExpired(known)) return known.verdict
    const shared = pending.get(token, scope)
    if (shared !== undefined) return shared
    const answer = inner(token, audiences)
    if (!(answer instanceof Promise)) return cache(token, scope, answer)
    const call: Promise<TokenVerdict | undefined> = answer.then(
      (verdict) => (endCall(token, scope, call) ? cache(token, scope, verdict) : verdict),
      (error: unknown) => {
        endCall(token, scope, call)
        throw error
      },
    )
    pending.set(token, call, { scope })
    return call
  }

  function clearIfOutdated(): void {
    const latest = version?.()
    if (latest === current) return
    current = latest
    answers.clear()
    pending.clear()
  }

  /** False where the cache was cleared since the call began: its answer is of the version before. */
  function endCall(token: string, scope: string | undefined, call: Promise<TokenVerdict | undefined>): boolean {
    if (pending.get(token, scope) !== call) return false
    pending.delete(token, scope)
    return true
  }

  function cache(
    token: string,
    scope: string | undefined,
    verdict: TokenVerdict | undefined,
  ): TokenVerdict | undefined {
    answers.set(token, { verdict }, { scope, ttlMs: verdict === undefined ? failureTtlMs : successTtlMs })
    return verdict
  }

  function hasExpired({ verdict }: CachedAnswer): boolean {
    return verdict?.expiresAtMs !== undefined && clock.now() >= verdict.expiresAtMs
  }
}
