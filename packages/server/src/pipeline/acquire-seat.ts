import { systemMasters, tooManyRequests } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import type { ImpersonatedRequest } from './impersonate.ts'

/** How many requests may be under way at once; 0 is any number. */
export interface SeatLimits {
  /** @default 400 */
  readonly reading: number
  /** @default 200 */
  readonly mutating: number
}

/** Requests under way. */
export interface Seats {
  readonly limits: SeatLimits
  reading: number
  mutating: number
}

/** Limits of the original. */
export const defaultSeatLimits: SeatLimits = Object.freeze({ reading: 400, mutating: 200 })

/** No request is under way. */
export function createSeats(limits: SeatLimits): Seats {
  return { limits, reading: 0, mutating: 0 }
}

const reads = new Set(['get', 'list', 'watch', 'head', 'options'])
const none: Disposable = { [Symbol.dispose]: () => {} }

/**
 * Takes a seat until it is disposed; 429 where all are taken. Nobody waits for one: the client comes again. What lasts
 * (watches, connections to nodes) takes none, and `system:masters` is never turned away.
 */
// upstream: server/filters/maxinflight.go
export function acquireSeat(core: ServerCore, { info, user }: ImpersonatedRequest): Disposable {
  if (isLongRunning(info.verb, info.subresource)) return none
  const { seats } = core
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
