import { createTimeSlices, type Clock, type TimeSlices } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'

/** The slices of the work of a request. The work is given up at its deadline. */
export function slicesOf(
  { clock }: { readonly clock: Clock },
  { deadlineMs }: Pick<RequestScope, 'deadlineMs'>,
): TimeSlices {
  return createTimeSlices({ clock, deadlineMs })
}
