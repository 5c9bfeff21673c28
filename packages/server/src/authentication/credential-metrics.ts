import { X509Certificate } from 'node:crypto'
import type { Authenticator, ServiceAccountTokenUse } from '@pinnace/authn'
import { thenMaybe, type Clock, type Metrics } from '@pinnace/meta'

// upstream: pkg/serviceaccount/metrics.go
const uses: Readonly<Record<ServiceAccountTokenUse, readonly [name: string, help: string]>> = {
  legacy: ['legacy_tokens', 'Cumulative legacy service account tokens used'],
  stale: ['stale_tokens', 'Cumulative stale projected service account tokens used'],
  'legacy manual': ['legacy_manual_token_uses', 'Cumulative manually created legacy tokens used'],
  'legacy auto': ['legacy_auto_token_uses', 'Cumulative auto-generated legacy tokens used'],
  'legacy invalid': ['invalid_legacy_auto_token_uses', 'Cumulative invalid auto-generated legacy tokens used'],
  valid: ['valid_tokens', 'Cumulative valid projected service account tokens used'],
}

/** Counts the uses of tokens of service accounts. */
export function createTokenUseCounter(metrics: Metrics): (use: ServiceAccountTokenUse) => void {
  const counters = new Map(
    Object.entries(uses).map(([use, [name, help]]) => [
      use,
      metrics.counter({ name: `serviceaccount_${name}_total`, help }).of([]),
    ]),
  )
  return (use) => counters.get(use)?.add()
}

// upstream: apiserver/pkg/authentication/request/x509/x509.go, clientCertificateExpirationHistogram
const lifetimes = [
  0, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800, 2_592_000, 7_776_000, 15_552_000, 31_104_000,
]

/** The authenticator of client certificates; observes how long each accepted certificate is still valid. */
export function withCertificateLifetimes(
  authenticate: Authenticator,
  { metrics, clock }: { readonly metrics: Metrics; readonly clock: Clock },
): Authenticator {
  const remaining = metrics
    .histogram({
      name: 'apiserver_client_certificate_expiration_seconds',
      help: 'Distribution of the remaining lifetime on the certificate used to authenticate a request.',
      buckets: lifetimes,
    })
    .of([])
  // A connection keeps its certificate: it is parsed once.
  const ends = new WeakMap<object, number>()
  const endOf = (peer: { readonly raw: Uint8Array }): number => {
    const known = ends.get(peer)
    if (known !== undefined) return known
    const end = Date.parse(new X509Certificate(peer.raw).validTo)
    ends.set(peer, end)
    return end
  }
  return (request) =>
    thenMaybe(authenticate(request), (user) => {
      const peer = user === undefined ? undefined : request.peerCertificate?.()
      if (peer !== undefined) remaining.observe((endOf(peer) - clock.now()) / 1000)
      return user
    })
}
