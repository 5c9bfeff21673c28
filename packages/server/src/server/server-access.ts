import { Buffer } from 'node:buffer'
import {
  createClientCertificateAuthenticator,
  loadClientAuthorities,
  readBearerToken,
  tokenFileTokenAuthenticator,
  type Authenticator,
  type ClientAuthorities,
  type TokenAuthenticator,
} from '@pinnace/authn'
import { systemClock, systemMasters, thenMaybe, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
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
  /** The same, expired by the clock of this machine, which clients judge it by. */
  expiredCertificates(hosts: readonly string[], ips: readonly string[]): ServingCertificates
  /** Authenticates the client certificates and the token that this server has issued. */
  readonly authenticate: Authenticator
  /** The token of {@link administrator}, for runtimes without client certificates; created on first use. */
  administratorToken(): string
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

const dayMs = 86_400_000

/** Creates certificate access. */
export function createServerAccess({ vocabulary, clock, random, authority: given }: ServerAccessOptions): ServerAccess {
  let made = given
  // Read for the first client certificate; a given authority at once, for its errors.
  let authorities: ClientAuthorities | undefined = given && loadClientAuthorities(given.cert)
  let issuing: ServingCertificates | undefined
  const authority = (): CertificateAndKey => (made ??= createAuthority({ vocabulary, clock, random }))
  const certificates: ServerAccess['certificates'] = (hosts, ips) =>
    createServingCertificates({ vocabulary, clock, random, hosts, ips, authority: authority() })
  const expiredCertificates: ServerAccess['expiredCertificates'] = (hosts, ips) =>
    createServingCertificates({
      vocabulary,
      clock: { ...systemClock, now: () => systemClock.now() - 2 * dayMs },
      ttlMs: dayMs,
      random,
      hosts,
      ips,
      authority: authority(),
    })
  const byCertificate = createClientCertificateAuthenticator({
    vocabulary,
    clock,
    authorities: () => (authorities ??= made && loadClientAuthorities(made.cert)),
  })
  let issued: { readonly token: string; readonly authenticate: TokenAuthenticator } | undefined
  const byToken: Authenticator = (request) => {
    const presented = issued === undefined ? undefined : readBearerToken(request)
    if (issued === undefined || presented === undefined) return undefined
    return thenMaybe(issued.authenticate(presented), (verdict) => verdict?.user)
  }
  return {
    authority,
    certificates,
    expiredCertificates,
    issueClientCertificate: (request) => (issuing ??= certificates([], [])).issueClientCertificate(request),
    authenticate: (request) => thenMaybe(byCertificate(request), (user) => user ?? byToken(request)),
    administratorToken: () => (issued ??= issueToken(random)).token,
  }
}

function issueToken(random: Random): { readonly token: string; readonly authenticate: TokenAuthenticator } {
  const token = Buffer.from(random.bytes(32)).toString('base64url')
  const { username, groups = [] } = administrator
  const user = Object.freeze({ username, groups, extra: Object.freeze({}) })
  return { token, authenticate: tokenFileTokenAuthenticator([{ token, user }]) }
}
