import type { Clock, Timer } from '@pinnace/meta'

/** Keys that wait for their time, each with one timer. */
export interface DelayedKeys<K> {
  /** Hands the key over after the delay; of several times the earliest counts. */
  add(key: K, delayMs: number): void
  /** Drops every key. */
  clear(): void
}

/** Calls `onDue` with each key when its time has come. The timers do not keep the process alive. */
export function createDelayedKeys<K>(clock: Clock, onDue: (key: K) => void): DelayedKeys<K> {
  const waiting = new Map<K, { readonly atMs: number; readonly timer: Timer }>()
  return {
    add(key, delayMs) {
      const atMs = clock.monotonic() + delayMs
      const known = waiting.get(key)
      if (known !== undefined && known.atMs <= atMs) return
      known?.timer.cancel()
      const timer = clock.after(delayMs, () => {
        waiting.delete(key)
        onDue(key)
      })
      waiting.set(key, { atMs, timer })
    },
    clear() {
      for (const { timer } of waiting.values()) timer.cancel()
      waiting.clear()
    },
  }
}
