import {
  BoundedMap,
  type Clock,
  type Counter,
  type Gauge,
  type GroupResource,
  type Histogram,
  type Metrics,
  type RequestInfo,
} from '@pinnace/meta'
import { toRequestLabels, type LabeledRequest, type RequestLabels } from './request-labels.ts'

/** A request that has been answered. */
export interface AnsweredRequest extends LabeledRequest {
  /** The HTTP status code of the response. */
  readonly code: number
  /** Size of the response body; absent for streams and for requests in process. */
  readonly bytes?: number | undefined
  /** When the request began, by the monotonic clock. */
  readonly startedMs: number
}

/** Counts requests and their responses. */
export interface RequestMetrics {
  /** Counts a request that has been answered. */
  answered(request: AnsweredRequest): void
  /** Counts a request whose response is a stream as long-running, until the function that is returned is called. */
  started(request: AnsweredRequest): () => void
  /** Counts a list from a watch cache. */
  listed(resource: GroupResource, objects: number): void
  /** Measures a body that has been read. */
  body(info: RequestInfo, bytes: number): void
}

/** Options for {@link createRequestMetrics}. */
export interface RequestMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  /** True if the server has the resource and the subresource; others share one series. */
  readonly isServed: (info: RequestInfo) => boolean
}

// upstream: endpoints/metrics/metrics.go
const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]
const sliBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

const bodyBuckets = Array.from({ length: 31 }, (_, step) => 50_000 + 100_000 * step)
const validationBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]

/** Combinations of labels whose series are kept at hand; custom resources come and go. */
const maxKnownSeries = 4096

/** Creates the metrics of requests. */
export function createRequestMetrics({ metrics, clock, isServed }: RequestMetricsOptions): RequestMetrics {
  const families = createRequestFamilies(metrics)
  const known = new BoundedMap<string, RequestSeries>({ maxEntries: maxKnownSeries, evict: 'oldest' })
  const seriesOf = (request: LabeledRequest): RequestSeries => {
    const labels = toRequestLabels(request, isServed)
    const { verb, dryRun, group, version, resource, subresource, scope } = labels
    const key = `${verb} ${dryRun} ${group}/${version}/${resource}/${subresource} ${scope}`
    const found = known.get(key)
    if (found !== undefined) return found
    const made = new RequestSeries(families, labels)
    known.set(key, made)
    return made
  }
  const secondsSince = (startedMs: number): number => (clock.monotonic() - startedMs) / 1000
  return {
    answered(request) {
      const { info, code, bytes, startedMs } = request
      const series = seriesOf(request)
      series.count(code, secondsSince(startedMs))
      // upstream: the sizes of reads are recorded.
      if (bytes !== undefined && info.isResourceRequest && (info.verb === 'get' || info.verb === 'list')) {
        series.observeSize(bytes)
      }
      if (validatedVerbs.has(info.verb) && info.isResourceRequest) {
        families.validations.observe([fieldValidationOf(info)], secondsSince(startedMs))
      }
    },
    listed({ group, resource }, objects) {
      families.lists.add([group, resource, ''])
      families.listedObjects.add([group, resource], objects)
    },
    body(info, bytes) {
      if (!isServed(info)) return
      families.bodies.observe([info.resource, info.group, info.verb], bytes)
    },
    started(request) {
      // Not the request: it would stay in memory for as long as the stream is open.
      const { code, startedMs } = request
      const series = seriesOf(request)
      series.addLongRunning(1)
      return () => {
        series.addLongRunning(-1)
        series.count(code, secondsSince(startedMs))
      }
    },
  }
}

const validatedVerbs: ReadonlySet<string> = new Set(['create', 'update', 'patch'])

// upstream: endpoints/metrics/metrics.go, cleanFieldValidation
function fieldValidationOf({ query }: RequestInfo): string {
  const value = query.get('fieldValidation') ?? ''
  return value === '' || value === 'Ignore' || value === 'Warn' || value === 'Strict' ? value : 'invalid'
}

interface RequestFamilies {
  readonly lists: Counter
  readonly listedObjects: Counter
  readonly bodies: Histogram
  readonly validations: Histogram
  readonly total: Counter
  readonly durations: Histogram
  readonly sliDurations: Histogram
  readonly sizes: Histogram
  readonly longRunning: Gauge
}

function createRequestFamilies(metrics: Metrics): RequestFamilies {
  const target = ['group', 'version', 'resource', 'subresource', 'scope', 'component']
  return {
    total: metrics.counter({
      name: 'apiserver_request_total',
      help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      labelNames: ['verb', 'dry_run', ...target, 'code'],
      stability: 'STABLE',
    }),
    durations: metrics.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      labelNames: ['verb', 'dry_run', ...target],
      stability: 'STABLE',
      buckets: durationBuckets,
    }),
    sliDurations: metrics.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
      labelNames: ['verb', ...target],
      buckets: sliBuckets,
    }),
    sizes: metrics.histogram({
      name: 'apiserver_response_sizes',
      help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
      labelNames: ['verb', ...target],
      stability: 'STABLE',
      buckets: sizeBuckets,
    }),
    ...createListCounters(metrics),
    bodies: metrics.histogram({
      name: 'apiserver_request_body_size_bytes',
      help: 'Apiserver request body size in bytes broken out by resource and verb.',
      labelNames: ['resource', 'group', 'verb'],
      buckets: bodyBuckets,
    }),
    validations: metrics.histogram({
      name: 'field_validation_request_duration_seconds',
      help: 'Response latency distribution in seconds for each field validation value',
      labelNames: ['field_validation'],
      buckets: validationBuckets,
    }),
    longRunning: metrics.gauge({
      name: 'apiserver_longrunning_requests',
      help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      labelNames: ['verb', ...target],
      stability: 'STABLE',
    }),
  }
}

// upstream: apiserver/pkg/storage/cacher/metrics/metrics.go, ListCacheCount and ListCacheNumReturned
function createListCounters(metrics: Metrics): Pick<RequestFamilies, 'lists' | 'listedObjects'> {
  return {
    lists: metrics.counter({
      name: 'apiserver_cache_list_total',
      help: 'Number of LIST requests served from watch cache',
      labelNames: ['group', 'resource', 'index'],
    }),
    listedObjects: metrics.counter({
      name: 'apiserver_cache_list_returned_objects_total',
      help: 'Number of objects returned for a LIST request from watch cache',
      labelNames: ['group', 'resource'],
    }),
  }
}

/** The series of requests with the same labels. */
class RequestSeries {
  readonly #families: RequestFamilies
  readonly #verb: string
  readonly #dryRun: string
  readonly #target: readonly string[]
  readonly #duration: ReturnType<Histogram['of']>
  readonly #sliDuration: ReturnType<Histogram['of']>
  readonly #codes = new Map<number, ReturnType<Counter['of']>>()
  #size: ReturnType<Histogram['of']> | undefined

  constructor(families: RequestFamilies, labels: RequestLabels) {
    const { verb, dryRun, group, version, resource, subresource, scope, component } = labels
    this.#families = families
    this.#verb = verb
    this.#dryRun = dryRun
    this.#target = [group, version, resource, subresource, scope, component]
    this.#duration = families.durations.of([verb, dryRun, ...this.#target])
    this.#sliDuration = families.sliDurations.of([verb, ...this.#target])
  }

  count(code: number, seconds: number): void {
    const counter = this.#codes.get(code) ?? this.#counterOf(code)
    counter.add()
    this.#duration.observe(seconds)
    this.#sliDuration.observe(seconds)
  }

  observeSize(bytes: number): void {
    // Created when it is needed: only reads have sizes.
    this.#size ??= this.#families.sizes.of([this.#verb, ...this.#target])
    this.#size.observe(bytes)
  }

  addLongRunning(by: number): void {
    this.#families.longRunning.add([this.#verb, ...this.#target], by)
  }

  #counterOf(code: number): ReturnType<Counter['of']> {
    const counter = this.#families.total.of([this.#verb, this.#dryRun, ...this.#target, String(code)])
    this.#codes.set(code, counter)
    return counter
  }
}
