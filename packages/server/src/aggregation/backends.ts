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

/** Servers whose connections are kept; those of the one not used for longest are let go of first. */
const maxBackends = 200
const certificateLifeMs = 365 * 86_400_000

/** Connections are made when they are first needed, and shared by registrations that name the same server. */
export function createBackends({ access, clock }: BackendsOptions): Backends {
  const backends = new Map<string, Backend>()
  let certificate: CertificateAndKey | undefined
  let renewAtMs = 0
  let renewals = 0
  const current = (): CertificateAndKey => {
    if (certificate === undefined || clock.now() >= renewAtMs) {
      certificate = access.issueClientCertificate({ username: proxyName, ttlMs: certificateLifeMs })
      renewAtMs = clock.now() + certificateLifeMs / 2
      renewals++
    }
    return certificate
  }
  const backendOf = (target: RemoteTarget, isUnverified: boolean): Backend => {
    const shown = current()
    const key = JSON.stringify([renewals, isUnverified, target])
    let backend = backends.get(key)
    if (backend === undefined) {
      const [oldest] = backends
      if (oldest !== undefined && backends.size >= maxBackends) {
        backends.delete(oldest[0])
        oldest[1].close()
      }
      backend = createBackend({ target, certificate: shown, isUnverified })
    } else backends.delete(key)
    backends.set(key, backend)
    return backend
  }
  return {
    trusted: (target) => backendOf(target, false),
    probing: (target) => backendOf(target, true),
    [Symbol.dispose]() {
      for (const backend of backends.values()) backend.close()
      backends.clear()
    },
  }
}
