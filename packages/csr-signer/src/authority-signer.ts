import type { Clock } from '@pinnace/meta'
import type { CertificateRequest } from '@pinnace/x509'
import type { CertificateAuthority } from './certificate-authority.ts'
import { weakness } from './key-pair.ts'
import { legacyRule, type RequestRule } from './signer-request-rules.ts'
import type { Signer } from './signer.ts'
import { readUsages } from './usages.ts'
import { chosenDuration, defaultDurationSeconds, validityOf } from './certificate-lifetime.ts'

/** Options for {@link createAuthoritySigner}. */
export interface AuthoritySignerOptions {
  readonly signerName: string
  /** The authority that signs; a function, called for every certificate, where it can change. */
  readonly authority: CertificateAuthority | (() => CertificateAuthority)
  readonly clock: Clock
  /** Longest validity of a certificate, in seconds. @default a year */
  readonly durationSeconds?: number
  /** Checks requests; the returned text becomes the message of the condition Failed. @default accepts all requests */
  readonly rule?: RequestRule
}

/**
 * Creates a signer that signs with an authority. It signs subject, key, alternative names and usages as requested, and no
 * other extensions. Requests for the certificate of an authority are refused. Throws a TypeError for a duration below ten
 * minutes.
 */
// upstream: pkg/controller/certificates/signer/signer.go and authority/authority.go
export function createAuthoritySigner(options: AuthoritySignerOptions): Signer {
  const { signerName, authority, clock, durationSeconds = defaultDurationSeconds, rule = legacyRule } = options
  if (!Number.isSafeInteger(durationSeconds) || durationSeconds < 600) {
    throw new TypeError(`durationSeconds must be whole and at least 600, not ${durationSeconds}`)
  }
  return Object.freeze<Signer>({
    signerName,
    async sign({ request, usages, expirationSeconds, user }) {
      const error = rule(request, usages, user) ?? requestError(request)
      if (error !== undefined) return { type: 'refused', reason: 'SignerValidationFailure', message: error }
      const unproven = request.signatureError()
      if (unproven !== undefined) throw new Error(`unable to verify certificate request signature: ${unproven}`)
      const current = typeof authority === 'function' ? authority() : authority
      const seconds = chosenDuration(durationSeconds, expirationSeconds)
      const { dnsNames, emailAddresses, ipAddresses, uris } = request
      const certificatePem = await current.issue({
        ...validityOf(clock.now(), seconds, current.notAfterMs),
        subject: request.subject.der,
        spki: request.key.spki,
        usages: readUsages(usages),
        dnsNames,
        emailAddresses,
        ipAddresses,
        uris,
      })
      return { type: 'issued', certificatePem }
    },
  })
}

// Upstream signs a request for an authority and drops the bit; here it is refused.
function requestError({ isAuthority, key }: CertificateRequest): string | undefined {
  if (isAuthority) return 'certificates of authorities are not allowed'
  return key.publicKey === undefined ? 'unsupported type of key' : weakness(key.publicKey)
}
