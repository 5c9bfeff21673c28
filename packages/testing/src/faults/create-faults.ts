import { randomBetween } from '@pinnace/meta'
import type { InterceptedRequest, Intervention, Server } from '@pinnace/server'
import { createSeededRandom } from '../seeded-random.ts'
import { actOf, type Act } from './act.ts'
import type { Fault, FaultAction, FaultOptions, Faults } from './fault.ts'
import { matchesRequest } from './matches-request.ts'
import { createFaultTimers, type FaultTimers } from './watch-faults.ts'

/** A fault that concerns a request. */
export interface FaultOfRequest {
  readonly action: FaultAction
  readonly intervention: Intervention
}

/** A fault in effect; the id stays the same while it is. */
export interface ListedFault {
  readonly id: number
  readonly options: FaultOptions
  readonly fault: Fault
}

/** The faults of a server, and what they do with a request. */
export interface FaultRegistry {
  readonly faults: Faults
  /** Adds a fault; `onHappen` is called with its count each time. */
  add(options: FaultOptions, onHappen?: (count: number) => void): Fault
  /** The faults in effect, in the order in which they were added. */
  list(): readonly ListedFault[]
  /** Counts the faults that concern a request, in the order in which they were added. */
  concerning(request: InterceptedRequest): readonly FaultOfRequest[]
}

export function createFaults(server: () => Server): FaultRegistry {
  const active = new Set<ActiveFault>()
  let count = 0
  const add: FaultRegistry['add'] = (options, onHappen = () => {}) => {
    const fault = new ActiveFault(server(), options, {
      id: ++count,
      onHappen,
      onRemove: () => void active.delete(fault),
    })
    active.add(fault)
    return fault
  }
  return {
    add,
    faults: {
      add: (options) => add(options),
      clear() {
        for (const fault of active) fault.remove()
      },
    },
    list: () => Array.from(active, (fault) => ({ id: fault.id, options: fault.options, fault })),
    concerning(request) {
      if (active.size === 0) return []
      return [...active].flatMap((fault) => fault.consider(request) ?? [])
    },
  }
}

interface FaultObserver {
  readonly id: number
  readonly onHappen: (count: number) => void
  readonly onRemove: () => void
}

interface Waiting {
  readonly times: number
  readonly resolve: () => void
}

class ActiveFault implements Fault {
  readonly id: number
  readonly options: FaultOptions
  readonly #act: Act
  readonly #timers: FaultTimers
  readonly #removed = new AbortController()
  readonly #observer: FaultObserver
  readonly #chance: () => number
  readonly #waiting = new Set<Waiting>()
  #matching = 0
  #count = 0

  constructor(server: Server, options: FaultOptions, observer: FaultObserver) {
    assertFault(options)
    this.id = observer.id
    this.options = options
    this.#timers = createFaultTimers(server.clock)
    this.#act = actOf(options.do, { server, timers: this.#timers, removed: this.#removed.signal })
    this.#observer = observer
    const random = createSeededRandom(options.seed ?? 1)
    this.#chance = () => randomBetween(random, 0, 1)
  }

  get count(): number {
    return this.#count
  }

  /** What the fault does with a request; undefined if it does not concern it. */
  consider(request: InterceptedRequest): FaultOfRequest | undefined {
    const { match = {}, do: action, times = Number.POSITIVE_INFINITY } = this.options
    if (this.#count >= times || !matchesRequest(match, request)) return undefined
    const intervention = this.#act(request)
    if (intervention === undefined) return undefined
    this.#matching++
    if (match.nth !== undefined && match.nth !== this.#matching) return undefined
    if (match.probability !== undefined && this.#chance() >= match.probability) return undefined
    this.#count++
    this.#observer.onHappen(this.#count)
    for (const waiting of this.#waiting) if (this.#count >= waiting.times) waiting.resolve()
    return { action, intervention }
  }

  wait(times = 1): Promise<void> {
    if (this.#count >= times) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting: Waiting = {
        times,
        resolve: () => {
          this.#waiting.delete(waiting)
          resolve()
        },
      }
      this.#waiting.add(waiting)
    })
  }

  remove(): void {
    this.#observer.onRemove()
    this.#removed.abort()
    this.#timers[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.remove()
  }
}

function assertFault({ match = {}, times }: FaultOptions): void {
  const { nth, probability } = match
  for (const [name, value] of Object.entries({ nth, times })) {
    if (value !== undefined && (!Number.isInteger(value) || value < 1)) {
      throw new TypeError(`${name} must be a positive integer`)
    }
  }
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new TypeError('probability must be a number from 0 to 1')
  }
}
