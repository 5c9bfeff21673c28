import {
  isReplyStream,
  type Clock,
  type HttpReply,
  type HttpRequest,
  type Metrics,
  type RequestInfo,
} from '@pinnace/meta'
import { createBoundedCache } from './bounded-cache.ts'
import { labelsOf, type RequestLabels } from './request-labels.ts'

/** Counts requests and how they were answered. */
export interface RequestMetrics {
  /**
   * Counts an answer that is known. One that goes on is counted when it ends: what is returned tells of that, and is
   * sent in its place.
   */
  answered(request: HttpRequest, info: RequestInfo | undefined, reply: HttpReply, startedMs: number): HttpReply
}

/** Options for {@link createRequestMetrics}. */
export interface RequestMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  readonly isServed: (info: RequestInfo) => boolean
}

// upstream: endpoints/metrics/metrics.go
const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]
const sliBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/** The series of requests. */
export function createRequestMetrics({ metrics, clock, isServed }: RequestMetricsOptions): RequestMetrics {
  const where = ['group', 'version', 'resource', 'subresource', 'scope', 'component']
  const total = metrics.counter({
    name: 'apiserver_request_total',
    help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
    labelNames: ['verb', 'dry_run', ...where, 'code'],
    stability: 'STABLE',
  })
  const durations = metrics.histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
    labelNames: ['verb', 'dry_run', ...where],
    stability: 'STABLE',
    buckets: durationBuckets,
  })
  const objectives = metrics.histogram({
    name: 'apiserver_request_sli_duration_seconds',
    help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
    labelNames: ['verb', ...where],
    buckets: sliBuckets,
  })
  const sizes = metrics.histogram({
    name: 'apiserver_response_sizes',
    help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
    labelNames: ['verb', ...where],
    stability: 'STABLE',
    buckets: sizeBuckets,
  })
  const lasting = metrics.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
    labelNames: ['verb', ...where],
    stability: 'STABLE',
  })
  const routes = createRoutes(({ verb, dryRun, group, version, resource, subresource, scope, component }) => {
    const at = [group, version, resource, subresource, scope, component]
    const codes = new Map<number, ReturnType<typeof total.of>>()
    const codeOf = (code: number): ReturnType<typeof total.of> => {
      const made = total.of([verb, dryRun, ...at, String(code)])
      codes.set(code, made)
      return made
    }
    const duration = durations.of([verb, dryRun, ...at])
    const objective = objectives.of([verb, ...at])
    // Most verbs tell no sizes.
    let size: ReturnType<typeof sizes.of> | undefined
    return {
      count(code, seconds) {
        ;(codes.get(code) ?? codeOf(code)).add()
        duration.observe(seconds)
        objective.observe(seconds)
      },
      sized(bytes) {
        size ??= sizes.of([verb, ...at])
        size.observe(bytes)
      },
      lasts: (by) => lasting.add([verb, ...at], by),
    }
  })
  const secondsSince = (startedMs: number): number => (clock.monotonic() - startedMs) / 1000
  return {
    answered(request, info, reply, startedMs) {
      if (info === undefined) return reply
      const route = routes(labelsOf(request, info, isServed))
      const { body, status } = reply
      if (body === undefined || !isReplyStream(body)) {
        route.count(status, secondsSince(startedMs))
        // upstream: sizes are of interest for what is read.
        if (info.isResourceRequest && (info.verb === 'get' || info.verb === 'list')) route.sized(sizeOf(body))
        return reply
      }
      return {
        ...reply,
        body: {
          start(sink) {
            route.lasts(1)
            sink.onClose(() => {
              route.lasts(-1)
              route.count(status, secondsSince(startedMs))
            })
            body.start(sink)
          },
        },
      }
    },
  }
}

/** The series of requests that are alike. */
interface Route {
  count(code: number, seconds: number): void
  sized(bytes: number): void
  lasts(by: number): void
}

/** Looked up once a request. */
function createRoutes(make: (labels: RequestLabels) => Route): (labels: RequestLabels) => Route {
  const known = createBoundedCache<Route>()
  return (labels) => {
    const { verb, dryRun, group, version, resource, subresource, scope } = labels
    return known(`${verb} ${dryRun} ${group}/${version}/${resource}/${subresource} ${scope}`, () => make(labels))
  }
}

function sizeOf(body: Uint8Array | readonly Uint8Array[] | undefined): number {
  if (body === undefined) return 0
  if (body instanceof Uint8Array) return body.byteLength
  return body.reduce((bytes, chunk) => bytes + chunk.byteLength, 0)
}
