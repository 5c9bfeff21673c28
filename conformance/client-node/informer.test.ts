import { CoreV1Api, makeInformer, type Informer, type ObjectCache, type V1ConfigMap } from '@kubernetes/client-node'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cuttable } from './support/cuttable.ts'
import { eventually } from './support/eventually.ts'
import { start, type Started } from './support/start.ts'

const namespace = 'default'
const path = '/api/v1/namespaces/default/configmaps'
let clock: FakeClock
let started: Started
let core: CoreV1Api
let informer: Informer<V1ConfigMap> & ObjectCache<V1ConfigMap>
let lines: string[]
let lists: number
let stopped: boolean

beforeEach(async () => {
  // Certificates are checked against the machine's own time, so the clock begins there.
  clock = createFakeClock(new Date().toISOString())
  started = await start({ clock })
  core = started.config.makeApiClient(CoreV1Api)
  lines = []
  lists = 0
  stopped = false
})
afterEach(async () => {
  stopped = true
  await informer.stop()
  const closed = started.server.close()
  while ((await Promise.race([closed.then(() => 'closed'), clock.advance(100)])) !== 'closed');
})

/** Starts an informer the way its users do: it is started again when it fails. */
async function inform(labelSelector?: string, config = started.config): Promise<void> {
  const list = () => {
    lists++
    return core.listNamespacedConfigMap({ namespace, ...(labelSelector === undefined ? {} : { labelSelector }) })
  }
  informer = makeInformer(config, path, list, labelSelector)
  for (const verb of ['add', 'update', 'delete'] as const)
    informer.on(verb, (object) => lines.push(`${verb} ${object.metadata!.name}`))
  informer.on('error', () => {
    if (!stopped) void informer.start()
  })
  await informer.start()
}

const create = (name: string, labels: Record<string, string> = {}) =>
  core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels } } })
const names = () => informer.list(namespace).map(({ metadata }) => metadata!.name)

describe('an informer', () => {
  it('holds what is there', async () => {
    await create('a')
    await inform()
    expect(names()).toEqual(['a'])
    expect(lines).toEqual(['add a'])
  })

  it('hears of every change', async () => {
    await inform()
    const made = await create('a')
    await core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { k: 'v' } } })
    await core.deleteNamespacedConfigMap({ namespace, name: 'a' })
    await eventually('three changes', () => lines.length === 3)
    expect(lines).toEqual(['add a', 'update a', 'delete a'])
    expect(names()).toEqual([])
  })

  it('keeps the newest state', async () => {
    await inform()
    const made = await create('a')
    const changed = await core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { k: 'v' } } })
    await eventually('the newest', () => informer.get('a', namespace)?.data?.['k'] === 'v')
    expect(informer.get('a', namespace)!.metadata!.resourceVersion).toBe(changed.metadata!.resourceVersion)
  })

  it('sees only what its selector selects', async () => {
    await create('a', { tier: 'front' })
    await create('b', { tier: 'back' })
    await inform('tier=front')
    const c = await create('c', { tier: 'front' })
    await eventually('c', () => lines.includes('add c'))
    await core.replaceNamespacedConfigMap({
      namespace,
      name: 'c',
      body: { ...c, metadata: { ...c.metadata, labels: { tier: 'back' } } },
    })
    await eventually('c to leave', () => lines.includes('delete c'))
    expect(names()).toEqual(['a'])
  })

  it('goes on from where it was when a watch ends in time', async () => {
    await inform()
    await create('a')
    await eventually('a', () => lines.length === 1)
    await clock.advance(61 * 60_000)
    await create('b')
    await eventually('b', () => lines.includes('add b'))
    expect(lines).toEqual(['add a', 'add b'])
  }, 20_000)

  it('finds what happened while its connection was lost', async () => {
    const way = await cuttable(started.config)
    await create('a')
    await inform(undefined, way.config)
    way.cut()
    await core.deleteNamespacedConfigMap({ namespace, name: 'a' })
    await create('b')
    await eventually('the changes', () => lines.length >= 3)
    expect(lines).toEqual(['add a', 'delete a', 'add b'])
    expect(lists).toBe(1)
    await way.close()
  })

  it('lists again when its version is forgotten', async () => {
    await create('a')
    await inform()
    stopped = true
    await informer.stop()
    await core.deleteNamespacedConfigMap({ namespace, name: 'a' })
    await create('b')
    await clock.advance(6 * 60_000)
    await create('c')
    await clock.advance(6 * 60_000)
    stopped = false
    await informer.start()
    await eventually('b and c', () => names().includes('b') && names().includes('c'))
    expect(lists).toBe(2)
    expect(names()).toEqual(['b', 'c'])
  })

  it('of many objects hears of each once', async () => {
    await inform()
    // Each of these has a connection: more at once do not connect in time on a busy machine.
    for (let first = 0; first < 200; first += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => create(`many-${first + index}`)))
    }
    await eventually('200', () => lines.length >= 200)
    expect(new Set(lines).size).toBe(200)
    expect(lines).toHaveLength(200)
  })
})
