import type { Mutable } from '@pinnace/meta'
import type { APIService, APIServiceCondition } from '@pinnace/types/apiregistration-v1'

/** Whether what a registration names can be reached, without when that came to be so. */
export type Availability = Pick<APIServiceCondition, 'status' | 'reason' | 'message'>

const available = 'Available'

/** What is served by the server itself can always be reached. */
// upstream: apiregistration/v1/helper/helpers.go, NewLocalAvailableAPIServiceCondition
export const localAvailability: Availability = Object.freeze({
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
})

/** The Available condition of an APIService; undefined before the first check. */
export function availabilityOf({ status }: Pick<APIService, 'status'>): APIServiceCondition | undefined {
  return status?.conditions?.find(({ type }) => type === available)
}

/** Says whether it can be reached; the time of the transition becomes `now` only if the answer changes. */
// upstream: apiregistration/v1/helper/helpers.go, SetAPIServiceCondition
export function setAvailability(next: Mutable<APIService>, availability: Availability, now: string): void {
  const status = (next.status ??= {})
  const conditions = (status.conditions ??= []) as APIServiceCondition[]
  const at = conditions.findIndex(({ type }) => type === available)
  const known = conditions[at]
  if (known === undefined) {
    conditions.push({ type: available, ...availability, lastTransitionTime: now })
    return
  }
  const { lastTransitionTime = now } = known
  const isSame = known.status === availability.status
  conditions[at] = { ...known, ...availability, lastTransitionTime: isSame ? lastTransitionTime : now }
}
