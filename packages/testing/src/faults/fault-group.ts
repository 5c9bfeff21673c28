import type { InterceptedRequest } from '@pinnace/server'

/** The API group of faults. */
export const faultGroup = 'testing.pinnace.dev'

/** Whether a request is for faults themselves, to which no fault happens. */
export function isForFaults({ info }: Pick<InterceptedRequest, 'info'>): boolean {
  return info.group === faultGroup
}

/** Whether a request may change which faults there are. */
export function changesFaults({ info, method }: InterceptedRequest): boolean {
  return info.group === faultGroup && info.subresource === '' && method !== 'GET'
}
