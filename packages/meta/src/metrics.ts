/** The stability of a metric's name, labels and meaning. */
// upstream: component-base/metrics, StabilityLevel
export type MetricStability = 'ALPHA' | 'BETA' | 'STABLE' | 'INTERNAL'

/** Options of a metric. */
export interface MetricOptions {
  readonly name: string
  readonly help: string
  /** The label names, in the order of label values, which must be from a bounded set. @default none */
  readonly labelNames?: readonly string[]
  /** @default 'ALPHA' */
  readonly stability?: MetricStability
  /** The release that deprecates the metric: `1.36.0`. */
  readonly deprecatedVersion?: string
}

/** Options of {@link Metrics.histogram}. */
export interface HistogramOptions extends MetricOptions {
  /** The upper bounds of buckets, ascending. */
  readonly buckets: readonly number[]
}

/** A counter, which only increases. */
export interface Counter {
  /** @param labels values in the order of `labelNames` */
  add(labels: readonly string[], by?: number): void
  /** Returns the series of label values, for repeated use. */
  of(labels: readonly string[]): { add(by?: number): void }
}

/** A gauge, which increases and decreases. */
export interface Gauge {
  set(labels: readonly string[], value: number): void
  add(labels: readonly string[], by: number): void
  /** Returns the series of label values, for repeated use until {@link reset}. */
  of(labels: readonly string[]): { add(by: number): void }
  /** Removes every series. */
  reset(): void
}

/** A histogram of observations. */
export interface Histogram {
  observe(labels: readonly string[], value: number): void
  /** Returns the series of label values, for repeated use. */
  of(labels: readonly string[]): { observe(value: number): void }
}

/** Creates the metrics of a server. Metrics of the same name are the same metric. */
export interface Metrics {
  counter(options: MetricOptions): Counter
  gauge(options: MetricOptions): Gauge
  histogram(options: HistogramOptions): Histogram
}

const nothing = Object.freeze({ add() {}, observe() {} })
const ignore = Object.freeze({ add() {}, set() {}, reset() {}, observe() {}, of: () => nothing })

/** Metrics that record nothing. */
export const noMetrics: Metrics = Object.freeze({
  counter: () => ignore,
  gauge: () => ignore,
  histogram: () => ignore,
})
