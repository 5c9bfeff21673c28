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

/** The serving and client certificates of one server. */
export interface ServerAccess {
  /** The authority of serving and client certificates; created on first use. */
  authority(): CertificateAndKey
  /** The serving certificate for these names and addresses. */
  certificates(hosts: readonly string[], ips: readonly string[]): ServingCertificates
  /** Authenticates client certificates that this server has issued. */
  readonly authenticate: Authenticator
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
}

/** The user of the kubeconfig that the server writes. */
export const administrator: ClientCertificateRequest = Object.freeze({
  username: 'admin',
  groups: Object.freeze([systemMasters]),
})

/** Options for {@link createServerAccess}. */
export interface ServerAccessOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  /** @default created in memory on first use */
  readonly authority?: CertificateAndKey
}

/** Creates certificate access. */
export function createServerAccess({ vocabulary, clock, random, authority: given }: ServerAccessOptions): ServerAccess {
  let made: { readonly authority: CertificateAndKey; readonly authorities: ClientAuthorities } | undefined =
    given === undefined ? undefined : { authority: given, authorities: loadClientAuthorities(given.cert) }
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
