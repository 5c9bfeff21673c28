import { systemClock, systemRandom, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import { legacyClaimNames, legacyIssuer, type BoundReference } from './service-account-claims.ts'
import { signExternally, type ExternalTokenSigner } from './external-token-signer.ts'
import { serviceAccountUsername } from './service-account-user.ts'
import type { TokenSigningKey } from '../tokens/token-keys.ts'

/** Options for {@link createServiceAccountTokens}. */
export interface ServiceAccountTokensOptions {
  readonly vocabulary: Vocabulary
  /** The first `--service-account-issuer`. */
  readonly issuer: string
  /** `--service-account-signing-key-file`, or what signs outside this process. */
  readonly signingKey: TokenSigningKey | ExternalTokenSigner
  /** `--api-audiences`: the audiences of a request that names none. */
  readonly apiAudiences: readonly string[]
  /** `--service-account-max-token-expiration`, in seconds; longer requests are shortened. @default no limit */
  readonly maxExpirationSeconds?: number
  /**
   * `--service-account-extend-token-expiration`: the standard token of a pod is valid for a year; its use after the
   * requested hour is only reported. @default true
   */
  readonly extendExpiration?: boolean
  readonly clock?: Clock
  readonly random?: Random
}

/** A request for a token. */
export interface ServiceAccountTokenRequest {
  readonly namespace: string
  readonly account: BoundReference
  /** @default those of the server */
  readonly audiences?: readonly string[]
  readonly expirationSeconds: number
  /** A token is bound to at most one of pod, secret and node; a node beside a pod is informational. */
  readonly pod?: BoundReference
  readonly secret?: BoundReference
  readonly node?: BoundReference
}

/** An issued token. */
export interface IssuedServiceAccountToken {
  readonly token: string
  readonly audiences: readonly string[]
  /** The requested or shortened expiration, in whole seconds, for the response; the token may be valid for longer. */
  readonly expirationSeconds: number
  /** When the client should have replaced the token, in milliseconds since 1970. */
  readonly expiresAtMs: number
  /** `JTI=` and the token's id, for the audit log. */
  readonly credentialId: string
  /** Texts for Warning headers of the response. */
  readonly warnings: readonly string[]
}

/** Signs tokens of service accounts. */
export interface ServiceAccountTokens {
  /** Signs the token of a TokenRequest. Throws a TypeError for a token bound to a secret and to another object. */
  sign(request: ServiceAccountTokenRequest): Promise<IssuedServiceAccountToken>
  /** Signs a token to be stored in a secret: it has no audiences and is valid as long as the secret exists. */
  signLegacy(request: {
    readonly namespace: string
    readonly account: BoundReference
    readonly secretName: string
  }): Promise<string>
}

// upstream: pkg/serviceaccount/claims.go
const standardPodSeconds = 3607
const extendedSeconds = 365 * 24 * 3600

/** Creates a signer of service account tokens, the counterpart of `createServiceAccountAuthenticator`. */
export function createServiceAccountTokens(options: ServiceAccountTokensOptions): ServiceAccountTokens {
  const { vocabulary, issuer, signingKey, apiAudiences, maxExpirationSeconds = Infinity } = options
  const { extendExpiration = true, clock = systemClock, random = systemRandom } = options
  const legacy = legacyClaimNames(vocabulary)
  // upstream: an external signer limits extended tokens as well
  const longestSeconds = isExternal(signingKey) ? signingKey.maxExpirationSeconds : Infinity
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
      // upstream: registry/core/serviceaccount/storage/token.go, Create – old clients do not read a renewed token.
      const extended =
        extendExpiration &&
        pod !== undefined &&
        expirationSeconds === standardPodSeconds &&
        audiences.every((audience) => apiAudiences.includes(audience))
      const now = Math.floor(clock.now() / 1000)
      const id = random.uid()
      const token = await signClaims({
        aud: audiences,
        exp: now + (extended ? Math.min(extendedSeconds, longestSeconds) : expirationSeconds),
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
    if (isExternal(signingKey)) return signExternally(signingKey, claims)
    const { CompactSign } = await import('jose/jws/compact/sign')
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
      .sign(signingKey.privateKey)
  }
}

function toClaim({ name, uid }: BoundReference): BoundReference {
  return { name, uid }
}

function isExternal(key: TokenSigningKey | ExternalTokenSigner): key is ExternalTokenSigner {
  return 'sign' in key
}
