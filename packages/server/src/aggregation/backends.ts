import { createHttpClientPool } from '@pinnace/http-client'
import type { Clock } from '@pinnace/meta'
import type { ServerAccess } from '../server-access.ts'
import type { CertificateAndKey } from '../tls/serving-certificates.ts'
import { createBackend, type Backend } from './backend.ts'
import type { RemoteTarget } from './registration.ts'

/** The connections to every registered server. */
export interface Backends extends Disposable {
  /** Passes requests on: the certificate of the other server must be right. */
  trusted(target: RemoteTarget): Backend
  /** Asks whether a server is there, whatever its certificate. */
  // upstream: controllers/status/remote – who owns the network may lie about that, and about nothing else.
  probing(target: RemoteTarget): Backend
}

/** Options for {@link createBackends}. */
export interface BackendsOptions {
  readonly access: ServerAccess
  readonly clock: Clock
}

/** The common name of the certificate a server shows to those it passes requests on to. */
export const proxyName = 'front-proxy-client'

/** Clients of one server: one for each authority. The least recently used is closed first. */
const maxClients = 200

/** Requests under way at once to servers of one authority; one more is refused. Watches count. */
const maxPending = 10_000

const certificateLifeMs = 365 * 86_400_000

/** Connections are made when they are first needed. */
export function createBackends({ access, clock }: BackendsOptions): Backends {
  const clients = createHttpClientPool({ maxClients, maxPending, clock })
  let certificate: CertificateAndKey | undefined
  let renewAtMs = 0
  const current = (): CertificateAndKey => {
    if (certificate === undefined || clock.now() >= renewAtMs) {
      certificate = access.issueClientCertificate({ username: proxyName, ttlMs: certificateLifeMs })
      renewAtMs = clock.now() + certificateLifeMs / 2
    }
    return certificate
  }
  const backendOf = (target: RemoteTarget, isUnverified: boolean): Backend => {
    const { cert, key } = current()
    const { authorities, isInsecure } = target
    const tls = { cert, key, insecureSkipVerify: isInsecure || isUnverified }
    return createBackend(target, clients.client(authorities === '' ? tls : { ...tls, ca: authorities }))
  }
  return {
    trusted: (target) => backendOf(target, false),
    probing: (target) => backendOf(target, true),
    [Symbol.dispose]: () => clients[Symbol.dispose](),
  }
}
