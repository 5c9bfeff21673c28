import { noMetrics, type RequestInfo } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import { meteredAuthenticator, meteredAuthorizer } from './access-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createWatchMetrics } from './watch-metrics.ts'

/** The same server, counted. Without metrics it is the very same, and pays nothing. */
export function meter(core: ServerCore): ServerCore {
  const { metrics, clock, vocabulary, anonymous } = core
  if (metrics === noMetrics) return core
  const isServed = ({ group, version, resource, subresource }: RequestInfo): boolean => {
    const definition = core.find(group, version, resource)?.definition
    return definition !== undefined && (subresource === '' || Object.hasOwn(definition.subresources, subresource))
  }
  return {
    ...core,
    requests: createRequestMetrics({ metrics, clock, isServed }),
    watches: createWatchMetrics(metrics),
    authenticate: meteredAuthenticator(core.authenticate, { metrics, clock, vocabulary, anonymous }),
    authorize: meteredAuthorizer(core.authorize, { metrics, clock }),
  }
}
