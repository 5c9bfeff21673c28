import {
  createClientCertificateAuthenticator,
  loadClientAuthorities,
  type Authenticator,
  type ClientAuthorities,
} from '@pinnace/authn'
import { systemMasters, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import {
  createAuthority,
  createServingCertificates,
  type CertificateAndKey,
  type ClientCertificateRequest,
  type ServingCertificates,
} from '../tls/serving-certificates.ts'

/** The certificates of one server: what it shows, what it trusts, what it gives its clients. */
export interface ServerAccess {
  /** The authority of client certificates and of what the server shows; made when first asked for. */
  authority(): CertificateAndKey
  /** What is shown under these names and addresses. */
  certificates(hosts: readonly string[], ips: readonly string[]): ServingCertificates
  /** Takes client certificates this server has issued; has no opinion of a request without one. */
  readonly authenticate: Authenticator
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
}

/** The user of the kubeconfig a server writes. */
export const administrator: ClientCertificateRequest = Object.freeze({
  username: 'admin',
  groups: Object.freeze([systemMasters]),
})

/** Options for {@link createServerAccess}. */
export interface ServerAccessOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
}

/** An authority of the server's own, in memory, made when it is first needed. */
export function createServerAccess({ vocabulary, clock, random }: ServerAccessOptions): ServerAccess {
  let made: { readonly authority: CertificateAndKey; readonly authorities: ClientAuthorities } | undefined
  let issuing: ServingCertificates | undefined
  const authority = (): CertificateAndKey => {
    if (made === undefined) {
      const created = createAuthority({ vocabulary, clock, random })
      made = { authority: created, authorities: loadClientAuthorities(created.cert) }
    }
    return made.authority
  }
  const certificates: ServerAccess['certificates'] = (hosts, ips) =>
    createServingCertificates({ vocabulary, clock, random, hosts, ips, authority: authority() })
  return {
    authority,
    certificates,
    issueClientCertificate: (request) => (issuing ??= certificates([], [])).issueClientCertificate(request),
    authenticate: createClientCertificateAuthenticator({ vocabulary, clock, authorities: () => made?.authorities }),
  }
}
