import { StatusError, systemMasters } from '@pinnace/meta'
import { isLongRunning } from './long-running.ts'
import type { Seats } from './seats.ts'

/** Limits of requests in flight; 0 means no limit. */
export interface SeatLimits {
  /** @default 400 */
  readonly reading: number
  /** @default 200 */
  readonly mutating: number
}

/** The defaults of kube-apiserver. */
export const defaultSeatLimits: SeatLimits = Object.freeze({ reading: 400, mutating: 200 })

const reads = new Set(['get', 'list', 'watch', 'head', 'options'])

/** A seat that is not counted. */
export const freeSeat: Disposable = Object.freeze({ [Symbol.dispose]: () => {} })

/**
 * One bound for requests that read and one for those that write. Throws 429 if all seats are taken: requests are not
 * queued, the client retries. Long-running requests (watches, connections to nodes) take no seat, and `system:masters` is
 * never rejected.
 */
// upstream: server/filters/maxinflight.go
export function createMaxInFlight(limits: SeatLimits): Seats {
  const taken = new InFlight()
  return {
    get reading() {
      return taken.reading
    },
    get mutating() {
      return taken.mutating
    },
    acquire({ info, user }) {
      if (isLongRunning(info.verb, info.subresource)) return freeSeat
      const kind = seatKind(info.verb)
      const limit = limits[kind]
      if (limit > 0 && taken[kind] >= limit && !user.groups.includes(systemMasters)) {
        throw new NoSeat()
      }
      return taken.take(kind)
    },
  }
}

/** The 429 of a request that finds no seat; over HTTP it is a text. */
// upstream: server/filters/maxinflight.go, tooManyRequests
export class NoSeat extends StatusError {
  constructor() {
    super('TooManyRequests', 'Too many requests, please try again later.', { details: { retryAfterSeconds: 1 } })
  }
}

/** Counts of requests in flight. */
export class InFlight {
  reading = 0
  mutating = 0

  /** Counts a request until the result is disposed. */
  take(kind: keyof SeatLimits): Disposable {
    this[kind]++
    return { [Symbol.dispose]: () => void this[kind]-- }
  }
}

/** The count that a request belongs to, by its verb. */
export function seatKind(verb: string): keyof SeatLimits {
  return reads.has(verb) ? 'reading' : 'mutating'
}
