import { createClientOver, type Client, type Transport } from '@pinnace/client'
import { StatusError } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { optionsForServer, startControllers, type Controllers } from '../src/index.ts'
import type { Loose } from './workloads/support.ts'

const names = ['storage-version-migrator-controller']
const migrationKind = { apiVersion: 'storagemigration.k8s.io/v1beta1', kind: 'StorageVersionMigration' }
const crdKind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }

interface Setup {
  readonly server: TestServer
  readonly clock: FakeClock
  start(client?: Client): Promise<Controllers>
  migrate(name: string, group?: string, resource?: string): Promise<Loose>
  migrated(name: string, holds?: (migration: Loose) => boolean): Promise<Loose>
  [Symbol.asyncDispose](): Promise<void>
}

async function setUp(failures: string[] = []): Promise<Setup> {
  const clock = createFakeClock()
  const server = await createTestServer({
    clock,
    vocabulary: 'kubernetes',
    runtimeConfig: { 'storagemigration.k8s.io/v1beta1': true },
    featureGates: { StorageVersionMigrator: true },
  })
  const started: Controllers[] = []
  const migrations = server.client<Loose>(migrationKind as Loose)
  return {
    server,
    clock,
    async start(client = server.connect()) {
      const onError = (error: unknown): void => void failures.push(String(error))
      const running = startControllers({ client, clock, controllers: names, onError })
      started.push(running)
      await running.started
      return running
    },
    migrate: (name, group = 'example.dev', resource = 'widgets') =>
      migrations.create({ metadata: { name }, spec: { resource: { group, resource } } }),
    migrated: (name, holds = isClosed) => eventually(() => migrations.get(name), holds),
    async [Symbol.asyncDispose]() {
      for (const running of started) await running.stop()
      await server.close()
    },
  }
}

const conditionOf = ({ status }: Loose, type: string): Loose =>
  status?.conditions?.find((condition: Loose) => condition.type === type)
const isClosed = (migration: Loose): boolean => conditionOf(migration, 'Running')?.status === 'False'
const reasonsOf = ({ status }: Loose): string[] =>
  (status?.conditions ?? []).map(({ type, status: value, reason }: Loose) => `${type}=${value} ${reason}`)

const version = (name: string, storage: boolean): Loose => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
})

async function defineWidgets(server: TestServer): Promise<void> {
  const crd = {
    metadata: { name: 'widgets.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [version('v1', true), version('v2', false)],
    },
  }
  await server.client<Loose>(crdKind as Loose).create(crd as Loose)
}

/** Stores the widgets of a CRD at v1, and makes v2 the stored version. */
async function storeAtOldVersion(server: TestServer, count: number): Promise<void> {
  await defineWidgets(server)
  const widgets = widgetsOf(server)
  await eventually(
    () => server.connect().discover(),
    (found) => found.some(({ kind }) => kind === 'Widget'),
  )
  for (let index = 0; index < count; index++) {
    await widgets.create({ metadata: { name: `w${index}`, annotations: { n: `${index}` } } } as Loose)
  }
  const crds = server.client<Loose>(crdKind as Loose)
  await crds.patch('widgets.example.dev', { spec: { versions: [version('v1', false), version('v2', true)] } } as Loose)
}

function widgetsOf(server: TestServer, apiVersion = 'example.dev/v1'): Loose {
  return server.client<Loose>({ apiVersion, kind: 'Widget' } as Loose).namespace('default')
}

async function versionsOf(server: TestServer): Promise<Record<string, string>> {
  const { items } = await widgetsOf(server).list()
  return Object.fromEntries(items.map(({ metadata }: Loose) => [metadata.name, metadata.resourceVersion]))
}

/** A client whose calls `change` may replace. */
function clientWith(server: TestServer, change: (inner: Transport) => Partial<Transport>): Client {
  const { transport } = server.connect()
  return createClientOver({ transport: { ...transport, ...change(transport) }, vocabulary: server.vocabulary })
}

describe('a migration', () => {
  it('stores every object again, and says so as kube-controller-manager does', async () => {
    await using all = await setUp()
    const { server, clock } = all
    await storeAtOldVersion(server, 3)
    const before = await versionsOf(server)
    await all.start()
    await all.migrate('widgets')
    const { metadata, status } = await all.migrated('widgets')
    const lastTransitionTime = new Date(clock.now()).toISOString().replace('.000Z', 'Z')
    expect(status).toEqual({
      resourceVersion: expect.stringMatching(/^[1-9][0-9]*$/),
      conditions: [
        {
          type: 'Running',
          status: 'False',
          reason: 'MigrationCompleted',
          message: 'Migration completed',
          observedGeneration: metadata.generation,
          lastTransitionTime,
        },
        {
          type: 'Succeeded',
          status: 'True',
          reason: 'StorageVersionMigrationSucceeded',
          message: '',
          lastTransitionTime,
        },
      ],
    })
    const after = await versionsOf(server)
    for (const [name, version] of Object.entries(after))
      expect([name, BigInt(version) > BigInt(before[name]!)]).toEqual([name, true])
    // Nothing is left that has to be migrated, and nothing but the stored version has changed.
    expect(await server.migrateStorage({ group: 'example.dev', resource: 'widgets' })).toMatchObject({ rewritten: 0 })
    const widget = await widgetsOf(server).get('w0')
    expect(widget.metadata).toMatchObject({ generation: 1, annotations: { n: '0' } })
    expect(widget.metadata.managedFields.map(({ manager }: Loose) => manager)).not.toContain(names[0])
  })

  it('reduces the stored versions of the CRD to the one that is stored now', async () => {
    await using all = await setUp()
    const { server } = all
    await storeAtOldVersion(server, 1)
    const crds = server.client<Loose>(crdKind as Loose)
    expect((await crds.get('widgets.example.dev')).status.storedVersions).toEqual(['v1', 'v2'])
    await all.start()
    await all.migrate('widgets')
    await all.migrated('widgets')
    const crd = await crds.get('widgets.example.dev')
    expect(crd.status.storedVersions).toEqual(['v2'])
    expect(conditionOf(crd, 'StorageMigrating')).toMatchObject({
      status: 'False',
      reason: 'MigrationSucceeded',
      message: 'The migration has succeeded and the stored versions have been updated',
      observedGeneration: crd.metadata.generation,
    })
    expect(conditionOf(crd, 'Established')?.status).toBe('True')
  })

  it('keeps the stored versions of a CRD that changes meanwhile', async () => {
    await using all = await setUp()
    const { server } = all
    await storeAtOldVersion(server, 1)
    const crds = server.client<Loose>(crdKind as Loose)
    let isChanged = false
    const client = clientWith(server, (inner) => ({
      async apply(...call) {
        if (!isChanged) {
          isChanged = true
          await crds.patch('widgets.example.dev', {
            spec: { versions: [version('v1', true), version('v2', false)] },
          } as Loose)
        }
        return inner.apply(...call)
      },
    }))
    await all.start(client)
    await all.migrate('widgets')
    await all.migrated('widgets')
    const crd = await crds.get('widgets.example.dev')
    expect(crd.status.storedVersions).toEqual(['v1', 'v2'])
    expect(conditionOf(crd, 'StorageMigrating')?.message).toBe(
      'The migration has succeeded but the stored versions have not been updated due to a generation mismatch',
    )
  })

  it('goes on over many pages, past objects that are changed and deleted meanwhile, and failures that pass', async () => {
    const failures: string[] = []
    await using all = await setUp(failures)
    const { server, clock } = all
    await storeAtOldVersion(server, 12)
    const widgets = widgetsOf(server, 'example.dev/v2')
    const pages: unknown[] = []
    const happened = new Set<string>()
    const once = (what: string): boolean => !happened.has(what) && happened.add(what) !== undefined
    const client = clientWith(server, (inner) => ({
      list(target, options) {
        const isPage = target.definition.kind === 'Widget' && options.limit === 500
        if (isPage) pages.push(options.continue ?? 'first')
        if (isPage && options.continue !== undefined && once('expired')) {
          return Promise.reject(new StatusError('Expired', 'the continue token is too old'))
        }
        return inner.list(target, isPage ? { ...options, limit: 5 } : options)
      },
      async apply(target, ...call) {
        if (target.name === 'w1' && once('w1')) await widgets.patch('w1', { data: 'changed' })
        if (target.name === 'w2' && once('w2')) await widgets.delete('w2')
        if (target.name === 'w3' && once('w3')) throw new StatusError('TooManyRequests', 'slow down')
        return inner.apply(target, ...call)
      },
    }))
    await all.start(client)
    await all.migrate('widgets')
    const migration = await eventually(async () => {
      await clock.advance(1000)
      return server.client<Loose>(migrationKind as Loose).get('widgets')
    }, isClosed)
    expect(reasonsOf(migration)).toContain('Succeeded=True StorageVersionMigrationSucceeded')
    expect(Object.keys(await versionsOf(server)).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => `w${index}`)
        .filter((name) => name !== 'w2')
        .sort(),
    )
    expect((await widgets.get('w1')).data).toBe('changed')
    expect(await server.migrateStorage({ group: 'example.dev', resource: 'widgets' })).toMatchObject({ rewritten: 0 })
    expect(happened).toEqual(new Set(['expired', 'w1', 'w2', 'w3']))
    expect(pages.filter((page) => page === 'first').length).toBeGreaterThan(1)
    expect(failures.some((failure) => failure.includes('slow down'))).toBe(true)
  })

  it('fails when an object cannot be stored', async () => {
    await using all = await setUp()
    const { server } = all
    await storeAtOldVersion(server, 1)
    const client = clientWith(server, () => ({
      apply: () => Promise.reject(new StatusError('Invalid', 'the object is invalid')),
    }))
    await all.start(client)
    await all.migrate('widgets')
    const migration = await all.migrated('widgets')
    expect(conditionOf(migration, 'Failed')).toMatchObject({
      status: 'True',
      reason: 'StorageVersionMigrationFailed',
      message: 'migration encountered unhandled error: the object is invalid',
    })
    const crd = await server.client<Loose>(crdKind as Loose).get('widgets.example.dev')
    expect(conditionOf(crd, 'StorageMigrating')).toMatchObject({ status: 'False', reason: 'MigrationFailed' })
  })

  it('of built-in objects succeeds', async () => {
    await using all = await setUp()
    await all.start()
    await all.migrate('maps', '', 'configmaps')
    expect(reasonsOf(await all.migrated('maps'))).toEqual([
      'Running=False MigrationCompleted',
      'Succeeded=True StorageVersionMigrationSucceeded',
    ])
  })

  it('of a resource without objects to store fails at once, of an unknown resource after a minute', async () => {
    await using all = await setUp()
    const { server, clock } = all
    await all.start()
    await all.migrate('reviews', 'authentication.k8s.io', 'tokenreviews')
    expect(conditionOf(await all.migrated('reviews'), 'Failed')?.message).toBe(
      'resource "authentication.k8s.io/v1, Resource=tokenreviews" does not support discovery operations: [update patch list]',
    )
    await all.migrate('unknown', 'example.dev', 'nothing')
    await all.migrated('unknown', (migration) => conditionOf(migration, 'Running')?.status === 'True')
    await clock.advance(30_000)
    expect(conditionOf(await server.client<Loose>(migrationKind as Loose).get('unknown'), 'Failed')).toBeUndefined()
    const failed = await eventually(async () => {
      await clock.advance(10_000)
      return server.client<Loose>(migrationKind as Loose).get('unknown')
    }, isClosed)
    expect(conditionOf(failed, 'Failed')?.message).toBe('resource does not exist in discovery')
  })

  it('waits for the one of the same resource that is older', async () => {
    await using all = await setUp()
    const { server, clock } = all
    await storeAtOldVersion(server, 1)
    await all.migrate('b')
    await clock.advance(1000)
    await all.migrate('a')
    const order: string[] = []
    const watching = new AbortController()
    const seen = (async () => {
      const migrations = server.client<Loose>(migrationKind as Loose)
      for await (const { object } of migrations.watch({ resourceVersion: '0', signal: watching.signal })) {
        const state = `${object.metadata.name} ${conditionOf(object, 'Running')?.status}`
        if (order.at(-1) !== state) order.push(state)
      }
    })().catch(() => {})
    await all.start()
    await all.migrated('a')
    await all.migrated('b')
    await eventually(
      async () => order,
      (states) => states.includes('a False'),
    )
    watching.abort()
    await seen
    expect(order.indexOf('b False')).toBeLessThan(order.indexOf('a True'))
    expect(order.indexOf('b True')).toBeLessThan(order.indexOf('b False'))
  })
})

it('migrates with the role of its service account', async () => {
  const clock = createFakeClock()
  await using server = await createTestServer({
    clock,
    vocabulary: 'kubernetes',
    authorization: ['RBAC'],
    runtimeConfig: { 'storagemigration.k8s.io/v1beta1': true },
    featureGates: { StorageVersionMigrator: true },
  })
  await storeAtOldVersion(server, 2)
  const before = await versionsOf(server)
  const failures: string[] = []
  await using running = startControllers({
    ...optionsForServer(server),
    controllers: names,
    useServiceAccountCredentials: true,
    onError: (error) => void failures.push(String(error)),
  })
  await running.started
  const migrations = server.client<Loose>(migrationKind as Loose)
  const resource = { group: 'example.dev', resource: 'widgets' }
  await migrations.create({ metadata: { name: 'm' }, spec: { resource } })
  const migrated = await eventually(() => migrations.get('m'), isClosed)
  expect(reasonsOf(migrated)).toContain('Succeeded=True StorageVersionMigrationSucceeded')
  expect(Object.values(await versionsOf(server)).filter((each) => Object.values(before).includes(each))).toEqual([])
  expect(failures).toEqual([])
})
