import { systemClock } from '@pinnace/meta'

/** Runs an action and waits for it. Rejects with an Error that names it where it takes longer than `limitMs`. */
export function withinTime<T>(what: string, limitMs: number, action: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = systemClock.after(limitMs, () => reject(new Error(`${what} was not settled within ${limitMs} ms`)))
    action()
      .then(resolve, reject)
      .finally(() => timer.cancel())
  })
}
