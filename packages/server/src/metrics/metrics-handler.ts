import { Buffer } from 'node:buffer'
import type { Metrics } from '@pinnace/meta'
import type { NonResourceHandler } from '../http/non-resource.ts'
import { bytesReply } from '../http/path-request.ts'
import { isReadable } from './create-metrics.ts'

/** Answers `/metrics` in the text of Prometheus. Who may read it the authorizers say, as of every path. */
export function createMetricsHandler(metrics: Metrics): NonResourceHandler {
  return async ({ method }, { path }) => {
    if (!isReadable(metrics) || path !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) return undefined
    return bytesReply(Buffer.from(await metrics.text()), metrics.contentType)
  }
}
