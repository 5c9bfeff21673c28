import type { Client, ResourceClient } from '@pinnace/client'
import { randomBetween, type ApiObject, type Random } from '@pinnace/meta'

/** A choice at random. */
export interface Dice {
  /** An integer from 0 to `count` (exclusive). */
  below(count: number): number
  pick<T>(items: readonly T[]): T
}

/** Creates dice of a source of randomness. */
export function createDice(random: Random): Dice {
  const below = (count: number): number => Math.floor(randomBetween(random, 0, count))
  return {
    below,
    pick<T>(items: readonly T[]): T {
      const index = below(items.length)
      const item = items[index]
      if (index >= items.length || item === undefined) throw new TypeError('there is nothing to pick')
      return item
    },
  }
}

/** The kinds of the simulation. */
export const simulatedKinds = {
  configMaps: { apiVersion: 'v1', kind: 'ConfigMap' },
  services: { apiVersion: 'v1', kind: 'Service' },
  pods: { apiVersion: 'v1', kind: 'Pod' },
} as const

export type SimulatedResource = keyof typeof simulatedKinds

/** One operation: the result is the object that was written; undefined for a deletion. */
export interface Operation {
  readonly resource: SimulatedResource
  /** How often it is chosen, compared with the others. */
  readonly weight: number
  /** `client` returns a resource of a server chosen at random, each time another. */
  run(client: () => ResourceClient<SimulatedObject>, dice: Dice): Promise<ApiObject | undefined>
}

/** The members of objects that operations write and checks read. */
export interface SimulatedObject extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly type?: string
    readonly clusterIP?: string
    readonly clusterIPs?: readonly string[]
    readonly ports?: readonly { readonly port: number; readonly nodePort?: number }[]
    readonly containers?: readonly { readonly name: string; readonly image: string }[]
  }
}

const finalizer = 'simulation.example.dev/hold'

/** The operations. They may be refused: names are taken, objects are gone or changed, addresses are in use. */
const operations: readonly Operation[] = [
  configMap(4, (client, dice) => client().create({ metadata: { name: configMapName(dice) }, data: counted(dice) })),
  configMap(2, (client, dice) => client().create({ metadata: { generateName: 'generated-' }, data: counted(dice) })),
  configMap(5, async (client, dice) => {
    // Read on one server and updated on another: the version must be understood there.
    const live = await client().get(configMapName(dice))
    return client().update({ ...live, data: counted(dice) })
  }),
  configMap(4, (client, dice) => client().patch(configMapName(dice), { data: counted(dice) })),
  configMap(3, (client, dice) =>
    client().apply(
      { metadata: { name: configMapName(dice) }, data: counted(dice) },
      { fieldManager: `manager-${dice.below(3)}`, force: true },
    ),
  ),
  configMap(4, async (client, dice) => {
    await client().delete(configMapName(dice))
    return undefined
  }),
  configMap(2, (client, dice) =>
    client().create({ metadata: { name: `held-${dice.below(4)}`, finalizers: [finalizer] }, data: {} }),
  ),
  configMap(2, async (client, dice) => {
    const name = `held-${dice.below(4)}`
    await client().delete(name)
    await client().patch(name, { metadata: { finalizers: null } })
    return undefined
  }),
  service(6, (client, dice) =>
    client().create({ metadata: { name: serviceName(dice) }, spec: { type: 'NodePort', ports: [{ port: 80 }] } }),
  ),
  service(5, (client, dice) => {
    // Several servers are asked for the same address and node port at once; the names differ.
    const ports = [{ port: 80, nodePort: 30_000 + dice.below(4) }]
    const spec = { type: 'NodePort', clusterIP: `10.96.0.${10 + dice.below(4)}`, ports }
    return atOnce(() => client().create({ metadata: { name: serviceName(dice) }, spec }))
  }),
  service(5, async (client, dice) => {
    await client().delete(serviceName(dice))
    return undefined
  }),
  pod(4, (client) =>
    atOnce(() =>
      client().create({
        metadata: { generateName: 'counted-' },
        spec: { containers: [{ name: 'main', image: 'example' }] },
      }),
    ),
  ),
]

/** Three creates in progress at the same time. Returns one of the objects; throws if all of them were refused. */
async function atOnce(create: () => Promise<ApiObject>): Promise<ApiObject> {
  const outcomes = await Promise.allSettled([create(), create(), create()])
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') return outcome.value
  const [first] = outcomes
  throw first.status === 'rejected' ? first.reason : new TypeError('nothing was created')
}

/** An operation, chosen by weight. */
export function pickOperation(dice: Dice): Operation {
  let left = dice.below(totalWeight)
  for (const operation of operations) {
    left -= operation.weight
    if (left < 0) return operation
  }
  throw new TypeError('there are no operations')
}

const totalWeight = operations.reduce((sum, { weight }) => sum + weight, 0)

/** The client of a resource in the namespace of the simulation. */
export function resourceOf(
  client: Client,
  resource: SimulatedResource,
  namespace: string,
): ResourceClient<SimulatedObject> {
  return client.resource<SimulatedObject>(simulatedKinds[resource]).namespace(namespace)
}

function configMap(weight: number, run: Operation['run']): Operation {
  return { resource: 'configMaps', weight, run }
}

function service(weight: number, run: Operation['run']): Operation {
  return { resource: 'services', weight, run }
}

function pod(weight: number, run: Operation['run']): Operation {
  return { resource: 'pods', weight, run }
}

function configMapName(dice: Dice): string {
  return `config-${dice.below(12)}`
}

function serviceName(dice: Dice): string {
  return `service-${dice.below(10)}`
}

function counted(dice: Dice): Record<string, string> {
  return { [`key-${dice.below(3)}`]: String(dice.below(1_000)) }
}
