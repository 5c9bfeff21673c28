import { createFlowController, FlowRejection, type FlowRequest, type WorkEstimate } from '@pinnace/flowcontrol'
import {
  BoundedMap,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type Clock,
  type Metrics,
  type Random,
  type RequestInfo,
  type UserInfo,
} from '@pinnace/meta'
import type { FlowSchema, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import { isLongRunning } from '../pipeline/long-running.ts'
import { freeSeat, InFlight, NoSeat, seatKind, type SeatLimits } from '../pipeline/max-in-flight.ts'
import type { FlowHeaders } from '../pipeline/incoming-request.ts'
import type { SeatCaller, SeatDumps, Seats } from '../pipeline/seats.ts'
import type { ImpersonatedRequest } from '../pipeline/stages.ts'
import { storageOf, type ServedResource } from '../storage/served-resource.ts'
import { estimateWork, type FindResource } from './estimate-work.ts'

/** Options for {@link createFlowControlSeats}. */
export interface FlowControlOptions {
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  /** `x-kubernetes-` */
  readonly headerPrefix: string
  /** The seats of all priority levels. */
  readonly seats: number
  readonly schemas: ServedResource
  readonly levels: ServedResource
  readonly find: FindResource
  /** The schemas and levels that are always there, for those that were deleted. */
  readonly mandatory: {
    readonly schemas: readonly FlowSchema[]
    readonly levels: readonly PriorityLevelConfiguration[]
  }
  /** Called when the configuration has changed, to maintain its objects. */
  readonly onConfigured: (schemas: readonly FlowSchema[], levels: readonly PriorityLevelConfiguration[]) => void
}

/** Seats by flow schemas and priority levels. */
export interface FlowControlSeats extends Seats, SeatDumps, Disposable {}

/** How often the configuration is read from a store that does not say when it has changed. */
const refreshMs = 1000

/**
 * Limits requests by the stored flow schemas and priority levels. They are read again when they have changed, before the
 * next request takes a seat.
 */
export function createFlowControlSeats(options: FlowControlOptions): FlowControlSeats {
  const { clock, schemas, levels, find, mandatory, onConfigured, headerPrefix } = options
  // upstream: apiserver/pkg/server/filters/priority-and-fairness.go, setResponseHeaders
  const flowHeaders = new FlowHeaderCache(`${headerPrefix}pf-flowschema-uid`, `${headerPrefix}pf-prioritylevel-uid`)
  const context: SeatContext = { clock, find, flowHeaders }
  const controller = createFlowController(options)
  const inFlight = new InFlight()
  let configuredSchemas: number | undefined
  let configuredLevels: number | undefined
  let reading: Awaitable<void>
  /** The revision of a local store at which the configuration was current: until something is written, it still is. */
  let currentAt: bigint | undefined
  const version = (served: ServedResource): number | undefined => storageOf(served).cache.newestChange()
  const configure = (
    storedSchemas: readonly FlowSchema[],
    storedLevels: readonly PriorityLevelConfiguration[],
  ): void => {
    controller.configure(withMissing(storedLevels, mandatory.levels), withMissing(storedSchemas, mandatory.schemas))
    onConfigured(storedSchemas, storedLevels)
  }
  const refresh = (): Awaitable<void> => {
    const { store, isRemote } = storageOf(schemas)
    const revision = isRemote ? undefined : (store.revision() as bigint)
    if (revision !== undefined && revision === currentAt) return reading
    const schemasChange = version(schemas)
    const levelsChange = version(levels)
    currentAt = schemasChange === undefined || levelsChange === undefined ? undefined : revision
    const second = Math.floor(clock.monotonic() / refreshMs)
    const newestSchemas = schemasChange ?? second
    const newestLevels = levelsChange ?? second
    if (newestSchemas === configuredSchemas && newestLevels === configuredLevels) return reading
    configuredSchemas = newestSchemas
    configuredLevels = newestLevels
    reading = thenMaybe(readAll<FlowSchema>(schemas), (found) =>
      thenMaybe(readAll<PriorityLevelConfiguration>(levels), (foundLevels) => configure(found, foundLevels)),
    )
    if (reading instanceof Promise) {
      // Without an answer of the store the configuration stays as it is, and is read again with the next request.
      reading = reading
        .catch(() => {
          configuredSchemas = undefined
          currentAt = undefined
        })
        .then(() => {
          reading = undefined
        })
    }
    return reading
  }
  return {
    get reading() {
      return inFlight.reading
    },
    get mutating() {
      return inFlight.mutating
    },
    acquire(request, caller) {
      const { verb, subresource } = request.info
      const isWatch = verb === 'watch'
      if (!isWatch && isLongRunning(verb, subresource)) return freeSeat
      const kind = seatKind(verb)
      const wanted = new SeatRequest(request, caller, context)
      try {
        const read = refresh()
        const seat = read instanceof Promise ? read.then(() => controller.acquire(wanted)) : controller.acquire(wanted)
        if (seat instanceof Promise) {
          return seat.then((taken) => (isWatch ? taken : wanted.counted(taken, inFlight, kind)), refuse)
        }
        // A watch has its seat until it is open.
        return isWatch ? seat : wanted.counted(seat, inFlight, kind)
      } catch (error) {
        return refuse(error)
      }
    },
    dump: (name, includeRequestDetails) => controller.dump(name, includeRequestDetails),
    [Symbol.dispose]: () => controller.close(),
  }
}

interface SeatContext {
  readonly clock: Clock
  readonly find: FindResource
  readonly flowHeaders: FlowHeaderCache
}

/** The headers that name flow schemas and their levels: one object for each schema, not for each request. */
class FlowHeaderCache {
  readonly #schemaHeader: string
  readonly #levelHeader: string
  readonly #bySchema = new BoundedMap<string, SchemaHeaders>({ maxEntries: 1024 })
  /** Most requests belong to the schema of the one before. */
  #newest: SchemaHeaders | undefined

  constructor(schemaHeader: string, levelHeader: string) {
    this.#schemaHeader = schemaHeader
    this.#levelHeader = levelHeader
  }

  of(schema: string, level: string): FlowHeaders {
    const newest = this.#newest
    if (newest !== undefined && newest.schema === schema && newest.level === level) return newest.headers
    const known = this.#bySchema.get(schema)
    if (known?.level === level) return (this.#newest = known).headers
    const headers = Object.freeze({ [this.#schemaHeader]: schema, [this.#levelHeader]: level })
    this.#newest = { schema, level, headers }
    this.#bySchema.set(schema, this.#newest)
    return headers
  }
}

interface SchemaHeaders {
  readonly schema: string
  readonly level: string
  readonly headers: FlowHeaders
}

/** A request for a seat and, once it has one, the seat: one object and no closures, because every request has one. */
class SeatRequest implements FlowRequest, Disposable {
  readonly user: UserInfo
  readonly info: RequestInfo
  readonly #caller: SeatCaller
  readonly #deadlineMs: number
  readonly #context: SeatContext
  #seat: Disposable | undefined
  #inFlight: InFlight | undefined
  #kind: keyof SeatLimits = 'reading'

  constructor({ user, info, deadlineMs }: ImpersonatedRequest, caller: SeatCaller, context: SeatContext) {
    this.user = user
    this.info = info
    this.#caller = caller
    this.#deadlineMs = deadlineMs
    this.#context = context
  }

  get signal(): AbortSignal | undefined {
    return this.#caller.signal
  }

  maxWaitMs(): number {
    return Math.max(0, this.#deadlineMs - this.#context.clock.monotonic())
  }

  estimate(maxSeats: number): WorkEstimate {
    return estimateWork(this.#context.find, this.info, maxSeats)
  }

  onClassified(flowSchema: string, priorityLevel: string): void {
    this.#caller.flow = this.#context.flowHeaders.of(flowSchema, priorityLevel)
  }

  /** The seat of a request that is counted until it is disposed. */
  counted(seat: Disposable, inFlight: InFlight, kind: keyof SeatLimits): this {
    this.#seat = seat
    this.#inFlight = inFlight
    this.#kind = kind
    inFlight[kind]++
    return this
  }

  [Symbol.dispose](): void {
    if (this.#inFlight !== undefined) this.#inFlight[this.#kind]--
    this.#seat?.[Symbol.dispose]()
  }
}

/** Turns the rejection of a request into its answer. */
function refuse(error: unknown): never {
  throw error instanceof FlowRejection ? new NoSeat() : error
}

// An older state is good enough: a store that is gone must not stop requests that could be answered without it.
function readAll<T extends ApiObject>(served: ServedResource): Awaitable<readonly T[]> {
  const page = storageOf(served).cache.list({ freshness: { kind: 'any' } })
  return thenMaybe(page, ({ entries }) => entries.map((entry) => entry.object() as T))
}

function withMissing<T extends ApiObject>(stored: readonly T[], mandatory: readonly T[]): readonly T[] {
  const names = new Set(stored.map(({ metadata }) => metadata.name))
  return [...stored, ...mandatory.filter(({ metadata }) => !names.has(metadata.name))]
}
