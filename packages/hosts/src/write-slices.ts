import type { Writable } from 'node:stream'
import { isMadeInChunks, systemClock, type Clock, type ReplyBody, type Timer } from '@pinnace/meta'
import type { HostOptions } from './http-handler.ts'

/** The size of a slice, bytes. */
export const sliceBytes: number = 256 * 1024

/** A body that is not larger, and is in memory as a whole, is written at once: the connection holds it and does not copy it. */
const wholeBytes = 2 * 1024 * 1024

/** The bytes after which other work has its turn, in case the client takes them as fast as they are written. */
const turnBytes = 4 * 1024 * 1024

const defaultStallMs = 60_000

/** How long a client may leave a slice of a reply unread. */
export interface StallLimit {
  readonly clock: Clock
  readonly stallTimeoutMs: number
}

/** The stall limit of {@link HostOptions}. */
export function stallLimit({ clock = systemClock, stallTimeoutMs = defaultStallMs }: HostOptions): StallLimit {
  return { clock, stallTimeoutMs }
}

/** True for a body that must not be written at once, because it is large, or is made while it is written. */
export function isWrittenInSlices(body: ReplyBody, byteLength: number): boolean {
  return byteLength > wholeBytes || (byteLength > sliceBytes && isMadeInChunks(body))
}

/**
 * Writes a body in slices, each when the client has taken the one before, and ends `target`: of a reply that its client
 * does not read, one slice is in memory. `abort` is called if the client does not take a slice within the limit. A long
 * body takes many turns of the event loop, however fast its client is.
 */
export function writeSlices(
  target: Writable,
  chunks: Iterable<Uint8Array>,
  { clock, stallTimeoutMs }: StallLimit,
  abort: () => void,
): void {
  const slices = sliced(chunks)
  let timer: Timer | undefined
  const rest = (): void => timer?.cancel()
  let next = slices.next()
  let bytesOfTurn = 0
  let isWaiting = false
  const step = (): void => {
    rest()
    if (isWaiting || target.destroyed || target.writableEnded) return
    let canTake = true
    while (canTake && next.done !== true) {
      // What is taken at once reports so in the same turn, before any other event.
      if (bytesOfTurn >= turnBytes) return inNextTurn()
      const slice = next.value
      next = slices.next()
      bytesOfTurn += slice.byteLength
      // INVARIANT: the end is written with the last slice. A client that has read it may send its next request at once,
      // which must not find this reply unfinished.
      if (next.done === true) target.end(slice)
      else canTake = target.write(slice)
    }
    timer = clock.after(stallTimeoutMs, abort)
  }
  const inNextTurn = (): void => {
    isWaiting = true
    clock.soon(() => {
      isWaiting = false
      bytesOfTurn = 0
      step()
    })
  }
  target.on('drain', step)
  target.once('finish', rest)
  target.once('close', rest)
  step()
}

/** Calls `abort` unless `target` has been written to its end, or has closed, within the limit. */
export function abortWhenStalled(target: Writable, { clock, stallTimeoutMs }: StallLimit, abort: () => void): void {
  const timer = clock.after(stallTimeoutMs, abort)
  target.once('finish', () => timer.cancel())
  target.once('close', () => timer.cancel())
}

function* sliced(chunks: Iterable<Uint8Array>): Generator<Uint8Array, undefined> {
  for (const chunk of chunks) {
    if (chunk.byteLength <= sliceBytes) yield chunk
    else for (let at = 0; at < chunk.byteLength; at += sliceBytes) yield chunk.subarray(at, at + sliceBytes)
  }
  return undefined
}
