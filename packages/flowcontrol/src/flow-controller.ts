import {
  systemAuthenticated,
  type Awaitable,
  type Clock,
  type Metrics,
  type Random,
  type RequestInfo,
  type Timer,
  type UserInfo,
} from '@pinnace/meta'
import type { FlowSchema, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import { borrowSeats } from './borrow-seats.ts'
import { dumpPriorityLevels, dumpQueues, dumpRequests, type TrackedRequest } from './dump.ts'
import { FlowRejection } from './flow-rejection.ts'
import { createFlowMetrics, type FlowMetrics } from './flow-metrics.ts'
import type { FlowSeries } from './flow-series.ts'
import { distinguish, matchesFlowSchema } from './match-flow-schema.ts'
import { PriorityLevel } from './priority-level.ts'
import type { ExecutingRequest, QueuedRequest, QueueEvents } from './queue-set.ts'
import { limitsOf, sharesOf } from './seat-limits.ts'
import { hashText } from './shuffle-sharding.ts'
import type { WorkEstimate } from './work-estimate.ts'

/** A request that needs a seat. */
export interface FlowRequest {
  readonly user: UserInfo
  readonly info: RequestInfo
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined
  /** How long it may wait, where that is less than others may, milliseconds. Asked for when it has to. */
  maxWaitMs?(): number
  /** The seats it needs, given the most that it can get. */
  estimate(maxSeats: number): WorkEstimate
  /** Called at once with the schema and the level that the request belongs to. */
  onClassified?(flowSchemaUid: string, priorityLevelUid: string): void
}

/** A seat; disposed when the request has been executed. */
export type FlowSeat = Disposable

/** Decides which requests are executed, which wait, and which are rejected. */
export interface FlowController {
  /** Replaces the configuration. Schemas whose level is missing are ignored. */
  configure(levels: readonly PriorityLevelConfiguration[], schemas: readonly FlowSchema[]): void
  /** Takes a seat, at once if there is one. Throws or rejects with {@link FlowRejection} if there is none in time. */
  acquire(request: FlowRequest): Awaitable<FlowSeat>
  /** The text of a debug endpoint below `/debug/api_priority_and_fairness/`; undefined for other names. */
  dump(name: string, includeRequestDetails: boolean): string | undefined
  /** Stops its timer. */
  close(): void
}

/** Options for {@link createFlowController}. */
export interface FlowControllerOptions {
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  /** The seats of all priority levels. */
  readonly seats: number
  /** How long a request waits at most, milliseconds. @default 15000 */
  readonly maxWaitMs?: number
}

const borrowPeriodMs = 10_000

/** Creates a controller without configuration: it rejects every request until it has one. */
export function createFlowController(options: FlowControllerOptions): FlowController {
  return new Controller(options)
}

interface Flow {
  readonly schema: FlowSchema
  readonly level: PriorityLevel
  readonly series: FlowSeries
  /** The flow of the newest request, and its hash: most requests belong to the flow of the one before. */
  newest: { readonly distinguisher: string; readonly hash: number } | undefined
}

// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go
class Controller implements FlowController {
  readonly #clock: Clock
  readonly #seats: number
  readonly #maxWaitMs: number
  readonly #seed: number
  readonly #metrics: FlowMetrics
  readonly #levels = new Map<string, PriorityLevel>()
  readonly #requests = new Set<TrackedRequest>()
  #flows: readonly Flow[] = []
  #timer: Timer | undefined

  constructor({ clock, random, metrics, seats, maxWaitMs = 15_000 }: FlowControllerOptions) {
    this.#clock = clock
    this.#seats = seats
    this.#maxWaitMs = maxWaitMs
    this.#seed = random.bytes(4).reduce((seed, byte) => (seed << 8) | byte, 0)
    this.#metrics = createFlowMetrics(metrics)
  }

  configure(configurations: readonly PriorityLevelConfiguration[], schemas: readonly FlowSchema[]): void {
    const shares = configurations.reduce((sum, { spec }) => sum + (spec === undefined ? 0 : sharesOf(spec)), 0)
    const named = new Map(configurations.map((configuration) => [configuration.metadata.name ?? '', configuration]))
    for (const level of this.#levels.values()) this.#retire(level, named)
    for (const [name, configuration] of named) {
      let level = this.#levels.get(name)
      if (level === undefined) this.#levels.set(name, (level = new PriorityLevel(name, this.#clock, this.#maxWaitMs)))
      level.configure(configuration, limitsOf(configuration.spec ?? { type: 'Limited' }, this.#seats, shares))
      this.#metrics.limits(level)
    }
    this.#flows = [...schemas].sort(byPrecedence).flatMap((schema) => {
      const level = this.#levels.get(schema.spec?.priorityLevelConfiguration.name ?? '')
      if (level === undefined || level.isQuiescing) return []
      return [
        { schema, level, series: this.#metrics.series(level.name, schema.metadata.name ?? ''), newest: undefined },
      ]
    })
  }

  acquire(request: FlowRequest): Awaitable<FlowSeat> {
    const { user, info } = request
    // Users of a client in process may lack the group that authentication adds.
    const flow = this.#find(user, info) ?? this.#find({ ...user, groups: [...user.groups, systemAuthenticated] }, info)
    if (flow === undefined) throw new FlowRejection('concurrency-limit')
    const { schema, level } = flow
    request.onClassified?.(schema.metadata.uid ?? '', level.uid)
    const flowName = distinguish(schema, user, info)
    const hash = level.isExempt ? 0 : this.#hashOf(flow, flowName)
    const estimate = request.estimate(level.maxSeats)
    const tracked = new Tracked(flow, request, {
      estimate,
      hash,
      distinguisher: flowName,
      arrivedMs: this.#clock.now(),
      requests: this.#requests,
    })
    this.#requests.add(tracked)
    this.#armTimer()
    try {
      const executing = level.execute(tracked)
      if (!(executing instanceof Promise)) return tracked.executedBy(executing)
      return executing.then(
        (started) => tracked.executedBy(started),
        (error: unknown) => this.#refuse(tracked, error),
      )
    } catch (error) {
      return this.#refuse(tracked, error)
    }
  }

  dump(name: string, includeRequestDetails: boolean): string | undefined {
    const levels = [...this.#levels.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    switch (name) {
      case 'dump_priority_levels':
        return dumpPriorityLevels(levels)
      case 'dump_queues':
        return dumpQueues(levels)
      case 'dump_requests':
        return dumpRequests([...this.#requests], includeRequestDetails)
      default:
        return undefined
    }
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #find(user: UserInfo, info: RequestInfo): Flow | undefined {
    for (const flow of this.#flows) if (matchesFlowSchema(flow.schema, user, info)) return flow
    return undefined
  }

  #hashOf(flow: Flow, distinguisher: string): number {
    if (flow.newest?.distinguisher !== distinguisher) {
      const hash = hashText(`${flow.schema.metadata.name},${distinguisher}`, this.#seed)
      flow.newest = { distinguisher, hash }
    }
    return flow.newest.hash
  }

  #refuse(tracked: Tracked, error: unknown): never {
    this.#requests.delete(tracked)
    throw error
  }

  #retire(level: PriorityLevel, named: ReadonlyMap<string, unknown>): void {
    if (named.has(level.name)) return
    if (level.queueSet.isIdle) this.#levels.delete(level.name)
    else level.isQuiescing = true
  }

  // Seats are lent while there are requests: an idle server has no timer.
  #armTimer(): void {
    if (this.#timer !== undefined) return
    this.#timer = this.#clock.after(borrowPeriodMs, () => {
      this.#timer = undefined
      const levels = [...this.#levels.values()]
      const wereIdle = levels.every(({ demand }) => demand.value === 0)
      const fraction = borrowSeats(levels, this.#seats, this.#clock.monotonic())
      for (const level of levels) this.#metrics.borrowed(level, fraction)
      if (!wereIdle) this.#armTimer()
    })
  }
}

function byPrecedence(a: FlowSchema, b: FlowSchema): number {
  const first = a.spec?.matchingPrecedence ?? 0
  const second = b.spec?.matchingPrecedence ?? 0
  if (first !== second) return first - second
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1
}

interface TrackedOptions {
  readonly estimate: WorkEstimate
  readonly hash: number
  readonly distinguisher: string
  readonly arrivedMs: number
  /** The requests that are tracked; it leaves them when its seat is disposed. */
  readonly requests: Set<TrackedRequest>
}

/**
 * A request from its arrival to its end: counted, and listed by the debug endpoints. It is what the queues see of the
 * request, and its seat: one object, because every request has one.
 */
class Tracked implements TrackedRequest, QueuedRequest, FlowSeat {
  readonly flowSchema: string
  readonly level: PriorityLevel
  readonly user: UserInfo
  readonly info: RequestInfo
  readonly estimate: WorkEstimate
  readonly distinguisher: string
  readonly arrivedMs: number
  startedMs: number | undefined
  isQueued = false
  readonly hash: number
  readonly caller: FlowRequest
  readonly #series: FlowSeries
  readonly #requests: Set<TrackedRequest>
  #executing: ExecutingRequest | undefined

  constructor({ schema, level, series }: Flow, request: FlowRequest, options: TrackedOptions) {
    this.flowSchema = schema.metadata.name ?? ''
    this.level = level
    this.user = request.user
    this.info = request.info
    this.estimate = options.estimate
    this.distinguisher = options.distinguisher
    this.hash = options.hash
    this.caller = request
    this.#series = series
    this.#requests = options.requests
    this.arrivedMs = options.arrivedMs
    this.#series.estimated(this)
  }

  get events(): QueueEvents {
    return this
  }

  executedBy(executing: ExecutingRequest): FlowSeat {
    this.#executing = executing
    return this
  }

  [Symbol.dispose](): void {
    this.#requests.delete(this)
    this.#executing?.finish()
  }

  enqueued(queueLength: number): void {
    this.#series.enqueued(this, queueLength)
  }

  dispatched(waitedMs: number): void {
    this.startedMs = this.arrivedMs + waitedMs
    this.level.counts.dispatched++
    this.#series.dispatched(this, waitedMs)
  }

  rejected(reason: FlowRejection['reason'], waitedMs: number): void {
    const { counts } = this.level
    if (reason === 'time-out') counts.timedOut++
    else if (reason === 'cancelled') counts.cancelled++
    else counts.rejected++
    this.#series.rejected(this, reason, waitedMs)
  }

  finished(executedMs: number): void {
    this.#series.finished(this, executedMs / 1000)
  }
}
