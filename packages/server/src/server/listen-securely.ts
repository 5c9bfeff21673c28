import { isIP } from 'node:net'
import { listen, type HttpHandler, type Listening, type ServingCertificate, type ServingTls } from '@pinnace/hosts'
import type { Clock, Metrics, Vocabulary } from '@pinnace/meta'
import type { Interception } from '../pipeline/intercept.ts'
import { formatKubeconfig, type KubeconfigOptions } from '../tls/format-kubeconfig.ts'
import { administrator, type ServerAccess } from './server-access.ts'

/** TLS settings of `server.listen`. */
export interface ServerTls extends Pick<ServingTls, 'sni' | 'minVersion' | 'ciphers'> {
  /**
   * The serving certificate; a function is called for each new connection, which is shown what it returns. The kubeconfig
   * trusts the last certificate of the chain at the start.
   * @default one of the server's own authority, for loopback, the bind address and {@link ServerListenOptions.names}
   */
  readonly certificate?: ServingCertificate | (() => ServingCertificate)
}

/** Options of `server.listen`. */
export interface ServerListenOptions {
  /** @default 0 – any free port */
  readonly port?: number
  /** Address to bind. @default '127.0.0.1' */
  readonly host?: string
  /** Additional DNS names and IP addresses of the serving certificate. */
  readonly names?: readonly string[]
  readonly tls?: ServerTls
  /**
   * Address that the Endpoints of the server's own service contain. @default the address that is bound; for a loopback or
   * unspecified address, the first other address of this machine
   */
  readonly advertiseAddress?: string
  /** The most connections; further ones are closed. 0 means no limit. @default 10000 */
  readonly maxConnections?: number
  /**
   * The most connections of one IPv4 address, or of one IPv6 network (/64); further ones are closed. 0 means no limit.
   * @default 2500
   */
  readonly maxConnectionsPerAddress?: number
}

/** A port that is being served over TLS. */
export interface ServerListening extends Listening {
  /** A kubeconfig of the administrator (`system:masters`), as YAML text. */
  readonly kubeconfig: string
  /** The certificate authority of the serving certificate, PEM. */
  readonly ca: string
}

/** The server that {@link listenSecurely} serves. */
export interface SecureServing {
  readonly handle: HttpHandler
  readonly access: ServerAccess
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly metrics: Metrics
  readonly onError: (error: unknown) => void
  /** Its interceptor says whether a new connection is shown an expired certificate. */
  readonly interception: Pick<Interception, 'current'>
}

/** Serves HTTPS with an authority in memory: HTTP/2 and HTTP/1.1 on one port. */
export async function listenSecurely(
  serving: SecureServing,
  options: ServerListenOptions = {},
): Promise<ServerListening> {
  const { handle, access, vocabulary, clock, metrics, onError, interception } = serving
  const { port = 0, host = '127.0.0.1', maxConnections, maxConnectionsPerAddress } = options
  const { certificate, ...settings } = options.tls ?? {}
  const { ca, ...tls } =
    certificate === undefined
      ? { ...ownCertificate(access, options), certificateOf: expiredCertificate(access, options, interception) }
      : givenCertificate(certificate)
  const listening = await listen(handle, {
    port,
    host,
    tls: { ...settings, ...tls },
    clock,
    metrics,
    onError,
    ...(maxConnections === undefined ? {} : { maxConnections }),
    ...(maxConnectionsPerAddress === undefined ? {} : { maxConnectionsPerAddress }),
  })
  let kubeconfig: string | undefined
  return {
    ...listening,
    ca,
    // Its client certificate is signed when it is read.
    get kubeconfig() {
      kubeconfig ??= formatKubeconfig({
        server: listening.url,
        ca,
        ...administratorCredentials(access, process.versions),
        name: vocabulary.product,
      })
      return kubeconfig
    },
  }
}

/** A client certificate, or a token in Bun and Deno, whose TLS servers do not report client certificates. */
export function administratorCredentials(
  access: ServerAccess,
  versions: Readonly<Record<string, string | undefined>>,
): Pick<KubeconfigOptions, 'clientCertificate' | 'clientKey' | 'token'> {
  if ('bun' in versions || 'deno' in versions) return { token: access.administratorToken() }
  const { cert, key } = access.issueClientCertificate(administrator)
  return { clientCertificate: cert, clientKey: key }
}

/** Signed when it is first shown. */
function expiredCertificate(
  access: ServerAccess,
  options: ServerListenOptions,
  interception: SecureServing['interception'],
): () => ServingCertificate | undefined {
  let expired: ServingCertificate | undefined
  return () =>
    interception.current?.servesExpiredCertificate?.() === true
      ? (expired ??= ownCertificate(access, options, true))
      : undefined
}

function ownCertificate(
  access: ServerAccess,
  { host = '127.0.0.1', names = [] }: ServerListenOptions,
  isExpired = false,
): ServingCertificate & { readonly ca: string } {
  const all = [...names, ...(host === '0.0.0.0' || host === '::' ? [] : [host])]
  const { ca, cert, key } = (isExpired ? access.expiredCertificates : access.certificates)(
    all.filter((name) => isIP(name) === 0),
    all.filter((name) => isIP(name) !== 0),
  )
  return { ca, cert, key }
}

function givenCertificate(
  certificate: NonNullable<ServerTls['certificate']>,
): ServingCertificate & Pick<ServingTls, 'certificateOf'> & { readonly ca: string } {
  if (typeof certificate !== 'function') return { ...certificate, ca: lastCertificate(certificate.cert) }
  const first = certificate()
  return { ...first, certificateOf: certificate, ca: lastCertificate(first.cert) }
}

/** The last certificate of a chain: its authority, or the certificate itself where it is alone. */
function lastCertificate(pem: string): string {
  const begin = '-----BEGIN CERTIFICATE-----'
  return pem.slice(Math.max(0, pem.lastIndexOf(begin)))
}
