import { createHash } from 'node:crypto'
import { systemClock, type Clock, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Authenticator } from '../authenticator.ts'
import { verifyClientCertificate, type ClientAuthorities, type ClientIdentity } from './verify-client-certificate.ts'

/** Options for {@link createClientCertificateAuthenticator}. */
export interface ClientCertificateOptions {
  readonly vocabulary: Vocabulary
  /** The trusted authorities, from `loadClientAuthorities`; a function where they can change, or be `undefined` at first. */
  readonly authorities: ClientAuthorities | (() => ClientAuthorities | undefined)
  readonly clock?: Clock
}

/**
 * Creates an authenticator for client certificates: the common name is the username, the organizations are the groups. It
 * has no opinion on requests without a certificate and on certificates without a common name, and rejects certificates
 * that do not verify. The certificate is the `peerCertificate` of the request, wherever TLS was terminated.
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
