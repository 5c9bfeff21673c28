import { delay, type Clock } from '@pinnace/meta'

/** Limits how often something is done. */
export interface Throttle {
  /** Resolves when it may be done again. Calls are not made at the same time. */
  wait(): Promise<void>
}

/** A token bucket: `burst` at once, `qps` in a second. */
// upstream: client-go/util/flowcontrol/throttle.go
export function createThrottle(
  clock: Clock,
  { qps, burst }: { readonly qps: number; readonly burst: number },
): Throttle {
  let tokens = burst
  let atMs = clock.monotonic()
  return {
    async wait() {
      const nowMs = clock.monotonic()
      tokens = Math.min(burst, tokens + ((nowMs - atMs) / 1000) * qps) - 1
      atMs = nowMs
      if (tokens < 0) await delay(clock, (-tokens / qps) * 1000)
    },
  }
}
