/** The limits of the history. */
export interface HistoryBounds {
  /** Changes. */
  readonly limit: number
  readonly seconds: number
  /** Bytes of values that only the history holds. */
  readonly bytes: number
}

/** The options of a store for its history. What is beyond any of the three is compacted automatically. */
export interface HistoryOptions {
  /** The maximum number of changes, for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, milliseconds. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of replaced and deleted values, bytes. */
  readonly historyBytes?: number
}

/** The number of changes that are kept by default. */
export const defaultHistoryLimit = 50_000

/**
 * How long changes are kept by default, milliseconds: a watch can resume, and a continue token holds, for five minutes. For
 * the store on etcd it is the interval of its compaction.
 */
// upstream: etcd3/compact.go, --etcd-compaction-interval
export const defaultHistoryMs = 300_000

/** The bounds of the options. Throws a TypeError for one that is no positive integer. */
export function historyBoundsOf(options: HistoryOptions, defaultBytes: number): HistoryBounds {
  const { historyLimit = defaultHistoryLimit, historyMs = defaultHistoryMs, historyBytes = defaultBytes } = options
  for (const [name, bound] of Object.entries({ historyLimit, historyMs, historyBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw invalidOption(`${name} must be a positive integer`)
  }
  return { limit: historyLimit, seconds: Math.ceil(historyMs / 1000), bytes: historyBytes }
}

// This package imports nothing; a test compares the error with `withErrorCode` of the package meta.
function invalidOption(message: string): TypeError {
  const error = new TypeError(`${message} (see "store-options" in docs/errors.md)`)
  return Object.assign(error, { code: 'store-options' })
}
