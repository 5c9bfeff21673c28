import { createTimeSlices, type Awaitable, type Clock } from '@pinnace/meta'
import type { IncomingRequest } from './incoming-request.ts'
import { readTimeout } from './request-timeout.ts'
import type { Received } from './stages.ts'

/** The length of a target from which parsing it takes milliseconds: the selector of thousands of terms is a part of it. */
const longTarget = 65_536

/**
 * Parses the target and sets the deadline. Throws 400 for an invalid `?timeout=`, before authentication. The request goes
 * on in the next turn of the event loop if its target is long.
 */
export function receive({ clock }: { readonly clock: Clock }, request: IncomingRequest<unknown>): Awaitable<Received> {
  const info = request.readInfo()
  const { warnings } = request
  const received = { info, deadlineMs: clock.monotonic() + readTimeout(info), warnings }
  if (request.target.length < longTarget) return received
  return createTimeSlices({ clock })
    .next()
    .then(() => received)
}
