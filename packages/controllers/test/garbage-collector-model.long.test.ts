import { randomInt } from 'node:crypto'
import type { Client, ResourceClient } from '@pinnace/client'
import type { ApiObject, OwnerReference } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'
import { createFlakyClient } from './support/flaky-client.ts'
import { createOwnerModel, type ModelObject } from './support/owner-model.ts'
import { createChance, type Chance } from './support/seeded-random.ts'

const controllers = ['garbage-collector-controller']
const policies = ['Background', 'Foreground', 'Orphan'] as const
const namespaces = ['one', 'two']
// A run of one's own choice: GARBAGE_SEED=12345 npx vitest run …
const given = process.env['GARBAGE_SEED']
const seeds = given === undefined ? Array.from({ length: 12 }, () => randomInt(2 ** 31)) : [Number(given)]
const lines = seeds.map((seed, index) => [index % 3 === 2 || given !== undefined ? 'bad' : 'good', seed] as const)

describe('the garbage collector leaves the same objects as a model that applies every rule to every object', () => {
  it.each(lines)('over random graphs of owners, with a %s connection and seed %i', async (line, seed) => {
    const chance = createChance(seed)
    await using server = await createTestServer()
    const client = server.connect()
    const rbac = `${server.vocabulary.group('rbac.authorization')}/v1`
    const kinds = [
      { apiVersion: 'v1', kind: 'ConfigMap', isNamespaced: true },
      { apiVersion: 'v1', kind: 'Secret', isNamespaced: true },
      { apiVersion: rbac, kind: 'ClusterRole', isNamespaced: false },
    ]
    for (const name of namespaces) {
      await client.resource({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name } })
    }
    const model = createOwnerModel()
    const read = async (): Promise<Record<string, readonly string[]>> => {
      const found: Record<string, readonly string[]> = {}
      for (const { apiVersion, kind } of kinds) {
        for (const { metadata } of (await client.resource({ apiVersion, kind }).list()).items) {
          if (metadata.labels?.['model'] !== 'yes') continue
          found[metadata.name!] = (metadata.ownerReferences ?? []).map(({ name, uid }) => `${name} ${uid}`).sort()
        }
      }
      return found
    }
    const expected = (): Record<string, readonly string[]> =>
      Object.fromEntries(
        Array.from(model.objects.values(), ({ name, owners }) => [
          name,
          owners.map((owner) => `${owner.name} ${owner.uid}`).sort(),
        ]),
      )
    /** Waits until both agree, and that they do not part again. */
    const agree = async (step: string): Promise<void> => {
      model.settle()
      for (let look = 0; look < 400; look++) {
        if (same(await read(), expected())) break
        await pause(look)
      }
      await pause(0)
      expect(await read(), `seed ${seed}, ${step}`).toEqual(expected())
    }

    // What of the cluster names an owner in a namespace is left alone: another test.
    const ownersFor = (isNamespaced: boolean): readonly OwnerReference[] =>
      randomOwners(
        chance,
        [...model.objects.values()].filter(({ namespace }) => isNamespaced || namespace === ''),
      )

    // Half of it is there before the collector is, half of it comes while it looks.
    const make = async (number: number): Promise<void> => {
      const { apiVersion, kind, isNamespaced } = chance.of(kinds)
      const name = `object-${number}`
      const owners = ownersFor(isNamespaced)
      const metadata = { name, labels: { model: 'yes' }, ...(owners.length === 0 ? {} : { ownerReferences: owners }) }
      const objects = objectsOf(client, { apiVersion, kind }, isNamespaced ? chance.of(namespaces) : '')
      model.add(await objects.create({ metadata }))
    }
    for (let number = 0; number < 25; number++) await make(number)
    const own = line === 'bad' ? createFlakyClient(client, createChance(seed)) : client
    await using running = startControllers({ client: own, controllers })
    await running.started
    await agree('at the beginning')
    for (let number = 25; number < 50; number++) await make(number)
    await agree('after more have come')

    for (let step = 0; step < 25 && model.objects.size > 0; step++) {
      const target = chance.of([...model.objects.values()])
      const objects = objectsOf(client, target, target.namespace)
      if (chance.oneIn(3)) {
        // Cycles and owners of itself come from here: they cannot be made any other way.
        const owners = ownersFor(target.namespace !== '')
        await objects.patch(target.name, { metadata: { ownerReferences: owners.length === 0 ? null : owners } })
        model.setOwners(target.uid, owners)
        await agree(`step ${step}: other owners of ${target.name}`)
        continue
      }
      const propagationPolicy = chance.of(policies)
      // Dependents that are not observed yet are not orphaned, as with kube-controller-manager: the event of all first.
      if (propagationPolicy === 'Orphan') await pause(30)
      await objects.delete(target.name, { propagationPolicy })
      model.delete(target.uid, propagationPolicy)
      await agree(`step ${step}: ${propagationPolicy} deletion of ${target.name}`)
    }

    // Many at once: in which order they go makes no difference.
    const targets = [...model.objects.values()].filter(() => chance.oneIn(2))
    await Promise.all(
      targets.map(async (target) => {
        const propagationPolicy = chance.of(['Background', 'Foreground'] as const)
        await objectsOf(client, target, target.namespace).delete(target.name, { propagationPolicy })
      }),
    )
    for (const { uid } of targets) model.delete(uid, 'Background')
    await agree('after many deletions at once')
  })
})

function objectsOf(
  client: Client,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  namespace: string,
): ResourceClient {
  const objects = client.resource<ApiObject>({ apiVersion, kind })
  return namespace === '' ? objects : objects.namespace(namespace)
}

function randomOwners(chance: Chance, objects: readonly ModelObject[]): readonly OwnerReference[] {
  const owners = new Map<string, OwnerReference>()
  for (let count = chance.below(4); count > 0 && objects.length > 0; count--) {
    const { apiVersion, kind, name, uid } = chance.of(objects)
    const blockOwnerDeletion = chance.oneIn(2)
    const flaw = chance.below(24)
    // Some refer to an owner that never existed, some to an owner by a wrong name.
    const named = flaw === 0 ? { name, uid: `no-${count}` } : flaw === 1 ? { name: 'wrong', uid } : { name, uid }
    owners.set(named.uid, { apiVersion, kind, ...named, blockOwnerDeletion })
  }
  return [...owners.values()]
}

function same(left: Record<string, readonly string[]>, right: Record<string, readonly string[]>): boolean {
  const lines = (all: Record<string, readonly string[]>): string =>
    JSON.stringify(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
  return lines(left) === lines(right)
}

/** A turn of the event loop; real time where many have not been enough. */
async function pause(look: number): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => void setImmediate(resolve))
  if (look > 20) await new Promise((resolve) => void setTimeout(resolve, 5))
}
