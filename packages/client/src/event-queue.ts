/** What happens when a queue is full: the consumer is told by a failure, and nothing more is kept. */
export interface EventQueue<T> extends AsyncIterableIterator<T> {
  push(items: readonly T[]): void
  end(error?: unknown): void
}

/** So many that have been read are let go of at once: one by one would be slow. */
const keptRead = 256

/**
 * Turns pushed events into an async iterator. Holds at most `limit` events: one that is not read in time ends with the
 * error of `overflow`. `onReturn` is called once, when the consumer stops or the queue has ended.
 */
export function createEventQueue<T>(options: {
  readonly limit: number
  readonly overflow: () => Error
  readonly onReturn: () => void
}): EventQueue<T> {
  const waiting: T[] = []
  let head = 0
  let wake: (() => void) | undefined
  let ended = false
  let failure: { readonly error: unknown } | undefined
  let returned = false

  const stop = (): void => {
    if (returned) return
    returned = true
    options.onReturn()
  }
  const finish = (error?: unknown): void => {
    if (ended) return
    ended = true
    if (error !== undefined) failure = { error }
    wake?.()
    stop()
  }
  return {
    push(items) {
      if (ended) return
      if (waiting.length - head + items.length > options.limit) {
        finish(options.overflow())
        return
      }
      waiting.push(...items)
      wake?.()
    },
    end: finish,
    async next() {
      for (;;) {
        if (head < waiting.length) {
          const value = waiting[head++]!
          // What has been read is let go of, also where the reader never quite catches up.
          if (head === waiting.length || head >= keptRead) {
            waiting.splice(0, head)
            head = 0
          }
          return { value, done: false }
        }
        if (failure !== undefined) {
          const { error } = failure
          failure = undefined
          throw error
        }
        if (ended) return { value: undefined, done: true }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
      }
    },
    async return() {
      waiting.length = 0
      head = 0
      finish()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
