/** Runs work of the same key one at a time, in the order it was submitted. */
export interface KeyedLock {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Creates a lock without keys held. The queue of a key is bounded by the requests in flight, which the server limits.
 * Work whose request has ended still gets the lock: it checks for that itself.
 */
export function createLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const previous = last.get(key)
      const current = previous === undefined ? work() : previous.then(work, work)
      last.set(key, current)
      const release = (): void => {
        if (last.get(key) === current) last.delete(key)
      }
      current.then(release, release)
      return current
    },
  }
}
