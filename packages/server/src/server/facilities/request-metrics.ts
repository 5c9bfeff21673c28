import { noMetrics, type RequestInfo } from '@pinnace/meta'
import {
  createDeprecatedRequestGauge,
  createRequestMetrics,
  createWatchMetrics,
  meteredAuthenticator,
  meteredAuthorizer,
} from '@pinnace/metrics'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Metrics of requests, watches, authentication and authorization. Without metrics nothing is counted. */
export const requestMetrics: CreateFacility = (server) => requestMetricsFacility(server)

function requestMetricsFacility(server: ServerState): Facility {
  const { metrics, clock, vocabulary, anonymous, authenticate, authorize, find } = server
  const deprecated = createDeprecatedRequestGauge(metrics)
  if (metrics === noMetrics) {
    return { provides: { deprecated, requests: undefined, watches: undefined }, fork: requestMetricsFacility }
  }
  const isServed = ({ group, version, resource, subresource }: RequestInfo): boolean => {
    const definition = find(group, version, resource)?.definition
    return definition !== undefined && (subresource === '' || Object.hasOwn(definition.subresources, subresource))
  }
  return {
    provides: {
      deprecated,
      requests: createRequestMetrics({ metrics, clock, isServed }),
      watches: createWatchMetrics(metrics),
      authenticate: meteredAuthenticator(authenticate, { metrics, clock, vocabulary, anonymous }),
      authorize: meteredAuthorizer(authorize, { metrics, clock }),
    },
    fork: requestMetricsFacility,
  }
}
