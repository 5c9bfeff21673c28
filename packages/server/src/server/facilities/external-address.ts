import type { Facility } from './facility.ts'

/** The external address, which the server handle sets. A fork does not listen. */
export function externalAddress(): Facility {
  return { provides: { externalAddress: { current: '' } }, fork: externalAddress }
}
