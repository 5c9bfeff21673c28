/** Measures time by the clock. */
export function createStopwatch() {
  const started = performance.now()
  return { elapsedMs: () => performance.now() - started }
}
