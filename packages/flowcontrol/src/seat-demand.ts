/** What the demand for seats was over a period. */
export interface DemandSummary {
  readonly average: number
  readonly deviation: number
  readonly highWatermark: number
}

// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go, seatDemandSmoothingCoefficient
const smoothing = 0.977

/** Seats that the requests of a priority level occupy or wait for, over time. */
// upstream: apiserver/pkg/util/flowcontrol/fairqueuing/integrator.go
export class SeatDemand {
  #value = 0
  #highWatermark = 0
  #sum = 0
  #squares = 0
  #sinceMs: number
  #startMs: number
  /** Demand that falls slowly and rises at once. */
  smoothed = 0

  constructor(nowMs: number) {
    this.#sinceMs = nowMs
    this.#startMs = nowMs
  }

  get value(): number {
    return this.#value
  }

  add(seats: number, nowMs: number): void {
    this.#integrate(nowMs)
    this.#value += seats
    if (this.#value > this.#highWatermark) this.#highWatermark = this.#value
  }

  /** Summarizes the time since the last summary. */
  summarize(nowMs: number): DemandSummary {
    this.#integrate(nowMs)
    const elapsed = nowMs - this.#startMs
    const average = elapsed > 0 ? this.#sum / elapsed : this.#value
    const variance = elapsed > 0 ? this.#squares / elapsed - average * average : 0
    const summary = { average, deviation: Math.sqrt(Math.max(0, variance)), highWatermark: this.#highWatermark }
    const envelope = summary.average + summary.deviation
    this.smoothed = Math.max(envelope, smoothing * this.smoothed + (1 - smoothing) * envelope)
    this.#startMs = nowMs
    this.#sum = 0
    this.#squares = 0
    this.#highWatermark = this.#value
    return summary
  }

  #integrate(nowMs: number): void {
    const elapsed = nowMs - this.#sinceMs
    this.#sinceMs = nowMs
    this.#sum += elapsed * this.#value
    this.#squares += elapsed * this.#value * this.#value
  }
}
