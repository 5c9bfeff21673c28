import { createClientOver, type Client, type DiscoveredResource } from '@pinnace/client'
import { notFound, systemRandom, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectable } from '../src/garbage-collector/garbage-collector.ts'
import { createResourceMonitors, type ResourceMonitors } from '../src/monitors/resource-monitors.ts'
import { preferredResources } from '../src/discovery/preferred-resources.ts'

let clock: FakeClock
let server: TestServer
let monitors: ResourceMonitors
let seen: string[]
let errors: unknown[]
let discovered: readonly DiscoveredResource[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  discovered = await server.connect().discover()
  seen = []
  errors = []
  monitors = monitor(server.connect())
})

afterEach(async () => {
  await monitors.stop()
  await server[Symbol.asyncDispose]()
  expect(clock.pending).toBe(0)
})

function monitor(client: Client): ResourceMonitors {
  const record =
    (event: string) =>
    (resource: DiscoveredResource, { metadata }: ApiObject) =>
      void seen.push(`${event} ${resource.resource}.${resource.version} ${metadata.name}`)
  return createResourceMonitors({
    client,
    clock,
    random: systemRandom,
    onError: (error) => void errors.push(error),
    handler: { observe: record('observe'), remove: record('remove'), forget: record('forget') },
  })
}

const resource = (name: string, group = ''): DiscoveredResource => {
  const found = discovered.find((one) => one.resource === name && one.group === group)
  if (found === undefined) throw new Error(`${name} is not served`)
  return found
}
const secrets = () => server.client({ apiVersion: 'v1', kind: 'Secret' }).namespace('default')

describe('monitors of resources', () => {
  it('observe what exists, what comes and changes, and what is deleted', async () => {
    await secrets().create({ metadata: { name: 'before' } })
    monitors.sync([resource('secrets')])
    await monitors.synced()
    expect(seen).toEqual(['observe secrets.v1 before'])
    await secrets().create({ metadata: { name: 'after' } })
    await secrets().patch('before', { metadata: { labels: { a: 'b' } } })
    await secrets().delete('after')
    await eventually(
      () => seen.slice(1),
      ['observe secrets.v1 after', 'observe secrets.v1 before', 'remove secrets.v1 after'],
    )
  })

  it('keep only the members of the metadata that the garbage collector uses', async () => {
    let last: ApiObject | undefined
    const client = server.connect()
    const trimmed = createResourceMonitors({
      client,
      clock,
      random: systemRandom,
      onError: (error) => void errors.push(error),
      handler: { observe: (_, object) => void (last = object), remove: () => {}, forget: () => {} },
    })
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 's', uid: 'u' }
    await secrets().create({
      metadata: {
        name: 'x',
        labels: { a: 'b' },
        annotations: { c: 'd' },
        ownerReferences: [owner],
        finalizers: ['e/f'],
      },
    })
    trimmed.sync([resource('secrets')])
    await trimmed.synced()
    expect(Object.keys(last?.metadata ?? {}).sort()).toEqual([
      'finalizers',
      'name',
      'namespace',
      'ownerReferences',
      'resourceVersion',
      'uid',
    ])
    await trimmed.stop()
  })

  it('forget the objects of a resource that is no longer in the set', async () => {
    await secrets().create({ metadata: { name: 'x' } })
    monitors.sync([resource('secrets'), resource('serviceaccounts')])
    await monitors.synced()
    monitors.sync([resource('serviceaccounts')])
    await eventually(
      () => seen,
      (found) => found.includes('forget secrets.v1 x'),
    )
    await secrets().create({ metadata: { name: 'y' } })
    await clock.advance(1000)
    expect(seen).not.toContain('observe secrets.v1 y')
  })

  it('keep a resource that discovery lacks now, when it is to be kept', async () => {
    monitors.sync([resource('secrets')])
    await monitors.synced()
    monitors.sync([], ({ resource: name }) => name === 'secrets')
    await secrets().create({ metadata: { name: 'x' } })
    await eventually(() => seen, ['observe secrets.v1 x'])
  })

  it('do not start again for a resource that is in the set already', async () => {
    await secrets().create({ metadata: { name: 'x' } })
    for (let turn = 0; turn < 3; turn++) {
      monitors.sync([resource('secrets')])
      await monitors.synced()
    }
    expect(seen).toEqual(['observe secrets.v1 x'])
  })

  it('observe a resource in its new version before they forget it in the old one', async () => {
    const deployments = resource('deployments', 'apps')
    const leases = server.client({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }).namespace('default')
    await leases.create({ metadata: { name: 'l' } })
    const lease = resource('leases', 'coordination.k8s.io')
    monitors.sync([lease, deployments])
    await monitors.synced()
    // The same resource under another kind: the monitor is replaced as for another version.
    monitors.sync([{ ...lease, kind: 'OtherLease' }, deployments])
    await eventually(() => seen, ['observe leases.v1 l', 'observe leases.v1 l', 'forget leases.v1 l'])
  })

  it('report that a list is refused, but not that a resource is gone for a moment', async () => {
    await monitors.stop()
    const { transport, vocabulary } = server.connect()
    let answer: () => Error = () => notFound({ group: '', resource: 'secrets' }, '')
    const broken = createClientOver({
      vocabulary,
      transport: {
        ...transport,
        list: async () => Promise.reject(answer()),
        watch() {
          throw answer()
        },
      },
    })
    monitors = monitor(broken)
    monitors.sync([resource('secrets')])
    await clock.advance(500)
    expect(errors).toEqual([])
    await clock.advance(600_000)
    expect(errors.length).toBeGreaterThan(0)
    errors.length = 0
    answer = () => new Error('connection refused')
    await clock.advance(600_000)
    expect(String(errors[0])).toContain('connection refused')
  })

  it('observe nothing after they have been stopped', async () => {
    await monitors.stop()
    monitors.sync([resource('secrets')])
    await secrets().create({ metadata: { name: 'x' } })
    await clock.advance(1000)
    expect(seen).toEqual([])
  })
})

describe('preferred resources', () => {
  const boats = {
    group: 'example.dev',
    kind: 'Boat',
    resource: 'boats',
    singular: 'boat',
    scope: 'Namespaced',
    shortNames: [],
    categories: [],
    subresources: [],
  } as const
  const one = (
    version: string,
    isPreferred: boolean,
    verbs: DiscoveredResource['verbs'] = ['list', 'watch'],
  ): DiscoveredResource => ({ ...boats, version, isPreferred, verbs })
  const versions = (found: readonly DiscoveredResource[]): readonly string[] =>
    preferredResources(found, ['list', 'watch']).map(({ version }) => version)

  it('have the version their group prefers, wherever it stands', () => {
    expect(versions([one('v1', false), one('v2', true)])).toEqual(['v2'])
    expect(versions([one('v2', true), one('v1', false)])).toEqual(['v2'])
  })

  it('have the first version when the group prefers one that does not serve them', () => {
    expect(versions([one('v1', false), one('v1beta1', false)])).toEqual(['v1'])
  })

  it('have a version with all the verbs', () => {
    expect(versions([one('v2', true, ['list']), one('v1', false)])).toEqual(['v1'])
    expect(versions([one('v2', true, [])])).toEqual([])
  })
})

describe('the resources whose objects are collected', () => {
  it('are all that can be deleted, listed and watched, except events in both groups', () => {
    const found = collectable(discovered, server.vocabulary).map(({ group, resource: name }) => `${name}.${group}`)
    expect(found).toEqual(expect.arrayContaining(['pods.', 'configmaps.', 'deployments.apps', 'namespaces.']))
    expect(found).not.toContain('events.')
    expect(found).not.toContain('events.events.k8s.io')
    expect(found).not.toContain('tokenreviews.authentication.k8s.io')
    expect(new Set(found).size).toBe(found.length)
  })

  it('include a resource called events of another group', () => {
    const events = { ...resource('events'), group: 'example.dev' }
    expect(collectable([events], server.vocabulary)).toEqual([events])
  })
})
