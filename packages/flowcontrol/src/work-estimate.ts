/** How much of the server a request needs. */
export interface WorkEstimate {
  /** Seats while it is executed. */
  readonly initialSeats: number
  /** Seats after it has been executed, while watchers receive the event. */
  readonly finalSeats: number
  /** How long the final seats are occupied, milliseconds. */
  readonly additionalLatencyMs: number
}

// upstream: apiserver/pkg/util/flowcontrol/request/config.go
const objectsPerSeat = 100
const watchesPerSeat = 10
const eventMs = 5

/** A get, or anything else that costs little. */
export const oneSeat: WorkEstimate = Object.freeze({ initialSeats: 1, finalSeats: 0, additionalLatencyMs: 0 })

/** A list that reads so many objects. */
// upstream: apiserver/pkg/util/flowcontrol/request/list_work_estimator.go
export function estimateList(objects: number, maxSeats: number): WorkEstimate {
  const initialSeats = Math.max(1, Math.min(maxSeats, Math.ceil(objects / objectsPerSeat)))
  return initialSeats === 1 ? oneSeat : { initialSeats, finalSeats: 0, additionalLatencyMs: 0 }
}

/** A write whose event goes to so many watches. */
// upstream: apiserver/pkg/util/flowcontrol/request/mutating_work_estimator.go
export function estimateWrite(watches: number, maxSeats: number): WorkEstimate {
  if (watches < watchesPerSeat) return oneSeat
  const wanted = Math.ceil(watches / watchesPerSeat)
  const finalSeats = Math.min(maxSeats, wanted)
  return { initialSeats: 1, finalSeats, additionalLatencyMs: (wanted * eventMs) / finalSeats }
}
