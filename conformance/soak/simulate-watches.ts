import type { FakeClock } from '@pinnace/testing'
import type { ResourceClient } from '@pinnace/client'
import { StatusError, type ApiObject } from '@pinnace/meta'
import type { Server } from '@pinnace/server'
import type { AcknowledgedWrite, SeenEvent, WatchHistory, WatchRun } from './judge-watches.ts'
import { createDice, type Dice } from './random.ts'

interface Simulated extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const namespace = 'default'
const steps = 12
const names = ['a', 'b', 'c', 'd']
const label = 'side'
/** Names are on two sides, which some watches select. */
const sideOf = (name: string): string => (name < 'c' ? 'left' : 'right')

/** Runs random writes, watches that are cut and resumed, and jumps in time, and returns what was seen. */
export async function simulateWatches(server: Server, clock: FakeClock, seed: number): Promise<WatchRun> {
  const dice = createDice(seed)
  const configMaps = server.connect().resource<Simulated>(kind).namespace(namespace)
  const writes: AcknowledgedWrite[] = []
  const watches = [
    new SimulatedWatch(server, 'all', undefined),
    new SimulatedWatch(server, 'left', 'left'),
    new SimulatedWatch(server, 'late', undefined),
  ]
  await watches[0]?.start()
  await watches[1]?.start()
  for (let step = 0; step < steps; step++) {
    if (step === steps / 2) await watches[2]?.start()
    const name = names[dice.below(names.length)] ?? 'a'
    const write = await tryToWrite(configMaps, name, `${step}`, dice)
    if (write !== undefined) writes.push(write)
    const watch = watches[dice.below(watches.length)]
    if (dice.below(4) === 0) await watch?.cut()
    if (dice.below(3) === 0) watch?.resume()
    // Bookmarks are due once a minute; watches end after their time.
    if (dice.below(12) === 0) await clock.advance(61_000)
  }
  const list = await configMaps.list()
  const revision = Number(list.metadata.resourceVersion)
  const final = new Map(list.items.map((object) => [object.metadata.name ?? '', valueOf(object)]))
  for (const watch of watches) await watch.finish(revision)
  return { histories: watches.map((watch) => watch.history()), writes, final, finalRevision: revision }
}

type ConfigMaps = ResourceClient<Simulated>

async function tryToWrite(
  configMaps: ConfigMaps,
  name: string,
  value: string,
  dice: Dice,
): Promise<AcknowledgedWrite | undefined> {
  const data = { value }
  try {
    const choice = dice.below(4)
    if (choice === 0) {
      await configMaps.delete(name)
      return { name, revision: undefined, value: '' }
    }
    const metadata = { name, labels: { [label]: sideOf(name) } }
    const written =
      choice === 1
        ? await configMaps.create({ metadata, data } as Simulated)
        : await configMaps.update({ metadata, data } as Simulated)
    return { name, revision: Number(written.metadata.resourceVersion), value }
  } catch (error) {
    // The object is there, or is not.
    if (error instanceof StatusError && (error.code === 409 || error.code === 404)) return undefined
    throw error
  }
}

function valueOf(object: Simulated): string {
  return object.data?.['value'] ?? ''
}

/** A list and a watch in process that is cut and resumed. */
class SimulatedWatch {
  readonly #server: Server
  readonly #client: string
  readonly #side: string | undefined
  readonly #events: SeenEvent[] = []
  #initial = new Map<string, string>()
  #from = 0
  #reached = 0
  #stop = new AbortController()
  #running: Promise<void> | undefined

  constructor(server: Server, client: string, side: string | undefined) {
    this.#server = server
    this.#client = client
    this.#side = side
  }

  async start(): Promise<void> {
    const list = await this.#configMaps().list(this.#options())
    this.#from = Number(list.metadata.resourceVersion)
    this.#reached = this.#from
    this.#initial = new Map(list.items.map((object) => [object.metadata.name ?? '', valueOf(object)]))
    this.resume()
  }

  resume(): void {
    if (this.#from === 0 || this.#running !== undefined) return
    const stop = new AbortController()
    this.#stop = stop
    this.#running = this.#watch(stop.signal).finally(() => {
      this.#running = undefined
    })
  }

  async cut(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** Reads until a revision that the list has shown. */
  async finish(revision: number): Promise<void> {
    // A watch that selects may end before it: the objects at the end say whether something is missing.
    for (let turn = 0; turn < 4 && this.#reached < revision; turn++) {
      this.resume()
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    }
    await this.cut()
  }

  history(): WatchHistory {
    const side = this.#side
    return {
      client: this.#client,
      from: this.#from,
      initial: this.#initial,
      events: this.#events,
      selects: (name) => side === undefined || sideOf(name) === side,
    }
  }

  #configMaps() {
    return this.#server.connect().resource<Simulated>(kind).namespace(namespace)
  }

  #options(): { readonly labelSelector?: string } {
    return this.#side === undefined ? {} : { labelSelector: `${label}=${this.#side}` }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const resourceVersion = String(this.#reached)
    try {
      const events = this.#configMaps().watch({
        ...this.#options(),
        resourceVersion,
        allowWatchBookmarks: true,
        signal,
      })
      for await (const { type, object } of events) {
        const revision = Number(object.metadata.resourceVersion)
        const name = type === 'BOOKMARK' ? '' : (object.metadata.name ?? '')
        this.#events.push({
          type,
          revision,
          name,
          value: type === 'DELETED' || type === 'BOOKMARK' ? '' : valueOf(object),
        })
        this.#reached = revision
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}
