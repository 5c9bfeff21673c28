import type { IssuerObserver } from '@pinnace/authn'
import type { Clock, Metrics } from '@pinnace/meta'
import { hashOf } from '../configuration-file/index.ts'

/** The metrics of the issuers of JSON web tokens. */
export interface IssuerMetrics {
  /** An observer of the authenticator of an issuer. */
  observe(issuerUrl: string): IssuerObserver
  /** Removes what was said of the keys of other issuers than these, which are no longer configured. */
  keep(issuerUrls: readonly string[]): void
}

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What is known of the keys of an issuer. */
interface KeySet {
  /** When they were last fetched, in seconds, by the result. */
  readonly fetchedAt: Map<string, number>
  hash: string | undefined
}

/** Creates the metrics. */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/metrics.go
export function createIssuerMetrics(metrics: Metrics, clock: Clock, serverId: string): IssuerMetrics {
  const prefix = 'apiserver_authentication_jwt_authenticator'
  const latency = metrics.histogram({
    name: `${prefix}_latency_seconds`,
    help: 'Latency of jwt authentication operations in seconds. This is the time spent authenticating a token for cache miss only (i.e. when the token is not found in the cache).',
    labelNames: ['result', 'jwt_issuer_hash'],
    buckets: latencyBuckets,
  })
  const fetched = metrics.gauge({
    name: `${prefix}_jwks_fetch_last_timestamp_seconds`,
    help: 'Timestamp of the last successful or failed JWKS fetch split by result, api server identity and jwt issuer for the JWT authenticator.',
    labelNames: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
  })
  const keySet = metrics.gauge({
    name: `${prefix}_jwks_fetch_last_key_set_info`,
    help: 'Information about the last JWKS fetched by the JWT authenticator with hash as label, split by api server identity and jwt issuer.',
    labelNames: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
  })
  const server = hashOf(serverId)
  const known = new Map<string, KeySet>()
  // Gauges cannot lose one series: all are written again.
  const write = (): void => {
    fetched.reset()
    keySet.reset()
    for (const [issuer, { fetchedAt, hash }] of known) {
      for (const [result, seconds] of fetchedAt) fetched.set([result, issuer, server], seconds)
      if (hash !== undefined) keySet.set([issuer, server, hash], 1)
    }
  }
  return {
    observe(issuerUrl) {
      const issuer = hashOf(issuerUrl)
      if (!known.has(issuer)) known.set(issuer, { fetchedAt: new Map(), hash: undefined })
      return {
        onToken: (result, durationMs) => latency.observe([result, issuer], durationMs / 1000),
        onKeys(document) {
          // A fetch may end after its issuer was removed.
          const keys = known.get(issuer)
          if (keys === undefined) return
          keys.fetchedAt.set(document === undefined ? 'failure' : 'success', clock.now() / 1000)
          if (document !== undefined) keys.hash = hashOf(document)
          write()
        },
      }
    },
    keep(issuerUrls) {
      const kept = new Set(issuerUrls.map(hashOf))
      for (const issuer of known.keys()) if (!kept.has(issuer)) known.delete(issuer)
      write()
    },
  }
}
