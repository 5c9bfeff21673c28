import { systemClock, systemRandom, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import { legacyClaimNames, legacyIssuer, type BoundReference } from './service-account-claims.ts'
import { serviceAccountUsername } from './service-account-user.ts'
import type { TokenSigningKey } from './token-keys.ts'

/** Options for {@link createServiceAccountTokens}. */
export interface ServiceAccountTokensOptions {
  readonly vocabulary: Vocabulary
  /** The first `--service-account-issuer`. */
  readonly issuer: string
  /** `--service-account-signing-key-file` */
  readonly signingKey: TokenSigningKey
  /** `--api-audiences`: what a request without audiences asks for. */
  readonly apiAudiences: readonly string[]
  /** `--service-account-max-token-expiration`, seconds; longer requests are shortened. Absent for no bound. */
  readonly maxExpirationSeconds?: number
  /**
   * `--service-account-extend-token-expiration`: a pod's standard token lives for a year, and is only reported once the
   * hour it was asked for is over. @default true
   */
  readonly extendExpiration?: boolean
  readonly clock?: Clock
  readonly random?: Random
}

/** What a token is asked for. */
export interface ServiceAccountTokenRequest {
  readonly namespace: string
  readonly account: BoundReference
  /** Empty for the server's own. */
  readonly audiences?: readonly string[]
  readonly expirationSeconds: number
  /** At most one of pod, secret and node binds; a node beside a pod is for information. */
  readonly pod?: BoundReference
  readonly secret?: BoundReference
  readonly node?: BoundReference
}

/** A token as it is handed out. */
export interface IssuedServiceAccountToken {
  readonly token: string
  readonly audiences: readonly string[]
  /** Whole seconds, as asked for or shortened; what the caller is told, though the token may live longer. */
  readonly expirationSeconds: number
  /** When the caller should have replaced it, milliseconds since 1970. */
  readonly expiresAtMs: number
  /** `JTI=` and the token's id, for the audit log. */
  readonly credentialId: string
  /** To be sent back as Warning headers. */
  readonly warnings: readonly string[]
}

/** Signs tokens of service accounts. */
export interface ServiceAccountTokens {
  /** The token of a TokenRequest. Throws a TypeError for a token bound to a secret and to something else. */
  sign(request: ServiceAccountTokenRequest): Promise<IssuedServiceAccountToken>
  /** The token kept in a secret: without audiences, and without end while the secret is there. */
  signLegacy(request: {
    readonly namespace: string
    readonly account: BoundReference
    readonly secretName: string
  }): Promise<string>
}

// upstream: pkg/serviceaccount/claims.go
const standardPodSeconds = 3607
const extendedSeconds = 365 * 24 * 3600

/** A signer of service-account tokens; the counterpart of `createServiceAccountAuthenticator`. */
export function createServiceAccountTokens(options: ServiceAccountTokensOptions): ServiceAccountTokens {
  const { vocabulary, issuer, signingKey, apiAudiences, maxExpirationSeconds = Infinity } = options
  const { extendExpiration = true, clock = systemClock, random = systemRandom } = options
  const legacy = legacyClaimNames(vocabulary)
  return {
    async sign(request) {
      const { namespace, account, pod, secret, node } = request
      if (secret !== undefined && (node !== undefined || pod !== undefined)) {
        throw new TypeError('a token can only be bound to one object type')
      }
      const audiences = request.audiences?.length ? request.audiences : apiAudiences
      const expirationSeconds = Math.min(request.expirationSeconds, maxExpirationSeconds)
      const warnings =
        expirationSeconds === request.expirationSeconds
          ? []
          : [`requested expiration of ${request.expirationSeconds} seconds shortened to ${expirationSeconds} seconds`]
      // upstream: registry/core/serviceaccount/storage/token.go, Create – pods of old clients do not read their token again.
      const extended =
        extendExpiration &&
        pod !== undefined &&
        expirationSeconds === standardPodSeconds &&
        audiences.every((audience) => apiAudiences.includes(audience))
      const now = Math.floor(clock.now() / 1000)
      const id = random.uid()
      const token = await signClaims({
        aud: audiences,
        exp: now + (extended ? extendedSeconds : expirationSeconds),
        iat: now,
        iss: issuer,
        jti: id,
        [vocabulary.jwtPrivateClaim]: {
          namespace,
          ...(node !== undefined && { node: toClaim(node) }),
          ...(pod !== undefined && { pod: toClaim(pod) }),
          ...(secret !== undefined && { secret: toClaim(secret) }),
          serviceaccount: toClaim(account),
          ...(extended && { warnafter: now + expirationSeconds }),
        },
        nbf: now,
        sub: serviceAccountUsername(namespace, account.name),
      })
      const expiresAtMs = (now + expirationSeconds) * 1000
      return { token, audiences, expirationSeconds, expiresAtMs, credentialId: `JTI=${id}`, warnings }
    },
    signLegacy: ({ namespace, account, secretName }) =>
      signClaims({
        iss: legacyIssuer(vocabulary),
        [legacy.namespace]: namespace,
        [legacy.secretName]: secretName,
        [legacy.accountName]: account.name,
        [legacy.accountUid]: account.uid,
        sub: serviceAccountUsername(namespace, account.name),
      }),
  }

  async function signClaims(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const { CompactSign } = await import('jose/jws/compact/sign')
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
      .sign(signingKey.privateKey)
  }
}

function toClaim({ name, uid }: BoundReference): BoundReference {
  return { name, uid }
}
