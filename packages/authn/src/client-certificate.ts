import { createHash } from 'node:crypto'
import { systemClock, type Clock, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'
import { verifyClientCertificate, type ClientAuthorities, type ClientIdentity } from './verify-client-certificate.ts'

/** Options for {@link createClientCertificateAuthenticator}. */
export interface ClientCertificateOptions {
  readonly vocabulary: Vocabulary
  /** Whom to trust, from `loadClientAuthorities`; a function where it may change, `undefined` for nobody yet. */
  readonly authorities: ClientAuthorities | (() => ClientAuthorities | undefined)
  readonly clock?: Clock
}

/**
 * Names the user of a verified client certificate: its common name, with its organizations as groups. No opinion of a
 * request without a certificate and of one without a common name; any other certificate that does not verify is refused.
 * It does not matter who terminated TLS: a host hands the certificate over as `peerCertificate`.
 */
// upstream: apiserver/pkg/authentication/request/x509
export function createClientCertificateAuthenticator(options: ClientCertificateOptions): Authenticator {
  const { vocabulary, authorities, clock = systemClock } = options
  const credentialId = `authentication.${vocabulary.labelDomain}/credential-id`
  const users = new WeakMap<ClientIdentity, UserInfo>()
  return (request) => {
    const peer = request.peerCertificate?.()
    if (peer === undefined) return undefined
    const trusted = typeof authorities === 'function' ? authorities() : authorities
    if (trusted === undefined) return undefined
    const identity = verifyClientCertificate(peer, trusted, clock.now())
    if (identity === undefined) return undefined
    let user = users.get(identity)
    if (user === undefined) {
      const fingerprint = createHash('sha256').update(peer.raw).digest('hex')
      user = Object.freeze({
        username: identity.username,
        groups: identity.groups,
        extra: Object.freeze({ [credentialId]: Object.freeze([`X509SHA256=${fingerprint}`]) }),
      })
      users.set(identity, user)
    }
    return user
  }
}
