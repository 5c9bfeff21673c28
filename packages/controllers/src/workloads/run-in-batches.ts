/**
 * Runs `count` tasks in batches of one, two, four and so on, so that a request that always fails is not sent hundreds
 * of times. Stops after the first batch with a failure and throws the first error of that batch.
 */
// upstream: pkg/controller/replicaset, slowStartBatch
export async function runInBatches(count: number, run: (index: number) => Promise<void>): Promise<void> {
  for (let done = 0, size = 1; done < count;) {
    const end = Math.min(done + size, count)
    const batch = Array.from({ length: end - done }, (_, index) => run(done + index))
    for (const result of await Promise.allSettled(batch)) if (result.status === 'rejected') throw result.reason
    done = end
    size *= 2
  }
}

/** Runs a task for every item at once and waits until all have ended. Throws the first error. */
export async function runForEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(items.map(run))) if (result.status === 'rejected') throw result.reason
}
