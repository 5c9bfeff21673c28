import { createSeats, defaultSeatLimits } from '../../pipeline/max-in-flight.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Limits of requests in flight, counted separately for each fork. */
export const seats: CreateFacility = (_server, { maxInFlight }) => {
  const create = (): Facility => ({
    provides: { seats: createSeats({ ...defaultSeatLimits, ...maxInFlight }) },
    fork: create,
  })
  return create()
}
