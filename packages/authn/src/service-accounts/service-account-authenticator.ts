import { quote, systemClock, type Clock, type Vocabulary } from '@pinnace/meta'
import { intersectAudiences } from '../tokens/audiences.ts'
import { isJwtShaped, readUnverifiedJwt, verifyJwt, type UnverifiedJwt } from '../tokens/jwt.ts'
import { legacyIssuer, readServiceAccountClaims, type ServiceAccountClaims } from './service-account-claims.ts'
import { checkServiceAccountObjects, type LegacyTokenUse, type ServiceAccountReader } from './bound-objects.ts'
import { serviceAccountUser } from './service-account-user.ts'
import type { SecretObject } from './secret-object.ts'
import type { TokenAuthenticator, TokenVerdict } from '../tokens/token-authenticator.ts'
import type { TokenKey } from '../tokens/token-keys.ts'
import { TokenMap } from '../tokens/token-map.ts'

/** Options for {@link createServiceAccountAuthenticator}. */
export interface ServiceAccountOptions {
  readonly vocabulary: Vocabulary
  /** `--service-account-issuer`: the accepted issuers; the first one signs. Legacy tokens are always accepted. */
  readonly issuers: readonly string[]
  /** `--service-account-key-file`: the keys to verify with; a function where the list can change. */
  readonly keys: readonly TokenKey[] | (() => readonly TokenKey[])
  /** Fetches keys again, for a token of a key that is not known. @default there are no other keys */
  readonly refreshKeys?: (() => Promise<void>) | undefined
  /** `--api-audiences`: the audiences of a token that names none, and those required where a request names none. */
  readonly apiAudiences: readonly string[]
  readonly reader: ServiceAccountReader
  /** `--service-account-lookup`: whether the secret and the account of a legacy token must still exist. @default true */
  readonly lookup?: boolean
  /** Most tokens whose verified signature is cached; the least recently used one is evicted. @default 4096 */
  readonly maxEntries?: number
  readonly clock?: Clock
  /** Called for every use of a token, and for a use of a legacy token that was marked invalid. */
  readonly onUse?: ((use: ServiceAccountTokenUse) => void) | undefined
  /** Called with the secret of a legacy token that was used, one that was marked invalid included. */
  readonly onLegacySecret?: ((secret: SecretObject) => void) | undefined
}

/** How a token of a service account was used: after its warning time, in time, or as one that is stored in a secret. */
export type ServiceAccountTokenUse = 'valid' | 'stale' | 'legacy' | LegacyTokenUse

interface Verified {
  readonly claims: ServiceAccountClaims
  readonly verdict: TokenVerdict
  /** The last required audiences and their verdict: a server requires the same ones every time. */
  last: { readonly wanted: readonly string[]; readonly verdict: TokenVerdict } | undefined
}

// upstream: go-jose, jwt.DefaultLeeway – how much the clocks of signer and verifier may differ.
const leewayMs = 60_000

/**
 * Creates an authenticator for service account tokens: bound ones, with audience, expiry, and a pod, secret or node that
 * must still exist, and legacy ones, which are stored in secrets. It has no opinion on tokens of other issuers. The
 * signature of a token is verified once; times, audiences and objects are checked every time.
 */
// upstream: pkg/serviceaccount/jwt.go, jwtTokenAuthenticator.AuthenticateToken
export function createServiceAccountAuthenticator(options: ServiceAccountOptions): TokenAuthenticator {
  const { vocabulary, apiAudiences, reader, lookup = true, maxEntries = 4096, clock = systemClock, onUse } = options
  const issuers = new Set([...options.issuers, legacyIssuer(vocabulary)])
  const readKeys = keyReader(options.keys)
  const seen = new TokenMap<Verified>({ maxEntries })
  const annotationPrefix = vocabulary.group('authentication')
  let keys = readKeys()
  return (token, audiences) => {
    const latest = readKeys()
    if (latest !== keys) {
      keys = latest
      seen.clear()
    }
    // No hash is computed for tokens that cannot be here.
    if (!isJwtShaped(token)) return undefined
    const known = seen.get(token)
    if (known !== undefined) return check(token, known, audiences)
    const jwt = readUnverifiedJwt(token)
    if (jwt?.issuer === undefined || !issuers.has(jwt.issuer)) return undefined
    return verify(token, jwt, latest).then((verified) => {
      if (latest === keys) seen.set(token, verified)
      return check(token, verified, audiences)
    })
  }

  async function verify(token: string, jwt: UnverifiedJwt, trusted: readonly TokenKey[]): Promise<Verified> {
    const candidates = await keysFor(jwt, trusted, { readKeys, refresh: options.refreshKeys })
    const claims = readServiceAccountClaims(await verifyJwt(token, jwt, candidates), vocabulary)
    if (!issuers.has(claims.issuer)) throw new Error(`token issuer ${quote(claims.issuer)} is invalid`)
    const { expiresAtMs } = claims
    const user = serviceAccountUser(claims, vocabulary)
    const verdict = { user, ...(expiresAtMs !== undefined && { expiresAtMs: expiresAtMs + leewayMs }) }
    return { claims, verdict, last: undefined }
  }

  function check(
    token: string,
    verified: Verified,
    wanted: readonly string[] = apiAudiences,
  ): Promise<TokenVerdict> | TokenVerdict {
    const { claims } = verified
    const verdict = verified.last?.wanted === wanted ? verified.last.verdict : verdictFor(verified, wanted)
    const nowMs = clock.now()
    checkTimes(claims, nowMs)
    let legacyUse: LegacyTokenUse | undefined
    const answer = (): TokenVerdict => {
      const annotations = noteUse(claims, { nowMs, annotationPrefix, onUse })
      return annotations === undefined
        ? verdict
        : withRemarks(verdict, { claims, legacyUse, annotationPrefix, annotations })
    }
    if (claims.kind === 'legacy' && !lookup) return answer()
    const onLegacyUse = (use: LegacyTokenUse, secret: SecretObject): void => {
      legacyUse = use
      noteLegacyUse(options, use, secret)
    }
    const checked = checkServiceAccountObjects({
      token,
      claims,
      reader,
      vocabulary,
      deletedBeforeMs: nowMs - leewayMs,
      ...(claims.kind === 'legacy' ? { onLegacyUse } : {}),
    })
    return checked instanceof Promise ? checked.then(answer) : answer()
  }

  function verdictFor(verified: Verified, wanted: readonly string[]): TokenVerdict {
    const { audiences: named } = verified.claims
    const own = named.length === 0 ? apiAudiences : named
    const audiences = intersectAudiences(own, wanted)
    if (audiences.length === 0 && apiAudiences.length > 0) {
      throw new Error(`token audiences ${quoteAll(own)} is invalid for the target audiences ${quoteAll(wanted)}`)
    }
    const verdict = Object.freeze({ ...verified.verdict, audiences })
    verified.last = { wanted, verdict }
    return verdict
  }
}

/** The keys that may have signed a token; they are fetched again where none of them is known. */
// upstream: StaticPublicKeysGetter – a token that names a key is verified with that one only.
async function keysFor(
  { keyId }: UnverifiedJwt,
  trusted: readonly TokenKey[],
  {
    readKeys,
    refresh,
  }: { readonly readKeys: () => readonly TokenKey[]; readonly refresh: ServiceAccountOptions['refreshKeys'] },
): Promise<readonly TokenKey[]> {
  const ofToken = (all: readonly TokenKey[]): readonly TokenKey[] =>
    keyId === undefined ? all : all.filter(({ id }) => id === keyId)
  const known = ofToken(trusted)
  if (known.length > 0 || refresh === undefined) return known
  await refresh()
  return ofToken(readKeys())
}

/** Tells of the use of a token; the audit annotations of one that should not be used any more. */
function noteUse(
  { warnAfterMs, subject, audiences }: ServiceAccountClaims,
  {
    nowMs,
    annotationPrefix,
    onUse,
  }: { readonly nowMs: number; readonly annotationPrefix: string } & Pick<ServiceAccountOptions, 'onUse'>,
): TokenVerdict['annotations'] {
  if (warnAfterMs !== undefined && nowMs > warnAfterMs) {
    onUse?.('stale')
    const seconds = Math.floor(nowMs / 1000) - warnAfterMs / 1000
    const said = `subject: ${subject}, seconds after warning threshold: ${seconds}`
    return { [`${annotationPrefix}/stale-token`]: said }
  }
  if (warnAfterMs !== undefined) onUse?.('valid')
  if (audiences.length > 0) return undefined
  onUse?.('legacy')
  return { [`${annotationPrefix}/legacy-token`]: subject }
}

// upstream: pkg/serviceaccount/legacy.go, legacyValidator.Validate
const generatedWarning =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.'

function keyReader(keys: ServiceAccountOptions['keys']): () => readonly TokenKey[] {
  return typeof keys === 'function' ? keys : () => keys
}

function noteLegacyUse(options: ServiceAccountOptions, use: LegacyTokenUse, secret: SecretObject): void {
  options.onUse?.(use)
  options.onLegacySecret?.(secret)
}

interface Remarks {
  readonly claims: ServiceAccountClaims
  readonly legacyUse: LegacyTokenUse | undefined
  readonly annotationPrefix: string
  readonly annotations: NonNullable<TokenVerdict['annotations']>
}

/** A verdict with what is said about the use, and for a legacy token which secret it is from. */
function withRemarks(
  verdict: TokenVerdict,
  { claims: { secret }, legacyUse, annotationPrefix, annotations }: Remarks,
): TokenVerdict {
  if (legacyUse === undefined || secret === undefined) return { ...verdict, annotations }
  const isGenerated = legacyUse === 'legacy auto'
  const origin = isGenerated ? 'autogenerated' : 'manual'
  return {
    ...verdict,
    annotations: { ...annotations, [`${annotationPrefix}/legacy-token-${origin}-secret`]: secret.name },
    ...(isGenerated ? { warnings: [generatedWarning] } : {}),
  }
}

// upstream: pkg/serviceaccount/claims.go, validator.Validate
function checkTimes({ notBeforeMs, expiresAtMs, issuedAtMs }: ServiceAccountClaims, nowMs: number): void {
  if (notBeforeMs !== undefined && nowMs + leewayMs < notBeforeMs) {
    throw new Error('service account token is not valid yet')
  }
  if (expiresAtMs !== undefined && nowMs - leewayMs > expiresAtMs) throw new Error('service account token has expired')
  if (issuedAtMs !== undefined && nowMs + leewayMs < issuedAtMs) {
    throw new Error('service account token is issued in the future')
  }
}

function quoteAll(values: readonly string[]): string {
  return `[${values.map(quote).join(' ')}]`
}
