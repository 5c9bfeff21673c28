import type { Client, ResourceClient } from '@pinnace/client'
import { isEqualJson, StatusError, type ApiObject, type Random } from '@pinnace/meta'
import { eventually } from '../eventually.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { checkAddresses, checkCount, checkTypes, compareHistories, replay } from './check-history.ts'
import { ObservedResource } from './observed-resource.ts'
import {
  createDice,
  pickOperation,
  resourceOf,
  simulatedKinds,
  type Dice,
  type SimulatedObject,
  type SimulatedResource,
} from './operations.ts'

/** Options for {@link simulateServers}. */
export interface SimulationOptions {
  /** One client of each server, all of them over one store: `server.connect()`, or a client over HTTPS. */
  readonly clients: readonly Client[]
  /** The same seed makes the same operations; their order of execution is that of the machine. */
  readonly seed: number
  /** @default 500 */
  readonly operations?: number
  /** How many operations are in progress at once. @default 8 */
  readonly writers?: number
  /** The namespace, which is created. @default 'simulation' */
  readonly namespace?: string
  /** Called before each operation, to inject faults. */
  readonly beforeOperation?: (index: number) => void
  /** How long watches may take to deliver everything after the last operation, in milliseconds. @default 15000 */
  readonly settleMs?: number
}

/** What a simulation has done. Its promises were kept: otherwise {@link SimulationError} is thrown. */
export interface SimulationReport {
  /** Operations that were answered with an object or a success. */
  readonly done: number
  /** Operations that were refused, by reason of the Status. */
  readonly refused: Readonly<Record<string, number>>
  readonly reads: number
  /** Pages of lists that were continued on another server. */
  readonly pages: number
  readonly events: number
  /** Watches that were started; each but the first ones resumes at the revision where another one had ended. */
  readonly watches: number
  readonly bookmarks: number
  readonly services: number
  readonly pods: number
}

/** Promises that were broken. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError'
  readonly violations: readonly string[]

  constructor(violations: readonly string[], seed: number) {
    super(
      `seed ${seed}: ${violations.slice(0, 10).join('; ')}${violations.length > 10 ? `; and ${violations.length - 10} more` : ''}`,
    )
    this.violations = violations
  }
}

const podQuota = 12
const maxPages = 1_000

/**
 * Runs random operations through several servers over one store, and watches on all of them, some of which move from
 * server to server. Checks that
 *
 * - every watch gets every change once, in the order of revisions, and bookmarks are true;
 * - all servers list the same objects in the end, and those that the events add up to;
 * - a read without a resourceVersion is as new as the last write that was acknowledged on any server;
 * - every acknowledged write is among the events;
 * - the pages of a list, each read from another server, are those of one snapshot;
 * - no two services ever have the same address or node port, and no quota is exceeded.
 *
 * Throws a {@link SimulationError} that names every broken promise.
 */
export async function simulateServers(options: SimulationOptions): Promise<SimulationReport> {
  const simulation = new Simulation(options)
  await simulation.prepare()
  await simulation.operate()
  return simulation.finish()
}

interface Acknowledged {
  readonly resource: SimulatedResource
  readonly name: string
  readonly revision: bigint
}

const resources = Object.keys(simulatedKinds) as readonly SimulatedResource[]

class Simulation {
  readonly #options: SimulationOptions
  readonly #random: Random
  readonly #dice: Dice
  readonly #namespace: string
  readonly #violations: string[] = []
  readonly #acknowledged: Acknowledged[] = []
  readonly #refused: Record<string, number> = {}
  readonly #observed = new Map<SimulatedResource, ObservedResource[]>()
  readonly #initial = new Map<SimulatedResource, readonly SimulatedObject[]>()
  #newest = 0n
  #done = 0
  #reads = 0
  #pages = 0

  constructor(options: SimulationOptions) {
    if (options.clients.length === 0) throw new TypeError('clients must not be empty')
    this.#options = options
    this.#random = createSeededRandom(options.seed)
    this.#dice = createDice(this.#random)
    this.#namespace = options.namespace ?? 'simulation'
  }

  /** Creates the namespace and the quota, and starts one watch on each server and one that moves, for each resource. */
  async prepare(): Promise<void> {
    const { clients } = this.#options
    const first = this.#client()
    const name = this.#namespace
    await first.resource({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name } })
    const quota = { metadata: { name: 'pods' }, spec: { hard: { pods: String(podQuota) } } }
    const quotas = first.resource<ApiObject & { readonly spec: object }>({ apiVersion: 'v1', kind: 'ResourceQuota' })
    await quotas.namespace(name).create(quota)
    for (const client of clients) await this.#untilKnown(client)
    for (const resource of resources) {
      const { items, metadata } = await this.#resource(resource).list()
      this.#initial.set(resource, items)
      const shared = { kind: simulatedKinds[resource], namespace: name, clients, from: metadata.resourceVersion ?? '0' }
      const fixed = clients.map((_, index) => new ObservedResource({ ...shared, choose: () => index }))
      let left = 3
      const moving = new ObservedResource({
        ...shared,
        choose: () => this.#dice.below(clients.length),
        timeoutSeconds: 3,
        shouldMove: () => left-- <= 0 && (left = this.#dice.below(20)) >= 0,
      })
      this.#observed.set(resource, [...fixed, moving])
    }
  }

  /** Waits until a server enforces the quota: until the store has delivered it. */
  async #untilKnown(client: Client): Promise<void> {
    const quotas = client.resource({ apiVersion: 'v1', kind: 'ResourceQuota' }).namespace(this.#namespace)
    const { settleMs: timeoutMs = 15_000 } = this.#options
    await eventually(async () => (await quotas.list({ resourceVersion: '0' })).items.length, 1, { timeoutMs })
  }

  async operate(): Promise<void> {
    const { operations = 500, writers = 8 } = this.#options
    let next = 0
    const writer = async (): Promise<void> => {
      while (next < operations) {
        const index = next++
        this.#options.beforeOperation?.(index)
        await this.#operate()
      }
    }
    await Promise.all(Array.from({ length: writers }, writer))
  }

  async finish(): Promise<SimulationReport> {
    const lists = new Map<SimulatedResource, readonly SimulatedObject[]>()
    try {
      for (const resource of resources) lists.set(resource, await this.#listEverywhere(resource))
      await this.#untilDelivered()
    } finally {
      for (const watches of this.#observed.values()) await Promise.all(watches.map((watch) => watch.stop()))
    }
    for (const resource of resources) this.#check(resource, lists.get(resource) ?? [])
    if (this.#violations.length > 0) throw new SimulationError(this.#violations, this.#options.seed)
    return this.#report()
  }

  async #operate(): Promise<void> {
    const operation = pickOperation(this.#dice)
    const { resource } = operation
    try {
      const written = await operation.run(() => this.#resource(resource), this.#dice)
      this.#done++
      if (written !== undefined) this.#acknowledge(resource, written)
    } catch (error) {
      this.#refuse(error)
    }
    const choice = this.#dice.below(6)
    try {
      if (choice === 0) await this.#readNewest(resource)
      if (choice === 1) await this.#readPages(resource)
    } catch (error) {
      this.#refuse(error)
    }
  }

  #acknowledge(resource: SimulatedResource, { metadata }: ApiObject): void {
    const revision = BigInt(metadata.resourceVersion ?? '0')
    this.#acknowledged.push({ resource, name: metadata.name ?? '', revision })
    if (revision > this.#newest) this.#newest = revision
  }

  #refuse(error: unknown): void {
    if (!(error instanceof StatusError)) throw error
    this.#refused[error.reason] = (this.#refused[error.reason] ?? 0) + 1
    if (error.code === 500) this.#violations.push(`an operation failed: ${error.message}`)
  }

  async #readNewest(resource: SimulatedResource): Promise<void> {
    const expected = this.#newest
    const { metadata } = await this.#resource(resource).list()
    this.#reads++
    const revision = BigInt(metadata.resourceVersion ?? '0')
    if (revision < expected)
      this.#violations.push(`a list at ${revision} is older than an acknowledged write at ${expected}`)
  }

  async #readPages(resource: SimulatedResource): Promise<void> {
    const names: string[] = []
    const first = await this.#resource(resource).list({ limit: 2 })
    let page = first
    for (let count = 1; ; count++) {
      this.#pages++
      names.push(...page.items.map(({ metadata }) => metadata.name ?? ''))
      const { continue: token = '', resourceVersion } = page.metadata
      if (resourceVersion !== first.metadata.resourceVersion)
        this.#violations.push('pages of one list have several versions')
      if (token === '' || count === maxPages) break
      page = await this.#resource(resource).list({ limit: 2, continue: token })
    }
    const { resourceVersion = '' } = first.metadata
    const whole = await this.#resource(resource).list({ resourceVersion, resourceVersionMatch: 'Exact' })
    const expected = whole.items.map(({ metadata }) => metadata.name ?? '')
    if (!isEqualJson(names, expected))
      this.#violations.push(
        `pages of ${resource} at ${resourceVersion} have ${names.join()}, the list ${expected.join()}`,
      )
  }

  /** The list of a resource, which must be the same on every server. */
  async #listEverywhere(resource: SimulatedResource): Promise<readonly SimulatedObject[]> {
    const lists: (readonly SimulatedObject[])[] = []
    for (const client of this.#options.clients) {
      lists.push((await resourceOf(client, resource, this.#namespace).list()).items)
    }
    const [first = []] = lists
    for (const [index, list] of lists.entries()) {
      if (!isEqualJson(list, first)) this.#violations.push(`server ${index} lists other ${resource} than server 0`)
    }
    return first
  }

  /** Waits until every watch has the newest acknowledged write of its resource, and as many events as the others. */
  async #untilDelivered(): Promise<void> {
    const newest = new Map<SimulatedResource, bigint>()
    for (const { resource, revision } of this.#acknowledged) {
      if (revision > (newest.get(resource) ?? 0n)) newest.set(resource, revision)
    }
    const isDelivered = ([resource, watches]: [SimulatedResource, readonly ObservedResource[]]): boolean =>
      watches.every(
        ({ revision, events, violations }) =>
          violations.length > 0 ||
          (revision >= (newest.get(resource) ?? 0n) && events.length === watches[0]?.events.length),
      )
    const { settleMs: timeoutMs = 15_000 } = this.#options
    // The comparison of the histories says what is missing after that time.
    await eventually(() => [...this.#observed].every(isDelivered), true, { timeoutMs }).catch(() => undefined)
  }

  #check(resource: SimulatedResource, list: readonly SimulatedObject[]): void {
    const [first, ...others] = this.#observed.get(resource) ?? []
    if (first === undefined) return
    const initial = this.#initial.get(resource) ?? []
    const { events } = first
    const all = [first, ...others]
    for (const { violations } of all) this.#violations.push(...violations.map((text) => `${resource}: ${text}`))
    for (const [index, watch] of others.entries()) {
      this.#violations.push(...compareHistories(`watch ${index + 1} of ${resource}`, watch.events, events))
    }
    this.#violations.push(...checkTypes(events, initial))
    const replayed = replay(events, initial)
    const isSame = list.length === replayed.size && list.every((object) => isSameVersion(object, replayed))
    if (!isSame) this.#violations.push(`the events of ${resource} do not add up to the list`)
    const revisions = new Set(events.map(({ revision }) => revision))
    for (const written of this.#acknowledged) {
      if (written.resource !== resource || revisions.has(written.revision)) continue
      this.#violations.push(`the write of ${written.name} at ${written.revision} is not among the events`)
    }
    if (resource === 'services') this.#violations.push(...checkAddresses(events))
    if (resource === 'pods') this.#violations.push(...checkCount(events, podQuota))
  }

  #report(): SimulationReport {
    const watches = [...this.#observed.values()].flat()
    const added = (resource: SimulatedResource): number =>
      this.#observed.get(resource)?.[0]?.events.filter(({ type }) => type === 'ADDED').length ?? 0
    return {
      done: this.#done,
      refused: this.#refused,
      reads: this.#reads,
      pages: this.#pages,
      events: watches.reduce((sum, { events }) => sum + events.length, 0),
      watches: watches.reduce((sum, watch) => sum + watch.watches, 0),
      bookmarks: watches.reduce((sum, watch) => sum + watch.bookmarks, 0),
      services: added('services'),
      pods: added('pods'),
    }
  }

  #client(): Client {
    return this.#dice.pick(this.#options.clients)
  }

  #resource(resource: SimulatedResource): ResourceClient<SimulatedObject> {
    return resourceOf(this.#client(), resource, this.#namespace)
  }
}

function isSameVersion({ metadata }: ApiObject, objects: ReadonlyMap<string, ApiObject>): boolean {
  return objects.get(metadata.name ?? '')?.metadata.resourceVersion === metadata.resourceVersion
}
