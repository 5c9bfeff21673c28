import type { Counter, Gauge, Histogram, HistogramOptions, MetricOptions } from '@pinnace/meta'
import { formatHelp } from './metric-deprecation.ts'
import { createSeries, type Series } from './series.ts'

/** One value of a metric, as prom-client writes it. */
export interface Sample {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

/** What a registry of prom-client writes of a metric. */
export interface MetricPart {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly values: readonly Sample[]
}

/** A metric as a registry of prom-client reads it. */
export interface MetricSource {
  readonly name: string
  get(): MetricPart
  /** The same in parts of some 500 values; none if there are no values. */
  parts(): Generator<MetricPart, void>
}

/** A metric to write to, and the source it is read from. */
export interface Recorder<M> {
  readonly metric: M
  readonly source: MetricSource
}

/** Creates a counter. */
export function createCounter(options: MetricOptions, maxSeries: number): Recorder<Counter> {
  const { series, source } = record(options, maxSeries, { type: 'counter', make: createValue, toSamples: valueSamples })
  // As in the client library of Go, a metric without labels is written from the start.
  if ((options.labelNames ?? []).length === 0) series.of([])
  return { source, metric: { add: (labels, by = 1) => series.of(labels).add(by), of: (labels) => series.of(labels) } }
}

/** Creates a gauge. */
export function createGauge(options: MetricOptions, maxSeries: number): Recorder<Gauge> {
  const { series, source, clear } = record(options, maxSeries, {
    type: 'gauge',
    make: createValue,
    toSamples: valueSamples,
  })
  if ((options.labelNames ?? []).length === 0) series.of([])
  return {
    source,
    metric: {
      set: (labels, value) => void (series.of(labels).value = value),
      add: (labels, by) => series.of(labels).add(by),
      of: (labels) => series.of(labels),
      reset: clear,
    },
  }
}

/** Creates a histogram. Throws a TypeError unless the buckets are ascending. */
export function createHistogram(options: HistogramOptions, maxSeries: number): Recorder<Histogram> {
  const { buckets, name } = options
  if (buckets.some((bound, index) => index > 0 && bound <= (buckets[index - 1] ?? bound))) {
    throw new TypeError(`the buckets of ${name} are not ascending`)
  }
  const { series, source } = record(options, maxSeries, {
    type: 'histogram',
    make: () => new Distribution(buckets),
    toSamples: distributionSamples,
  })
  if ((options.labelNames ?? []).length === 0) series.of([])
  return {
    source,
    metric: { observe: (labels, value) => series.of(labels).observe(value), of: (labels) => series.of(labels) },
  }
}

interface Value {
  value: number
  add(by?: number): void
}

function createValue(): Value {
  const record: Value = {
    value: 0,
    add(by = 1) {
      record.value += by
    },
  }
  return record
}

/** The observations of one series of a histogram. */
class Distribution {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[]
  /** Observations in each bucket; those above every bound are in the last. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = [...bounds.map(() => 0), 0]
  }

  observe(value: number): void {
    let bucket = 0
    for (const bound of this.bounds) {
      if (value <= bound) break
      bucket++
    }
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
  }
}

type SampleLabels = Sample['labels']

function valueSamples(name: string, labels: SampleLabels, { value }: Value): readonly Sample[] {
  return [{ metricName: name, labels, value }]
}

function distributionSamples(
  name: string,
  labels: SampleLabels,
  { bounds, counts, sum }: Distribution,
): readonly Sample[] {
  let total = 0
  const buckets = counts.map((count, index): Sample => {
    total += count
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ]
}

/** Values of a part: they are written in about a millisecond. */
const partLength = 500

interface RecordKind<T> {
  readonly type: string
  readonly make: () => T
  readonly toSamples: (name: string, labels: SampleLabels, record: T) => readonly Sample[]
}

function record<T>(
  options: MetricOptions,
  maxSeries: number,
  { type, make, toSamples }: RecordKind<T>,
): { readonly series: Series<T>; readonly source: MetricSource; clear(): void } {
  const { name, labelNames = [] } = options
  const records: { readonly labels: SampleLabels; readonly record: T }[] = []
  const series = createSeries(labelNames.length, maxSeries, (values) => {
    const made = make()
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? '']))
    records.push({ labels, record: made })
    return made
  })
  const help = formatHelp(options)
  const samplesOf = ({ labels, record: made }: (typeof records)[number]): readonly Sample[] =>
    toSamples(name, labels, made)
  const get = (): MetricPart => ({ name, help, type, values: records.flatMap(samplesOf) })
  function* parts(): Generator<MetricPart, void> {
    let values: Sample[] = []
    for (const one of records) {
      values.push(...samplesOf(one))
      if (values.length < partLength) continue
      yield { name, help, type, values }
      values = []
    }
    if (values.length > 0) yield { name, help, type, values }
  }
  const clear = (): void => {
    series.clear()
    records.length = 0
  }
  return { series, source: { name, get, parts }, clear }
}
