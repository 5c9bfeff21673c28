import type { Awaitable } from '@pinnace/meta'
import type { ServerOptions } from '../server-options.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The running facilities of one server. */
export interface RunningFacilities {
  /** The state; the same object after {@link restore}. */
  readonly state: ServerState
  /** The facilities of a fork, which has the same content. Throws a TypeError if the store cannot fork. */
  fork(): RunningFacilities
  /** The same with other options: creates and starts the facilities that may depend on them, and forks the others. */
  forkWith(changed: ChangedFacilities): Promise<RunningFacilities>
  /** Replaces the state with that of a fork of `snapshot`. */
  restore(snapshot: RunningFacilities): void
  close(): Promise<void>
}

/** What {@link RunningFacilities.forkWith} creates. */
export interface ChangedFacilities {
  /** Every facility, in the order of the server that is forked. */
  readonly create: readonly CreateFacility[]
  /** Those that are forked. What they share is released by the server that is forked. */
  readonly forked: ReadonlySet<CreateFacility>
  readonly options: ServerOptions
}

/** Creates and starts facilities in order. */
export async function startFacilities(
  create: readonly CreateFacility[],
  options: ServerOptions,
): Promise<RunningFacilities> {
  return start(create, (createFacility, state) => createFacility(state, options))
}

async function start(
  create: readonly CreateFacility[],
  make: (createFacility: CreateFacility, state: ServerState, index: number) => Awaitable<Facility>,
): Promise<ServerFacilities> {
  const state = {} as ServerState
  const facilities: Facility[] = []
  for (const [index, createFacility] of create.entries()) {
    facilities.push(provide(state, await make(createFacility, state, index)))
  }
  for (const facility of facilities) await facility.start?.()
  return new ServerFacilities(state, facilities)
}

function provide(state: ServerState, facility: Facility): Facility {
  Object.assign(state, facility.provides)
  return facility
}

class ServerFacilities implements RunningFacilities {
  readonly state: ServerState
  #facilities: readonly Facility[]

  constructor(state: ServerState, facilities: readonly Facility[]) {
    this.state = state
    this.#facilities = facilities
  }

  fork(): ServerFacilities {
    const state = {} as ServerState
    const facilities = this.#facilities.map((facility) => provide(state, facility.fork?.(state) ?? shared(facility)))
    return new ServerFacilities(state, facilities)
  }

  forkWith({ create, forked, options }: ChangedFacilities): Promise<ServerFacilities> {
    const existing = this.#facilities
    return start(create, (createFacility, state, index) => {
      const facility = existing[index]
      if (facility !== undefined && forked.has(createFacility)) return forkAlone(facility, state)
      return facility?.forkWith?.(state, options) ?? createFacility(state, options)
    })
  }

  restore(snapshot: ServerFacilities): void {
    const copy = snapshot.fork()
    this.#dispose()
    Object.assign(this.state, copy.state)
    this.#facilities = this.#facilities.map((facility, index) =>
      facility.staysOnRestore === true ? provide(this.state, facility) : (copy.#facilities[index] ?? facility),
    )
  }

  async close(): Promise<void> {
    this.#dispose()
    for (const facility of this.#facilities.toReversed()) await facility.close?.()
  }

  #dispose(): void {
    for (const facility of this.#facilities.toReversed()) facility.dispose?.()
  }
}

function forkAlone(facility: Facility, state: ServerState): Facility {
  const { close: _close, ...forked } = facility.fork?.(state) ?? { provides: facility.provides }
  return forked
}

// Every fork releases shared resources on close, because hosts close every server they have created.
function shared({ provides, close }: Facility): Facility {
  return close === undefined ? { provides } : { provides, close }
}
