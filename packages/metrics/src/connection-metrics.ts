import type { Counter, Metrics } from '@pinnace/meta'

/** Counts connections to the agents of nodes. */
export interface ConnectionMetrics {
  /** A command over a WebSocket of version 5 that was translated to SPDY, by its status code. */
  translated(code: number): void
  /** Forwarded ports in a WebSocket that was unwrapped to SPDY, by its status code. */
  tunneled(code: number): void
  /** A request for a log. */
  logRequested(isVerified: boolean): void
  /** A log that was not read because the certificate of the agent was refused. */
  logCertificateRefused(): void
}

interface LogCounters {
  readonly requested: Counter
  readonly refused: Counter
}

/** Creates the metrics of connections. */
// upstream: apiserver/pkg/util/proxy/metrics/metrics.go and registry/core/pod/rest/metrics.go
export function createConnectionMetrics(metrics: Metrics, componentPrefix: string): ConnectionMetrics {
  const translated = metrics.counter({
    name: 'apiserver_stream_translator_requests_total',
    help: 'Commands over WebSocket that were translated to SPDY, by status code',
    labelNames: ['code'],
  })
  const tunneled = metrics.counter({
    name: 'apiserver_stream_tunnel_requests_total',
    help: 'Port forwarding inside a WebSocket that was passed on as SPDY, by status code',
    labelNames: ['code'],
  })
  // Each has a second name, an older one that kube-apiserver still writes. They are there from the first log on.
  const createLogs = (): readonly LogCounters[] =>
    ['', 'pods_logs_'].map((part) => ({
      requested: metrics.counter({
        name: `${componentPrefix}_apiserver_pod_logs_${part}insecure_backend_total`,
        help: 'Requests for logs, by whether the certificate of the agent is verified: enforce_tls, skip_tls_allowed',
        labelNames: ['usage'],
      }),
      refused: metrics.counter({
        name: `${componentPrefix}_apiserver_pod_logs_${part}backend_tls_failure_total`,
        help: 'Requests for logs that failed because the certificate of the agent was refused',
      }),
    }))
  let created: readonly LogCounters[] | undefined
  const logs = (): readonly LogCounters[] => (created ??= createLogs())
  return {
    translated: (code) => translated.add([String(code)]),
    tunneled: (code) => tunneled.add([String(code)]),
    logRequested(isVerified) {
      for (const { requested } of logs()) requested.add([isVerified ? 'enforce_tls' : 'skip_tls_allowed'])
    },
    logCertificateRefused() {
      for (const { refused } of logs()) refused.add([])
    },
  }
}
