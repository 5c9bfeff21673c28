import type { Awaitable } from '@pinnace/meta'
import type { FlowHeaders } from './incoming-request.ts'
import type { ImpersonatedRequest } from './stages.ts'

/** What limits the requests that are executed at the same time. */
export interface Seats {
  /** Requests that read and are executed now; watches are not counted. */
  readonly reading: number
  /** Requests that write and are executed now. */
  readonly mutating: number
  /** Takes a seat until it is disposed. Throws or rejects with 429 if there is none. */
  acquire(request: ImpersonatedRequest, caller: SeatCaller): Awaitable<Disposable>
}

/** The state of the seats as text, for people who look for the cause of a wait. */
export interface SeatDumps {
  /** The text named `dump_priority_levels`, `dump_queues` or `dump_requests`; undefined for other names. */
  dump(name: string, includeRequestDetails: boolean): string | undefined
}

/** The client that a seat is for. */
export interface SeatCaller {
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal | undefined
  /** The schema and the level that the request belongs to; sent in headers. */
  flow: FlowHeaders | undefined
}
