import type { Clock } from '@pinnace/meta'
import type { IncomingRequest } from './incoming-request.ts'
import { readTimeout } from './request-timeout.ts'
import type { Received } from './stages.ts'

/** Parses the target and sets the deadline. Throws 400 for an invalid `?timeout=`, before authentication. */
export function receive({ clock }: { readonly clock: Clock }, request: IncomingRequest<unknown>): Received {
  const info = request.readInfo()
  const { warnings } = request
  return { info, deadlineMs: clock.monotonic() + readTimeout(info), warnings }
}
