/** Runs a task `count` times, at most `inFlight` at once, and returns the results in order. */
export async function many<T>(count: number, inFlight: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++
      results[index] = await task(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, worker))
  return results
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits until a condition holds, at most so long; whether it does. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs: number, everyMs = 50): Promise<boolean> {
  const endMs = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > endMs) return false
    await pause(everyMs)
  }
  return true
}
