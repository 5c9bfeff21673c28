import type { Clock } from '@pinnace/meta'
import type { PriorityLevelConfiguration, PriorityLevelConfigurationSpec } from '@pinnace/types/flowcontrol-v1'
import { QueueSet, type QueuedRequest, type ExecutingRequest } from './queue-set.ts'
import { SeatDemand, type DemandSummary } from './seat-demand.ts'
import type { SeatLimits } from './seat-limits.ts'

const noSeats: SeatLimits = { nominal: 0, lower: 0, upper: 0 }

// upstream: apiserver/pkg/util/flowcontrol/max_seats.go and request/config.go
const mostSeats = 10
const shareOfMostSeats = 0.15

/** A priority level at work: its queues, its seats, and the demand for them. */
export class PriorityLevel {
  readonly name: string
  readonly demand: SeatDemand
  readonly queueSet: QueueSet
  uid = ''
  spec: PriorityLevelConfigurationSpec = { type: 'Limited' }
  limits: SeatLimits = noSeats
  /** The seats it has now; it may have borrowed some, or lent some. */
  currentLimit = 0
  target = 0
  /** True once its object has been deleted: it serves the requests that it has. */
  isQuiescing = false
  readonly counts = { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 }
  #summary: DemandSummary = { average: 0, deviation: 0, highWatermark: 0 }

  constructor(name: string, clock: Clock, maxWaitMs: number) {
    this.name = name
    this.demand = new SeatDemand(clock.monotonic())
    this.queueSet = new QueueSet(clock, maxWaitMs, (seats, nowMs) => this.demand.add(seats, nowMs))
  }

  get isExempt(): boolean {
    return this.spec.type === 'Exempt'
  }

  get summary(): DemandSummary {
    return this.#summary
  }

  /** The most seats that one request is estimated to need. */
  get maxSeats(): number {
    if (this.isExempt) return mostSeats
    return Math.max(1, Math.min(mostSeats, Math.ceil(this.limits.nominal * shareOfMostSeats)))
  }

  configure({ metadata, spec = { type: 'Limited' } }: PriorityLevelConfiguration, limits: SeatLimits): void {
    const hasMoved = limits.nominal !== this.limits.nominal || spec.type !== this.spec.type
    this.uid = metadata.uid ?? ''
    this.spec = spec
    this.limits = limits
    this.isQuiescing = false
    this.setCurrent(hasMoved ? limits.nominal : clamp(this.currentLimit, limits))
  }

  setCurrent(seats: number): void {
    this.currentLimit = seats
    const { limitResponse } = this.spec.limited ?? {}
    const { queues = 64, handSize = 8, queueLengthLimit = 50 } = limitResponse?.queuing ?? {}
    const settings = limitResponse?.type === 'Queue' ? { queues, handSize, queueLengthLimit } : undefined
    this.queueSet.configure(this.isExempt ? undefined : settings, this.isExempt ? Infinity : seats)
  }

  execute(request: QueuedRequest): ExecutingRequest | Promise<ExecutingRequest> {
    return this.queueSet.execute(request)
  }

  summarize(nowMs: number): DemandSummary {
    this.#summary = this.demand.summarize(nowMs)
    return this.#summary
  }
}

function clamp(seats: number, { lower, upper }: SeatLimits): number {
  return Math.min(upper, Math.max(lower, seats))
}
