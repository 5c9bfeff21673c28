import type { Counter, Gauge, Histogram, HistogramOptions, MetricOptions } from '@pinnace/meta'
import { helpOf } from './metric-life.ts'
import { createSeries, type Series } from './series.ts'

/** One number of a metric, as prom-client writes it. */
export interface Sample {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** A metric as a registry of prom-client reads it. */
export interface KeptMetric {
  readonly name: string
  get(): { readonly name: string; readonly help: string; readonly type: string; readonly values: readonly Sample[] }
}

/** What is counted into, and what reads it. */
export interface Kept<M> {
  readonly metric: M
  readonly source: KeptMetric
}

/** A counter that keeps its numbers itself: adding is adding. */
export function keepCounter(options: MetricOptions, maxSeries: number): Kept<Counter> {
  const { series, source } = keep(options, maxSeries, 'counter', createNumber, numberSamples)
  // prom-client writes a counter without labels from the start.
  if ((options.labelNames ?? []).length === 0) series.of([])
  return { source, metric: { add: (labels, by = 1) => series.of(labels).add(by), of: (labels) => series.of(labels) } }
}

/** A gauge that keeps its numbers itself. */
export function keepGauge(options: MetricOptions, maxSeries: number): Kept<Gauge> {
  const { series, source, clear } = keep(options, maxSeries, 'gauge', createNumber, numberSamples)
  return {
    source,
    metric: {
      set: (labels, value) => void (series.of(labels).value = value),
      add: (labels, by) => series.of(labels).add(by),
      reset: clear,
    },
  }
}

/** A histogram that keeps its numbers itself: an observation looks for its bucket and counts. */
export function keepHistogram(options: HistogramOptions, maxSeries: number): Kept<Histogram> {
  const { buckets } = options
  if (buckets.some((bound, index) => index > 0 && bound <= buckets[index - 1]!)) {
    throw new TypeError(`the buckets of ${options.name} are not ascending`)
  }
  const { series, source } = keep(
    options,
    maxSeries,
    'histogram',
    () => createBuckets(buckets),
    histogramSamples(buckets),
  )
  return {
    source,
    metric: { observe: (labels, value) => series.of(labels).observe(value), of: (labels) => series.of(labels) },
  }
}

interface KeptNumber {
  value: number
  add(by?: number): void
}

interface KeptBuckets {
  readonly counts: Float64Array
  sum: number
  observe(value: number): void
}

function createNumber(): KeptNumber {
  const kept: KeptNumber = {
    value: 0,
    add(by = 1) {
      kept.value += by
    },
  }
  return kept
}

function createBuckets(bounds: readonly number[]): KeptBuckets {
  // What is above every bound is in the last.
  const counts = new Float64Array(bounds.length + 1)
  const kept: KeptBuckets = {
    counts,
    sum: 0,
    observe(value) {
      let index = 0
      while (index < bounds.length && value > bounds[index]!) index++
      counts[index]!++
      kept.sum += value
    },
  }
  return kept
}

type Labels = Sample['labels']
type ToSamples<T> = (name: string, labels: Labels, kept: T) => readonly Sample[]

const numberSamples: ToSamples<KeptNumber> = (name, labels, { value }) => [{ metricName: name, labels, value }]

function histogramSamples(bounds: readonly number[]): ToSamples<KeptBuckets> {
  return (name, labels, { counts, sum }) => {
    let total = 0
    const samples: Sample[] = bounds.map((bound, index) => {
      total += counts[index]!
      return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: total }
    })
    total += counts.at(-1)!
    return [
      ...samples,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: total },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ]
  }
}

function keep<T>(
  options: MetricOptions,
  maxSeries: number,
  type: string,
  make: () => T,
  toSamples: ToSamples<T>,
): { readonly series: Series<T>; readonly source: KeptMetric; clear(): void } {
  const { name, labelNames = [] } = options
  const made: { readonly labels: Labels; readonly kept: T }[] = []
  const series = createSeries(labelNames.length, maxSeries, (values) => {
    const kept = make()
    made.push({ labels: Object.fromEntries(labelNames.map((label, index) => [label, values[index]!])), kept })
    return kept
  })
  const help = helpOf(options)
  const get = (): ReturnType<KeptMetric['get']> => ({
    name,
    help,
    type,
    values: made.flatMap(({ labels, kept }) => toSamples(name, labels, kept)),
  })
  const clear = (): void => {
    series.clear()
    made.length = 0
  }
  return { series, source: { name, get }, clear }
}
