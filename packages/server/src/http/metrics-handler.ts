import { Buffer } from 'node:buffer'
import { bytesReply, type Metrics } from '@pinnace/meta'
import { isReadable } from '@pinnace/metrics'
import type { NonResourceHandler } from './non-resource.ts'

/** Answers `/metrics` in the text format of Prometheus. */
export function createMetricsHandler(metrics: Metrics): NonResourceHandler {
  return async ({ method }, { path }) => {
    if (!isReadable(metrics) || path !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return undefined
    return bytesReply(Buffer.from(await metrics.text()), metrics.contentType)
  }
}
