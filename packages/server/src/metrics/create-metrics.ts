import {
  noMetrics,
  type Awaitable,
  type Counter,
  type Gauge,
  type Histogram,
  type HistogramOptions,
  type MetricOptions,
  type Metrics,
} from '@pinnace/meta'
import { release } from '../health/version.ts'
import { assertShowHidden, helpOf, isHidden, type Release } from './metric-life.ts'
import { createSeries } from './series.ts'

/** Options for {@link createMetrics}. */
export interface CreateMetricsOptions {
  /** Shows what was hidden since that release, `1.35`: only the one before the current may be named. @default none */
  readonly showHiddenForVersion?: string
  /** Most series of one metric; what comes after is counted as `other`. @default 10000 */
  readonly maxSeries?: number
  /** Counts the process too: memory, CPU, the event loop. They are the process's own, so ask once in it. @default false */
  readonly process?: boolean
  /** What counts as the current release. @default that of the protocol */
  readonly current?: Release
}

/** Metrics that can be read. */
export interface ReadableMetrics extends Metrics {
  /** Everything as Prometheus reads it. */
  text(): Promise<string>
  readonly contentType: string
  /** Runs before every reading: for what is looked up and not counted. */
  onRead(update: () => Awaitable<void>): void
}

/** Metrics over prom-client, which is loaded here. A name that is asked for again must be the same metric. */
export async function createMetrics({
  showHiddenForVersion,
  maxSeries = 10_000,
  process = false,
  current = release,
}: CreateMetricsOptions = {}): Promise<ReadableMetrics> {
  assertShowHidden(showHiddenForVersion, current)
  if (!Number.isInteger(maxSeries) || maxSeries < 1) throw new TypeError('maxSeries must be a positive integer')
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  if (process) prometheus.collectDefaultMetrics({ register: registry })
  const made = new Map<string, { readonly options: MetricOptions; readonly metric: Counter | Gauge | Histogram }>()
  const updates: (() => Awaitable<void>)[] = []
  const once = <M extends Counter | Gauge | Histogram>(
    options: MetricOptions,
    make: (settings: { name: string; help: string; labelNames: string[]; registers: (typeof registry)[] }) => M,
    hidden: M,
  ): M => {
    const known = made.get(options.name)
    if (known !== undefined) {
      assertSame(known.options, options)
      return known.metric as M
    }
    const isShown = showHiddenForVersion !== undefined || !isHidden(options, current)
    const labelNames = [...(options.labelNames ?? [])]
    const metric = isShown
      ? make({ name: options.name, help: helpOf(options), labelNames, registers: [registry] })
      : hidden
    made.set(options.name, { options, metric })
    return metric
  }
  const metrics: ReadableMetrics = {
    contentType: registry.contentType,
    counter: (options) =>
      once<Counter>(
        options,
        (settings) => {
          const counter = new prometheus.Counter(settings)
          const series = createSeries(settings.labelNames.length, maxSeries, (labels) => counter.labels(...labels))
          return { add: (labels, by = 1) => series.of(labels).inc(by) }
        },
        noMetrics.counter(options),
      ),
    gauge: (options) =>
      once<Gauge>(
        options,
        (settings) => {
          const gauge = new prometheus.Gauge(settings)
          const series = createSeries(settings.labelNames.length, maxSeries, (labels) => gauge.labels(...labels))
          return {
            set: (labels, value) => series.of(labels).set(value),
            add: (labels, by) => series.of(labels).inc(by),
          }
        },
        noMetrics.gauge(options),
      ),
    histogram: (options: HistogramOptions) =>
      once<Histogram>(
        options,
        (settings) => {
          const histogram = new prometheus.Histogram({ ...settings, buckets: [...options.buckets] })
          const series = createSeries(settings.labelNames.length, maxSeries, (labels) => histogram.labels(...labels))
          return { observe: (labels, value) => series.of(labels).observe(value) }
        },
        noMetrics.histogram(options),
      ),
    onRead: (update) => void updates.push(update),
    async text() {
      for (const update of updates) await update()
      return registry.metrics()
    },
  }
  return metrics
}

function assertSame(known: MetricOptions, asked: MetricOptions): void {
  if (String(known.labelNames ?? []) === String(asked.labelNames ?? []) && known.help === asked.help) return
  throw new TypeError(`the metric ${JSON.stringify(asked.name)} is there already, and is another`)
}

/** True for metrics that can be read, so that `/metrics` can answer. */
export function isReadable(metrics: Metrics): metrics is ReadableMetrics {
  return 'text' in metrics
}
