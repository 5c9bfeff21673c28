/** Measures the expressions of kinds: the rules of CRDs, and those of a host's kinds. */
export interface ExpressionObserver {
  /** A monotonic time in milliseconds. */
  now(): number
  /** The rules of one schema were compiled. */
  compiled(durationMs: number): void
  /** The rules of one value, and those of the values within it, were evaluated. */
  evaluated(durationMs: number): void
}

/** Compiles, and measures that where it is observed. */
export function observeCompilation<T>(observer: ExpressionObserver | undefined, compile: () => T): T {
  if (observer === undefined) return compile()
  const startMs = observer.now()
  try {
    return compile()
  } finally {
    observer.compiled(observer.now() - startMs)
  }
}
