import { systemMasters, tooManyRequests } from '@pinnace/meta'
import type { ImpersonatedRequest } from './stages.ts'

/** Limits of requests in flight; 0 means no limit. */
export interface SeatLimits {
  /** @default 400 */
  readonly reading: number
  /** @default 200 */
  readonly mutating: number
}

/** Counts of requests in flight, with their limits. */
export interface Seats {
  readonly limits: SeatLimits
  reading: number
  mutating: number
}

/** The defaults of kube-apiserver. */
export const defaultSeatLimits: SeatLimits = Object.freeze({ reading: 400, mutating: 200 })

/** Creates the counts of a server that has no request in flight. */
export function createSeats(limits: SeatLimits): Seats {
  return { limits, reading: 0, mutating: 0 }
}

const reads = new Set(['get', 'list', 'watch', 'head', 'options'])
const none: Disposable = { [Symbol.dispose]: () => {} }

/**
 * Takes a seat until it is disposed. Throws 429 if all seats are taken: requests are not queued, the client retries.
 * Long-running requests (watches, connections to nodes) take no seat, and `system:masters` is never rejected.
 */
// upstream: server/filters/maxinflight.go
export function acquireSeat({ seats }: { readonly seats: Seats }, { info, user }: ImpersonatedRequest): Disposable {
  if (isLongRunning(info.verb, info.subresource)) return none
  const kind = reads.has(info.verb) ? 'reading' : 'mutating'
  const limit = seats.limits[kind]
  if (limit > 0 && seats[kind] >= limit && !user.groups.includes(systemMasters)) {
    throw tooManyRequests('Too many requests, please try again later.', 1)
  }
  seats[kind]++
  return {
    [Symbol.dispose]() {
      seats[kind]--
    },
  }
}

const longSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward'])

/** True for requests that go on until one side ends them. */
export function isLongRunning(verb: string, subresource: string): boolean {
  return verb === 'watch' || verb === 'proxy' || longSubresources.has(subresource)
}
