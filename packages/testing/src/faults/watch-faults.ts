import type { Clock, Timer } from '@pinnace/meta'
import type { Intervention } from '@pinnace/server'

/** The receiver of the events of a watch. */
type WatchSink = Parameters<NonNullable<Intervention['wrapSink']>>[0]
type Events = Parameters<WatchSink['onEvents']>[0]
/** Puts a receiver before another one. */
export type WrapSink = (sink: WatchSink) => WatchSink

/** Timers that end with a fault. */
export interface FaultTimers {
  after(delayMs: number, callback: () => void): void
  [Symbol.dispose](): void
}

/** Timers of a clock. Without the fault, what they would have done is done at once, in order. */
export function createFaultTimers(clock: Clock): FaultTimers {
  const waiting = new Map<Timer, () => void>()
  return {
    after(delayMs, callback) {
      const timer = clock.after(delayMs, () => {
        waiting.delete(timer)
        callback()
      })
      waiting.set(timer, callback)
    },
    [Symbol.dispose]() {
      const callbacks = [...waiting]
      waiting.clear()
      for (const [timer, callback] of callbacks) {
        timer.cancel()
        callback()
      }
    },
  }
}

/** Ends the watch after so many events. */
export function closeAfter(limit: number): WrapSink {
  return (sink) => {
    let left = limit
    let hasEnded = false
    const end = (): void => {
      hasEnded = true
      sink.onEnd(undefined)
    }
    return {
      ...forwarding(sink),
      onEvents(events) {
        if (hasEnded) return
        if (left > 0) sink.onEvents(events.length > left ? events.slice(0, left) : events)
        left -= events.length
        if (left <= 0) end()
      },
      onEnd(error) {
        if (!hasEnded) sink.onEnd(error)
      },
    }
  }
}

/** Delivers each event later. */
export function delayEvents(timers: FaultTimers, delayMs: number): WrapSink {
  return (sink) => ({
    ...forwarding(sink),
    onEvents: (events) => timers.after(delayMs, () => sink.onEvents(events)),
    onEnd: (error) => timers.after(delayMs, () => sink.onEnd(error)),
  })
}

/** Delivers events in bulk. */
export function batchEvents(timers: FaultTimers, size: number, everyMs: number): WrapSink {
  return (sink) => {
    let held: Events[number][] = []
    const deliver = (): void => {
      const events = held
      held = []
      if (events.length > 0) sink.onEvents(events)
    }
    return {
      ...forwarding(sink),
      onEvents(events) {
        if (held.length === 0) timers.after(everyMs, deliver)
        held.push(...events)
        if (held.length >= size) deliver()
      },
      onEnd(error) {
        deliver()
        sink.onEnd(error)
      },
    }
  }
}

/** Delivers each event twice. */
export const repeatEvents: WrapSink = (sink) => ({
  ...forwarding(sink),
  onEvents: (events) => sink.onEvents(events.flatMap((event) => [event, event])),
})

/** Delivers no bookmarks. */
export const withholdBookmarks: WrapSink = (sink) => ({
  ...forwarding(sink),
  onEvents(events) {
    const changes = events.filter(({ type }) => type !== 'BOOKMARK')
    if (changes.length > 0) sink.onEvents(changes)
  },
})

/** A receiver that passes everything on. */
export function forwarding(sink: WatchSink): Pick<WatchSink, 'bufferedBytes' | 'onEnd' | 'onEvents'> {
  const { bufferedBytes } = sink
  return {
    onEvents: (events) => sink.onEvents(events),
    onEnd: (error) => sink.onEnd(error),
    ...(bufferedBytes === undefined ? {} : { bufferedBytes: () => sink.bufferedBytes?.() ?? 0 }),
  }
}
