import { timeout } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteContext } from './write-context.ts'

/** Throws the 504 where the request's time is over: what a client was told is not known is not done long after that. */
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
