/** How long a metric keeps its name, labels and meaning. */
// upstream: component-base/metrics, StabilityLevel
export type MetricStability = 'ALPHA' | 'BETA' | 'STABLE' | 'INTERNAL'

/** What a series is called and how it is told apart. */
export interface MetricOptions {
  readonly name: string
  readonly help: string
  /** Names of the labels; the values of an observation stand in this order, from a bounded set. @default none */
  readonly labelNames?: readonly string[]
  /** @default 'ALPHA' */
  readonly stability?: MetricStability
  /** Release since which it should not be used any more, `1.36.0`. */
  readonly deprecatedVersion?: string
}

/** Options of {@link Metrics.histogram}. */
export interface HistogramOptions extends MetricOptions {
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[]
}

/** Only goes up. */
export interface Counter {
  /** @param labels values, in the order of the names */
  add(labels: readonly string[], by?: number): void
  /** The series of these labels, for who counts in it again and again. */
  of(labels: readonly string[]): { add(by?: number): void }
}

/** Goes up and down. */
export interface Gauge {
  set(labels: readonly string[], value: number): void
  add(labels: readonly string[], by: number): void
  /** Forgets every series: what is not set again is not there any more. */
  reset(): void
}

/** Counts observations by size. */
export interface Histogram {
  observe(labels: readonly string[], value: number): void
  /** The series of these labels. */
  of(labels: readonly string[]): { observe(value: number): void }
}

/** Where a part of a server counts, injected. The same name twice is the same series. */
export interface Metrics {
  counter(options: MetricOptions): Counter
  gauge(options: MetricOptions): Gauge
  histogram(options: HistogramOptions): Histogram
}

const nothing = Object.freeze({ add() {}, observe() {} })
const ignore = Object.freeze({ add() {}, set() {}, reset() {}, observe() {}, of: () => nothing })

/** Counts nothing. */
export const noMetrics: Metrics = Object.freeze({
  counter: () => ignore,
  gauge: () => ignore,
  histogram: () => ignore,
})
