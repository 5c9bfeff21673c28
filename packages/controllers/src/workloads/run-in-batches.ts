/**
 * Does `count` things, first one, then two, four and so on, so that what cannot be done is not tried hundreds of times.
 * Stops after the batch that failed, and throws the first of its errors.
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

/** Does something with each at once, and waits for the end of all of it. Throws the first of the errors. */
export async function runForEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(items.map(run))) if (result.status === 'rejected') throw result.reason
}
