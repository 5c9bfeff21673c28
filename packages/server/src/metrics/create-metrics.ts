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
import { keepCounter, keepGauge, keepHistogram, type Kept } from './kept-metrics.ts'
import { asOf, assertShowHidden, isHidden, type Release } from './metric-life.ts'

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

/**
 * Metrics that prom-client writes, which is loaded here; the numbers are kept by these metrics themselves. A name that is
 * asked for again must be the same metric.
 */
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
  const made = new Map<string, { readonly options: MetricOptions; readonly metric: unknown }>()
  const updates: (() => Awaitable<void>)[] = []
  const once = <M, O extends MetricOptions>(options: O, keep: (options: O) => Kept<M>, hidden: M): M => {
    const known = made.get(options.name)
    if (known !== undefined) {
      assertSame(known.options, options)
      return known.metric as M
    }
    const isShown = showHiddenForVersion !== undefined || !isHidden(options, current)
    const kept = isShown ? keep(asOf(options, current)) : undefined
    if (kept !== undefined) registry.registerMetric(kept.source as never)
    const metric = kept?.metric ?? hidden
    made.set(options.name, { options, metric })
    return metric
  }
  return {
    contentType: registry.contentType,
    counter: (options) =>
      once<Counter, MetricOptions>(options, (asked) => keepCounter(asked, maxSeries), noMetrics.counter(options)),
    gauge: (options) =>
      once<Gauge, MetricOptions>(options, (asked) => keepGauge(asked, maxSeries), noMetrics.gauge(options)),
    histogram: (options) =>
      once<Histogram, HistogramOptions>(
        options,
        (asked) => keepHistogram(asked, maxSeries),
        noMetrics.histogram(options),
      ),
    onRead: (update) => void updates.push(update),
    async text() {
      for (const update of updates) await update()
      return registry.metrics()
    },
  }
}

function assertSame(known: MetricOptions, asked: MetricOptions): void {
  if (String(known.labelNames ?? []) === String(asked.labelNames ?? []) && known.help === asked.help) return
  throw new TypeError(`the metric ${JSON.stringify(asked.name)} is there already, and is another`)
}

/** True for metrics that can be read, so that `/metrics` can answer. */
export function isReadable(metrics: Metrics): metrics is ReadableMetrics {
  return 'text' in metrics
}
