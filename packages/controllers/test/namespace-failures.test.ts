import { createClientOver, type Client } from '@pinnace/client'
import { forbidden, StatusError, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type TestServer } from '@pinnace/testing'
import type { Namespace } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

interface Attributes {
  readonly resource: { readonly group: string; readonly resource: string }
  readonly oldObject: ApiObject | undefined
}

const controllers = ['namespace-controller']
const configMapKind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

describe('a deleted namespace stays', () => {
  it('while discovery fails, and its condition says so', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const inner = server.connect()
    let isBroken = true
    let asked = 0
    const client: Client = createClientOver({
      vocabulary: server.vocabulary,
      transport: {
        ...inner.transport,
        async discover(options) {
          asked++
          if (isBroken)
            throw new StatusError('ServiceUnavailable', 'the server is currently unable to handle the request')
          return inner.transport.discover(options)
        },
      },
    })
    const reported: string[] = []
    await using running = startControllers({
      client,
      controllers,
      clock,
      onError: (error, { key }) => void reported.push(`${key}: ${(error as Error).message}`),
    })
    await running.started
    const { namespaces, condition, isGone } = await fill(server)
    await eventually(
      () => condition('NamespaceDeletionDiscoveryFailure'),
      (found) => found !== undefined,
    )
    expect(await condition('NamespaceDeletionDiscoveryFailure')).toEqual({
      type: 'NamespaceDeletionDiscoveryFailure',
      status: 'True',
      lastTransitionTime: '2030-01-01T00:00:00Z',
      reason: 'DiscoveryFailed',
      message: 'the server is currently unable to handle the request',
    })
    await eventually(
      () => reported.length,
      (found) => found > 0,
    )
    expect(reported[0]).toBe(
      'full: deletion of namespace full failed: the server is currently unable to handle the request',
    )
    // Later and later, but at least once a minute.
    await clock.advance(600_000)
    expect(asked).toBeGreaterThan(15)
    expect(asked).toBeLessThan(40)
    const before = asked
    await clock.advance(60_000)
    expect(asked).toBe(before + 1)
    expect((await namespaces.get('full')).spec?.finalizers).toHaveLength(1)
    isBroken = false
    await clock.advance(60_000)
    await eventually(isGone, true)
  })

  it('while an object in it cannot be deleted; everything else is deleted', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    let isKept = true
    const keep = {
      name: 'Keep',
      handles: (operation: string) => operation === 'DELETE',
      validate({ resource, oldObject }: Attributes): void {
        if (!isKept || resource.resource !== 'configmaps') return
        throw forbidden(resource, oldObject?.metadata.name ?? '', 'it is kept')
      },
    }
    await using server = await createTestServer({ clock, admission: [keep] })
    await using running = startControllers({ client: server.connect(), controllers, clock })
    await running.started
    const { condition, isGone } = await fill(server)
    const failure = 'NamespaceDeletionContentFailure'
    await eventually(
      () => condition(failure),
      (found) => found !== undefined,
    )
    expect(await condition(failure)).toMatchObject({
      status: 'True',
      reason: 'ContentDeletionFailed',
      message: 'Failed to delete all resource types, 1 remaining: configmaps "a" is forbidden: it is kept',
    })
    expect((await server.client({ apiVersion: 'v1', kind: 'Secret' }).namespace('full').list()).items).toEqual([])
    isKept = false
    await clock.advance(60_000)
    await eventually(isGone, true)
  })

  it('while the server of an API group cannot be reached', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const inner = server.connect()
    const away = { group: 'far.example.dev', version: 'v1' }
    let isAway = true
    const client: Client = createClientOver({
      vocabulary: server.vocabulary,
      transport: {
        ...inner.transport,
        discover(options) {
          if (isAway) options.onStale?.(away)
          return inner.transport.discover(options)
        },
      },
    })
    await using running = startControllers({ client, controllers, clock })
    await running.started
    const { condition, isGone } = await fill(server)
    const failure = 'NamespaceDeletionDiscoveryFailure'
    await eventually(
      () => condition(failure),
      (found) => found !== undefined,
    )
    expect(await condition(failure)).toMatchObject({
      status: 'True',
      reason: 'DiscoveryFailed',
      message:
        'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: far.example.dev/v1: stale GroupVersion discovery: far.example.dev/v1',
    })
    expect((await server.client(configMapKind).namespace('full').list()).items).toEqual([])
    isAway = false
    await clock.advance(60_000)
    await eventually(isGone, true)
  })

  it('while a group version cannot be parsed; objects without deletecollection are deleted one by one', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const inner = server.connect()
    let isBroken = true
    const client: Client = createClientOver({
      vocabulary: server.vocabulary,
      transport: {
        ...inner.transport,
        async discover(options) {
          const discovered = (await inner.transport.discover(options)).map((resource) => ({
            ...resource,
            verbs: resource.verbs.filter((verb) => verb !== 'deletecollection'),
          }))
          const { [0]: first } = discovered
          const odd = {
            ...first!,
            group: 'example.dev',
            version: 'a/b',
            resource: 'oddities',
            scope: 'Namespaced' as const,
          }
          return isBroken ? [...discovered, { ...odd, verbs: ['delete', 'list'] as const }] : discovered
        },
      },
    })
    await using running = startControllers({ client, controllers, clock })
    await running.started
    const { condition, isGone } = await fill(server)
    const failure = 'NamespaceDeletionGroupVersionParsingFailure'
    await eventually(
      () => condition(failure),
      (found) => found !== undefined,
    )
    expect(await condition(failure)).toMatchObject({
      status: 'True',
      reason: 'GroupVersionParsingFailed',
      message: 'unexpected GroupVersion string: example.dev/a/b',
    })
    expect((await server.client(configMapKind).namespace('full').list()).items).toEqual([])
    isBroken = false
    await clock.advance(60_000)
    await eventually(isGone, true)
  })

  it('for the configured delay, with its content', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    await using running = startControllers({
      client: server.connect(),
      controllers,
      clock,
      namespaceDeletionDelayMs: 5_000,
    })
    await running.started
    const { isGone } = await fill(server)
    const configMaps = server.client(configMapKind).namespace('full')
    await clock.advance(4_900)
    expect((await configMaps.list()).items).toHaveLength(1)
    await clock.advance(200)
    await eventually(isGone, true)
  })
})

interface Filled {
  readonly namespaces: ReturnType<typeof namespacesOf>
  condition(type: string): Promise<NonNullable<NonNullable<Namespace['status']>['conditions']>[number] | undefined>
  isGone(): Promise<boolean>
}

/** A namespace with something in it, which is deleted. */
async function fill(server: TestServer): Promise<Filled> {
  const namespaces = namespacesOf(server)
  await namespaces.create({ metadata: { name: 'full' } })
  await server
    .client(configMapKind)
    .namespace('full')
    .create({ metadata: { name: 'a' } })
  await server
    .client({ apiVersion: 'v1', kind: 'Secret' })
    .namespace('full')
    .create({ metadata: { name: 'a' } })
  await namespaces.delete('full')
  return {
    namespaces,
    condition: async (type) => (await namespaces.get('full')).status?.conditions?.find((one) => one.type === type),
    isGone: async () => (await namespaces.list()).items.every(({ metadata }) => metadata.name !== 'full'),
  }
}

function namespacesOf(server: TestServer): ReturnType<typeof server.client<Namespace>> {
  return server.client<Namespace>({ apiVersion: 'v1', kind: 'Namespace' })
}
