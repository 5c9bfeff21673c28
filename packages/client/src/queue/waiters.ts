import { keepProcessAlive } from '@pinnace/meta'

/** Consumers that wait for something to be there. */
export interface Waiters {
  /** Resolves when it is woken or the signal is aborted; which of them, the consumer finds out. */
  wait(options: { readonly signal: AbortSignal | undefined; readonly keepAlive: boolean }): Promise<void>
  /** Wakes the one that has waited longest. */
  wakeOne(): void
  wakeAll(): void
}

/** Waiters, none at first. */
export function createWaiters(): Waiters {
  const waiting = new Set<() => void>()
  return {
    async wait({ signal, keepAlive }) {
      using _hold = keepAlive ? keepProcessAlive() : undefined
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
    },
    wakeOne() {
      const [first] = waiting
      first?.()
    },
    wakeAll() {
      for (const wake of waiting) wake()
    },
  }
}
