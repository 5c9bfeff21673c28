import type { UserInfo, Vocabulary } from '@pinnace/meta'
import type { VerifiedClaims } from '../tokens/jwt.ts'

/** The claims that a user is read from, with their prefixes, and those that a token needs. */
export interface UserClaims {
  readonly usernameClaim: string
  /** As `username-prefix.ts` decides: the default is filled in, and `-` is none. */
  readonly usernamePrefix: string
  readonly groupsClaim: string | undefined
  readonly groupsPrefix: string
  readonly requiredClaims: ReadonlyMap<string, string>
}

// upstream: coreos/go-oidc, IDTokenVerifier.Verify – no leeway at the end, five minutes at the beginning.
const notBeforeLeewayMs = 5 * 60_000

/**
 * Checks issuer, audience and times of verified claims. Returns when the token expires, in milliseconds since 1970.
 * Throws an Error for a claim that does not hold.
 */
export function checkIdToken(
  claims: VerifiedClaims,
  { issuerUrl, audiences }: { readonly issuerUrl: string; readonly audiences: readonly string[] },
  nowMs: number,
): number {
  if (claims['iss'] !== issuerUrl) throw new Error('oidc: verify token: id token issued by a different provider')
  const { aud } = claims
  const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.some((audience) => given.includes(audience))) {
    const [only] = audiences
    const expected = audiences.length === 1 ? JSON.stringify(only) : `in ${JSON.stringify(audiences)}`
    throw new Error(`oidc: verify token: expected audience ${expected} got ${JSON.stringify(given)}`)
  }
  const expiresAtMs = readTime(claims, 'exp') ?? 0
  if (nowMs > expiresAtMs) throw new Error('oidc: verify token: token is expired')
  const notBeforeMs = readTime(claims, 'nbf') ?? 0
  if (nowMs + notBeforeLeewayMs < notBeforeMs) {
    throw new Error('oidc: verify token: current time before the nbf (not before) time')
  }
  return expiresAtMs
}

/** The user of an ID token. Throws an Error for a claim that is missing, malformed, or has not the required value. */
// upstream: plugin/pkg/authenticator/token/oidc/oidc.go, jwtAuthenticator.AuthenticateToken
export function readIdTokenUser(claims: VerifiedClaims, wanted: UserClaims, vocabulary: Vocabulary): UserInfo {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = wanted
  const username = readUsernameClaim(claims, usernameClaim)
  const groups = groupsClaim === undefined ? [] : readGroupsClaim(claims, groupsClaim)
  assertRequiredClaims(claims, requiredClaims)
  return Object.freeze({
    username: usernamePrefix + username,
    groups: Object.freeze(groups.map((group) => groupsPrefix + group)),
    extra: Object.freeze(credentialExtra(claims, vocabulary)),
  })
}

/** Throws an Error unless the claims are there with these values. */
export function assertRequiredClaims(claims: VerifiedClaims, requiredClaims: ReadonlyMap<string, string>): void {
  for (const [name, expected] of requiredClaims) {
    if (!Object.hasOwn(claims, name)) throw new Error(`oidc: required claim ${name} not present in ID token`)
    const value = claims[name]
    if (typeof value !== 'string') throw new Error(`oidc: parse claim ${name}: not a string`)
    if (value !== expected) {
      throw new Error(`oidc: required claim ${name} value does not match. Got = ${value}, want = ${expected}`)
    }
  }
}

/** The extra attribute that names the token, where it has an id. */
export function credentialExtra(
  { jti }: VerifiedClaims,
  { labelDomain }: Vocabulary,
): Readonly<Record<string, readonly string[]>> {
  if (typeof jti !== 'string' || jti === '') return {}
  return { [`authentication.${labelDomain}/credential-id`]: Object.freeze([`JTI=${jti}`]) }
}

/** The user name of a claim; that of an address only where the address is verified. */
export function readUsernameClaim(claims: VerifiedClaims, usernameClaim: string): string {
  const username = Object.hasOwn(claims, usernameClaim) ? claims[usernameClaim] : undefined
  if (username === undefined) {
    throw new Error(`oidc: parse username claims ${JSON.stringify(usernameClaim)}: claim not present`)
  }
  if (typeof username !== 'string' || username === '') {
    throw new Error(`oidc: parse username claims ${JSON.stringify(usernameClaim)}: not a name`)
  }
  if (usernameClaim === 'email' && Object.hasOwn(claims, 'email_verified')) {
    const verified = claims['email_verified']
    if (typeof verified !== 'boolean') throw new Error("oidc: parse 'email_verified' claim: not a boolean")
    if (!verified) throw new Error('oidc: email not verified')
  }
  return username
}

/** The groups of a claim, which is a text or a list of texts; none where it is absent. */
export function readGroupsClaim(claims: VerifiedClaims, groupsClaim: string): readonly string[] {
  const value = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined
  if (value === undefined || value === null) return []
  const groups: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!groups.every((group): group is string => typeof group === 'string')) {
    throw new Error(`oidc: parse groups claim ${JSON.stringify(groupsClaim)}: neither a string nor strings`)
  }
  return groups
}

function readTime(claims: VerifiedClaims, name: string): number | undefined {
  const value = claims[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`oidc: parse claim ${name}: not a time`)
  return Math.trunc(value) * 1000
}
