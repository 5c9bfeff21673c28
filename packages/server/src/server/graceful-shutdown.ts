import { delay, type Clock } from '@pinnace/meta'
import type { Health } from '../health/index.ts'
import type { ServerListening } from './listen-securely.ts'
import type { ServerCloseOptions } from './server.ts'

/** What a shutdown needs of a server. */
export interface ShutdownContext {
  readonly health: Pick<Health, 'beginShutdown'>
  readonly ports: ReadonlySet<ServerListening>
  readonly clock: Clock
}

/**
 * Fails `/readyz`, goes on serving for `shutdownDelayMs` so that load balancers notice, then closes every port: requests
 * in flight have `graceMs` to end.
 */
// upstream: apiserver/pkg/server/genericapiserver.go, ShutdownDelayDuration
export async function drainPorts(
  { health, ports, clock }: ShutdownContext,
  { shutdownDelayMs = 0, graceMs }: ServerCloseOptions,
): Promise<void> {
  health.beginShutdown()
  if (shutdownDelayMs > 0) await delay(clock, shutdownDelayMs)
  await Promise.all([...ports].map((port) => port.close(graceMs === undefined ? {} : { graceMs })))
}
