import type { Awaitable, Clock, TimeSlices } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'
import { slicesOf } from './slices-of.ts'

/** The size of a body or of a stored object, in bytes, from which the stages of a write have turns of their own. */
export const largeBytes = 131_072

/**
 * The turns of the event loop that the stages of a large write are done in; undefined for an ordinary write, which is done
 * in one turn.
 */
export function paceOf(
  server: { readonly clock: Clock },
  scope: Pick<RequestScope, 'deadlineMs'>,
  bytes: number,
): TimeSlices | undefined {
  return bytes < largeBytes ? undefined : slicesOf(server, scope)
}

/** Does the work of a stage: in the next turn if the write is large, and not at all after the deadline of the request. */
export function inNextTurn<T>(pace: TimeSlices | undefined, work: () => Awaitable<T>): Awaitable<T> {
  return pace === undefined ? work() : pace.next().then(work)
}
