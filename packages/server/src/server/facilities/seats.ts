import { createSeats, defaultSeatLimits } from '../../pipeline/acquire-seat.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Limits of requests in flight. Each fork has seats of its own. */
export const seats: CreateFacility = (_server, { maxInFlight }) => {
  const create = (): Facility => ({
    provides: { seats: createSeats({ ...defaultSeatLimits, ...maxInFlight }) },
    fork: create,
  })
  return create()
}
