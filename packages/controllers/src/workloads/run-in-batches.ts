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
