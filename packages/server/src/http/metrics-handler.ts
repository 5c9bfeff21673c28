import { Buffer } from 'node:buffer'
import { bytesReply, createTimeSlices, type Clock, type Metrics } from '@pinnace/meta'
import { isReadable } from '@pinnace/metrics'
import type { HealthMetrics } from '../health/index.ts'
import type { NonResourceHandler } from './non-resource.ts'

/** Answers `/metrics` and `/metrics/slis` in the text format of Prometheus. */
export function createMetricsHandler(
  metrics: Metrics,
  healthMetrics: HealthMetrics,
  clock: Pick<Clock, 'now' | 'monotonic' | 'soon'>,
): NonResourceHandler {
  // upstream: promhttp, HandlerOpts.ProcessStartTime
  const headers = { 'process-start-time-unix': String(Math.floor(clock.now() / 1000)) }
  return async ({ method }, { path }) => {
    // A DELETE resets the metrics of kube-apiserver; those of this server are never reset.
    if (!isReadable(metrics) || method === 'DELETE') return undefined
    if (path === '/metrics/slis') return bytesReply(Buffer.from(healthMetrics.text()), metrics.contentType, headers)
    if (path !== '/metrics') return undefined
    const text = await metrics.text(createTimeSlices({ clock }))
    return bytesReply(Buffer.from(text), metrics.contentType, headers)
  }
}
