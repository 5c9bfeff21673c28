import { CoreV1Api, Watch } from '@kubernetes/client-node'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from './support/eventually.ts'
import { start, type Started } from './support/start.ts'

const namespace = 'default'
const path = '/api/v1/namespaces/default/configmaps'
let clock: FakeClock
let started: Started
let core: CoreV1Api
const open: AbortController[] = []

beforeEach(async () => {
  // Certificates are checked against the machine's own time, so the clock begins there.
  clock = createFakeClock(new Date().toISOString())
  started = await start({ clock })
  core = started.config.makeApiClient(CoreV1Api)
})
afterEach(async () => {
  for (const controller of open.splice(0)) controller.abort()
  const closed = started.server.close()
  // Closing waits by the clock for requests under way.
  while ((await Promise.race([closed.then(() => 'closed'), clock.advance(100)])) !== 'closed');
})

interface Seen {
  readonly types: readonly string[]
  readonly lines: readonly string[]
  readonly objects: readonly {
    readonly metadata?: { readonly name?: string; readonly resourceVersion?: string }
    readonly code?: number
  }[]
  readonly end: { error?: unknown; done: boolean }
}

async function watch(query: Record<string, string | number | boolean>, from = path): Promise<Seen> {
  const types: string[] = []
  const lines: string[] = []
  const objects: Seen['objects'][number][] = []
  const end: Seen['end'] = { done: false }
  const controller = await new Watch(started.config).watch(
    from,
    query,
    (type: string, object: Seen['objects'][number]) => {
      types.push(type)
      lines.push(`${type} ${object.metadata?.name ?? ''}`)
      objects.push(object)
    },
    (error) => {
      end.error = error
      end.done = true
    },
  )
  open.push(controller)
  return { types, lines, objects, end }
}

const create = (name: string, labels: Record<string, string> = {}) =>
  core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels } } })

describe('a watch', () => {
  it('begins with what is there, and goes on with what happens', async () => {
    const made = await create('a')
    const seen = await watch({})
    await core.replaceNamespacedConfigMap({ namespace, name: 'a', body: { ...made, data: { k: 'v' } } })
    await create('b')
    await core.deleteNamespacedConfigMap({ namespace, name: 'a' })
    await eventually('four events', () => seen.lines.length === 4)
    expect(seen.lines).toEqual(['ADDED a', 'MODIFIED a', 'ADDED b', 'DELETED a'])
  })

  it('begins after the version of a list', async () => {
    await create('a')
    const { metadata } = await core.listNamespacedConfigMap({ namespace })
    await create('b')
    const seen = await watch({ resourceVersion: metadata!.resourceVersion! })
    await create('c')
    await eventually('two events', () => seen.lines.length === 2)
    expect(seen.lines).toEqual(['ADDED b', 'ADDED c'])
  })

  it('shows an object that enters and leaves its selector', async () => {
    const seen = await watch({ labelSelector: 'tier=front' })
    const made = await create('a')
    const front = await core.replaceNamespacedConfigMap({
      namespace,
      name: 'a',
      body: { ...made, metadata: { ...made.metadata, labels: { tier: 'front' } } },
    })
    const back = await core.replaceNamespacedConfigMap({
      namespace,
      name: 'a',
      body: { ...front, metadata: { ...front.metadata, labels: { tier: 'back' } } },
    })
    await eventually('two events', () => seen.lines.length === 2)
    expect(seen.lines).toEqual(['ADDED a', 'DELETED a'])
    expect(seen.objects[1]!.metadata!.resourceVersion).toBe(back.metadata!.resourceVersion)
  })

  it('follows one object by name', async () => {
    const seen = await watch({ fieldSelector: 'metadata.name=b' })
    await create('a')
    await create('b')
    await eventually('an event', () => seen.lines.length === 1)
    expect(seen.lines).toEqual(['ADDED b'])
  })

  it('sees deletions with the version of the deletion', async () => {
    const made = await create('a')
    const seen = await watch({ resourceVersion: made.metadata!.resourceVersion! })
    await core.deleteNamespacedConfigMap({ namespace, name: 'a' })
    await eventually('an event', () => seen.lines.length === 1)
    expect(BigInt(seen.objects[0]!.metadata!.resourceVersion!)).toBeGreaterThan(BigInt(made.metadata!.resourceVersion!))
  })

  it('streams a list, and says where it ends', async () => {
    await create('a')
    const seen = await watch({
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    })
    await eventually('the bookmark', () => seen.types.includes('BOOKMARK'))
    expect(seen.lines.filter((line) => line !== 'ADDED kube-root-ca.crt')).toEqual(['ADDED a', 'BOOKMARK '])
    expect(seen.objects.at(-1)).toMatchObject({ metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } })
  })

  it('gets bookmarks about every minute', async () => {
    const seen = await watch({ allowWatchBookmarks: true, resourceVersion: '0' })
    const { metadata } = await create('a')
    await eventually('the event', () => seen.lines.length === 1)
    await clock.advance(65_000)
    await eventually('a bookmark', () => seen.types.at(-1) === 'BOOKMARK')
    // The server renews its lease meanwhile, so the bookmark is ahead of the last event.
    expect(Number(seen.objects.at(-1)!.metadata!.resourceVersion)).toBeGreaterThan(Number(metadata!.resourceVersion))
  })

  it('ends at the time it was given', async () => {
    const seen = await watch({ timeoutSeconds: 5 })
    await clock.advance(4000)
    expect(seen.end.done).toBe(false)
    await clock.advance(1500)
    await eventually('the end', () => seen.end.done)
  })

  it('of a version that is forgotten gets one 410', async () => {
    const old = (await create('a')).metadata!.resourceVersion!
    for (let index = 0; index < 3; index++) await create(`b${index}`)
    await clock.advance(6 * 60_000)
    await create('c')
    await clock.advance(6 * 60_000)
    const seen = await watch({ resourceVersion: old })
    await eventually('the end', () => seen.end.done)
    const gone =
      seen.types.length === 1 ? seen.objects[0]!.code : (seen.end.error as { statusCode?: number }).statusCode
    expect(gone).toBe(410)
    expect(seen.types.filter((type) => type !== 'ERROR')).toEqual([])
  })

  it('of a version that is none is refused before it begins', async () => {
    const seen = await watch({ resourceVersion: 'nonsense' })
    await eventually('the end', () => seen.end.done)
    expect(seen.end.error).toMatchObject({ statusCode: 500 })
  })

  it('ends when the server goes', async () => {
    const seen = await watch({})
    started.server.reset()
    await eventually('the end', () => seen.end.done)
  })

  it('of many kinds and namespaces keeps them apart', async () => {
    const pods = await watch({}, '/api/v1/pods')
    const maps = await watch({}, '/api/v1/configmaps')
    await core.createNamespacedPod({
      namespace,
      body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'm', image: 'i' }] } },
    })
    await create('a')
    await eventually('both', () => pods.lines.length === 1 && maps.lines.at(-1) === 'ADDED a')
    const system = [
      'ADDED extension-apiserver-authentication',
      'ADDED kube-apiserver-legacy-service-account-token-tracking',
    ]
    expect([pods.lines, maps.lines]).toEqual([['ADDED p'], [...system, 'ADDED a']])
  })
})
