import { keepProcessAlive } from '@pinnace/meta'

/** A queue of events and its consumer's side. Where it is full the consumer gets an error, and nothing more is kept. */
export interface EventQueue<T> extends AsyncIterableIterator<T> {
  push(items: readonly T[]): void
  end(error?: unknown): void
}

/** Items that were read are removed in batches of this size: one by one would be slow. */
const keptRead = 256

/** Options for {@link createEventQueue}. */
export interface EventQueueOptions {
  /** Events that may wait to be read; one more ends the queue with the error of `overflow`. */
  readonly limit: number
  readonly overflow: () => Error
  /** Called once, when the consumer stops or the queue has ended. */
  readonly onReturn: () => void
  /** Whether the process stays alive while the next event is awaited. @default true */
  readonly keepAlive?: boolean | undefined
}

/** Turns pushed events into an async iterator. */
export function createEventQueue<T>(options: EventQueueOptions): EventQueue<T> {
  const { limit, overflow, onReturn, keepAlive = true } = options
  const waiting: T[] = []
  let head = 0
  let wake: (() => void) | undefined
  let ended = false
  let failure: { readonly error: unknown } | undefined
  let returned = false

  const stop = (): void => {
    if (returned) return
    returned = true
    onReturn()
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
      if (waiting.length - head + items.length > limit) {
        finish(overflow())
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
          // Items that were read must not stay, even where the reader never quite catches up.
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
        using _hold = keepAlive ? keepProcessAlive() : undefined
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
