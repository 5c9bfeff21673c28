import { systemClock, type Clock } from '@pinnace/meta'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'
import { createTokenMap } from './token-map.ts'

/** Options for {@link cachedTokenAuthenticator}. */
export interface CachedTokenOptions {
  /** How long a verdict is given again, milliseconds; it ends earlier with the verdict's own expiry. @default 10000 */
  readonly successTtlMs?: number
  /** How long a token stays unknown, milliseconds. @default 0 */
  readonly failureTtlMs?: number
  /** Tokens remembered; beyond, the one not asked for longest is forgotten. @default 4096 */
  readonly maxEntries?: number
  /** What the verdicts hang on, the keys say: where it returns another value than before, all are forgotten. */
  readonly version?: () => unknown
  readonly clock?: Clock
}

interface Answer {
  readonly verdict: TokenVerdict | undefined
  readonly untilMonotonicMs: number
}

/**
 * Remembers verdicts by token and audiences. Requests for the same token at the same time share one question. Errors are
 * never remembered.
 */
// upstream: apiserver/pkg/authentication/token/cache/cached_token_authenticator.go
export function cachedTokenAuthenticator(
  inner: TokenAuthenticator,
  options: CachedTokenOptions = {},
): TokenAuthenticator {
  const { successTtlMs = 10_000, failureTtlMs = 0, maxEntries = 4096, version, clock = systemClock } = options
  const answers = createTokenMap<Answer>(maxEntries)
  const asking = createTokenMap<Promise<TokenVerdict | undefined>>(maxEntries)
  let current = version?.()
  return (token, audiences) => {
    const latest = version?.()
    if (latest !== current) {
      current = latest
      answers.clear()
      asking.clear()
    }
    const scope = audiences === undefined ? undefined : JSON.stringify(audiences)
    const known = answers.get(token, scope)
    if (known !== undefined && isCurrent(known)) return known.verdict
    const underWay = asking.get(token, scope)
    if (underWay !== undefined) return underWay
    const answer = inner(token, audiences)
    if (!(answer instanceof Promise)) return remember(answer)
    const asked = answer.then(
      (verdict) => {
        if (asking.get(token, scope) === asked) {
          asking.delete(token, scope)
          remember(verdict)
        }
        return verdict
      },
      (error: unknown) => {
        if (asking.get(token, scope) === asked) asking.delete(token, scope)
        throw error
      },
    )
    asking.set(token, asked, scope)
    return asked

    function remember(verdict: TokenVerdict | undefined): TokenVerdict | undefined {
      const ttlMs = verdict === undefined ? failureTtlMs : successTtlMs
      if (ttlMs > 0) answers.set(token, { verdict, untilMonotonicMs: clock.monotonic() + ttlMs }, scope)
      return verdict
    }
  }

  function isCurrent({ verdict, untilMonotonicMs }: Answer): boolean {
    if (clock.monotonic() >= untilMonotonicMs) return false
    return verdict?.expiresAtMs === undefined || clock.now() < verdict.expiresAtMs
  }
}
