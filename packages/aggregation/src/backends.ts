import { createHttpClientPool } from '@pinnace/http-client'
import type { Clock } from '@pinnace/meta'
import type { ProxyCertificates } from './aggregation-ports.ts'
import type { ServiceTarget } from './api-service-info.ts'
import { createBackend, type Backend } from './backend.ts'

/** The connections to the servers of APIServices. */
export interface Backends extends Disposable {
  /** Forwards requests: the certificate of the server is verified. */
  trusted(target: ServiceTarget): Backend
  /** Checks availability, without verifying the certificate. */
  // upstream: controllers/status/remote – the network may lie about availability, and about nothing else.
  probing(target: ServiceTarget): Backend
}

/** Options for {@link createBackends}. */
export interface BackendsOptions {
  readonly certificates: ProxyCertificates
  readonly clock: Clock
}

/** The common name of the client certificate that requests are forwarded with. */
export const proxyName = 'front-proxy-client'

/** Clients, one for each authority; the least recently used is closed first. */
const maxClients = 200

/** Maximum number of requests in progress to servers of one authority, watches included; more are rejected. */
const maxPending = 10_000

const certificateLifeMs = 365 * 86_400_000

interface ClientCertificate {
  readonly cert: string
  readonly key: string
}

/** Creates backends. Connections are opened when they are needed. */
export function createBackends({ certificates, clock }: BackendsOptions): Backends {
  const clients = createHttpClientPool({ maxClients, maxPending, clock })
  let issued: (ClientCertificate & { readonly renewAtMs: number }) | undefined
  const currentCertificate = (): ClientCertificate => {
    const given = certificates.givenClientCertificate?.()
    if (given !== undefined) return given
    if (issued === undefined || clock.now() >= issued.renewAtMs) {
      const certificate = certificates.issueClientCertificate({ username: proxyName, ttlMs: certificateLifeMs })
      issued = { ...certificate, renewAtMs: clock.now() + certificateLifeMs / 2 }
    }
    return issued
  }
  const backendOf = (target: ServiceTarget, isUnverified: boolean): Backend => {
    const { cert, key } = currentCertificate()
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
