import type { Clock } from '@pinnace/meta'
import type { CertificateRequest } from '@pinnace/x509'
import type { CertificateAuthority } from './certificate-authority.ts'
import { weakness } from './key-pair.ts'
import { legacyRule, type RequestRule } from './request-rules.ts'
import type { Signer } from './signer.ts'
import { readUsages } from './usages.ts'
import { chosenDuration, defaultDurationSeconds, validityOf } from './certificate-lifetime.ts'

/** Options for {@link createAuthoritySigner}. */
export interface AuthoritySignerOptions {
  readonly signerName: string
  /** A function where it changes: it is asked for every certificate. */
  readonly authority: CertificateAuthority | (() => CertificateAuthority)
  readonly clock: Clock
  /** Seconds a certificate lives at most. @default a year */
  readonly durationSeconds?: number
  /** Says what is wrong with a request; its text becomes the condition Failed. @default nothing is */
  readonly rule?: RequestRule
}

/**
 * A signer with an authority. It signs subject, key and other names as they were asked for, with the usages of the
 * request and no other extension: nobody becomes an authority.
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

// Upstream signs such a request and leaves the bit away; here it says that it was not granted.
function requestError({ isAuthority, key }: CertificateRequest): string | undefined {
  if (isAuthority) return 'certificates of authorities are not allowed'
  return key.publicKey === undefined ? 'unsupported type of key' : weakness(key.publicKey)
}
