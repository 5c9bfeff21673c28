import { timeout } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteContext } from './write-context.ts'

/** Throws 504 after the deadline of the request: a write must not happen after the client has received a timeout. */
// upstream: apiserver/pkg/endpoints/filters/request_deadline.go – the store is asked in the context of the request, and
// does nothing once that has ended.
export function assertInTime(
  { clock }: Pick<WriteContext, 'clock'>,
  { deadlineMs }: Pick<RequestScope, 'deadlineMs'>,
): void {
  if (deadlineMs !== undefined && clock.monotonic() >= deadlineMs) {
    throw timeout('request did not complete within the allotted timeout', 0)
  }
}
