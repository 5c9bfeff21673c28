import { delay, textReply, type Clock, type HttpReply, type HttpRequest } from '@pinnace/meta'
import type { Health } from '../health/index.ts'
import type { Seats } from '../pipeline/seats.ts'
import type { ServerListening } from './listen-securely.ts'
import type { ServerCloseOptions } from './server.ts'

/** What a shutdown needs of a server. */
export interface ShutdownContext {
  readonly health: Pick<Health, 'beginShutdown'>
  readonly seats: Seats
  readonly ports: ReadonlySet<ServerListening>
  readonly clock: Clock
  /** Called when new requests are to be rejected with {@link retryAfterReply}. */
  readonly rejectRequests: () => void
}

const defaultGraceMs = 5_000
const pollMs = 20

/**
 * Fails `/readyz`, goes on serving for `shutdownDelayMs` so that load balancers notice, then closes every port: requests
 * in flight have `graceMs` to end. With `sendRetryAfter` the ports close once those requests have been answered.
 */
// upstream: apiserver/pkg/server/genericapiserver.go, ShutdownDelayDuration and ShutdownSendRetryAfter
export async function drainPorts(
  { health, seats, ports, clock, rejectRequests }: ShutdownContext,
  { shutdownDelayMs = 0, graceMs = defaultGraceMs, sendRetryAfter = false }: ServerCloseOptions,
): Promise<void> {
  health.beginShutdown()
  for (const port of ports) port.drain()
  if (shutdownDelayMs > 0) await delay(clock, shutdownDelayMs)
  const end = clock.monotonic() + graceMs
  if (sendRetryAfter) {
    rejectRequests()
    // Not looked at before: a request that has just been read has no seat yet.
    do await delay(clock, pollMs)
    while (seats.reading + seats.mutating > 0 && clock.monotonic() < end)
  }
  const leftMs = Math.max(0, end - clock.monotonic())
  await Promise.all([...ports].map((port) => port.close({ graceMs: leftMs })))
}

// upstream: apiserver/pkg/server/filters/with_retry_after.go – health checks and metrics are still served.
const servedPaths = ['/readyz', '/livez', '/healthz', '/metrics']

/** The reply to a request that arrives while the server shuts down; undefined if it is still served. */
export function retryAfterReply({ target }: Pick<HttpRequest, 'target'>): HttpReply | undefined {
  if (servedPaths.some((path) => target.startsWith(path))) return undefined
  return textReply(429, 'The apiserver is shutting down, please try again later.\n', { 'retry-after': '5' })
}
