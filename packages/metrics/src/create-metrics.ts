import {
  noMetrics,
  protocolRelease,
  type Awaitable,
  type MetricOptions,
  type Metrics,
  type Release,
  type TimeSlices,
} from '@pinnace/meta'
import { createBookkeeping } from './bookkeeping.ts'
import { assertShowHidden, isHidden } from './hidden-metrics.ts'
import { withoutFutureDeprecation } from './metric-deprecation.ts'
import { createCounter, createGauge, createHistogram, type Recorder } from './recorders.ts'
import { writeText } from './write-text.ts'

/** Options for {@link createMetrics}. */
export interface CreateMetricsOptions {
  /** Shows metrics that are hidden since that release, `1.35`. Only the previous release is allowed. @default none */
  readonly showHiddenForVersion?: string
  /** Maximum number of series of a metric; further ones are counted with every label `other`. @default 10000 */
  readonly maxSeries?: number
  /** Adds metrics of the process: memory, CPU, event loop. Set it once in a process. @default false */
  readonly process?: boolean
  /** The current release, for the deprecation of metrics. @default the release whose protocol is served */
  readonly current?: Release
}

/** Metrics that can be read as Prometheus text. */
export interface ReadableMetrics extends Metrics {
  /** All metrics in the text format of Prometheus; with `slices`, long ones are written in several turns. */
  text(slices?: TimeSlices): Promise<string>
  /** The media type of {@link text}. */
  readonly contentType: string
  /** Adds a function that runs before each {@link text}: it sets gauges that are computed when they are read. */
  onRead(update: () => Awaitable<void>): void
}

/**
 * Creates metrics that prom-client writes; the package is loaded by this call. A name that is used again must have the
 * same labels and help, and is the same metric; otherwise a TypeError is thrown.
 */
export async function createMetrics({
  showHiddenForVersion,
  maxSeries = 10_000,
  process = false,
  current = protocolRelease,
}: CreateMetricsOptions = {}): Promise<ReadableMetrics> {
  assertShowHidden(showHiddenForVersion, current)
  if (!Number.isInteger(maxSeries) || maxSeries < 1) throw new TypeError('maxSeries must be a positive integer')
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  if (process) prometheus.collectDefaultMetrics({ register: registry })
  const declared = new Map<string, Declaration>()
  const updates: (() => Awaitable<void>)[] = []
  const bookkeeping = createBookkeeping(registry, prometheus)
  const create = <M, O extends MetricOptions>(options: O, kind: MetricKind<M, O>): M => {
    const isShown = showHiddenForVersion !== undefined || !isHidden(options, current)
    bookkeeping.created(options, isShown)
    const recorder = isShown ? kind.create(withoutFutureDeprecation(options, current), maxSeries) : undefined
    if (recorder !== undefined) registry.registerMetric(recorder.source as never)
    const metric = recorder?.metric ?? kind.hidden(options)
    kind.known.set(options.name, metric)
    return metric
  }
  const metric = <M, O extends MetricOptions>(options: O, kind: MetricKind<M, O>): M => {
    assertSame(declared, { type: kind.type, options })
    return kind.known.get(options.name) ?? create(options, kind)
  }
  const counters = kindOf('counter', createCounter, noMetrics.counter)
  const gauges = kindOf('gauge', createGauge, noMetrics.gauge)
  const histograms = kindOf('histogram', createHistogram, noMetrics.histogram)
  return {
    // upstream: the name of a metric is never escaped, which promhttp says in the media type.
    contentType: `${registry.contentType}; escaping=underscores`,
    counter: (options) => metric(options, counters),
    gauge: (options) => metric(options, gauges),
    histogram: (options) => metric(options, histograms),
    onRead: (update) => void updates.push(update),
    async text(slices) {
      for (const update of updates) {
        await update()
        if (slices?.isOver() === true) await slices.next()
      }
      return writeText(registry, slices)
    },
  }
}

interface Declaration {
  readonly type: string
  readonly options: MetricOptions
}

interface MetricKind<M, O extends MetricOptions> {
  readonly type: string
  readonly known: Map<string, M>
  readonly create: (options: O, maxSeries: number) => Recorder<M>
  /** Used in place of a metric that is hidden. */
  readonly hidden: (options: O) => M
}

function kindOf<M, O extends MetricOptions>(
  type: string,
  create: (options: O, maxSeries: number) => Recorder<M>,
  hidden: (options: O) => M,
): MetricKind<M, O> {
  return { type, known: new Map(), create, hidden }
}

function assertSame(declared: Map<string, Declaration>, declaration: Declaration): void {
  const { type, options } = declaration
  const known = declared.get(options.name)
  if (known === undefined) declared.set(options.name, declaration)
  else if (known.type !== type || known.options.help !== options.help || labels(known.options) !== labels(options)) {
    throw new TypeError(`the metric ${JSON.stringify(options.name)} already exists with another type, labels or help`)
  }
}

function labels({ labelNames = [] }: MetricOptions): string {
  return labelNames.join()
}

/** True for metrics that can be read. */
export function isReadable(metrics: Metrics): metrics is ReadableMetrics {
  return 'text' in metrics
}
