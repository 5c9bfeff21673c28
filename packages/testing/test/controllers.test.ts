import { forbidden } from '@pinnace/meta'
import type { Namespace } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, eventually, type TestServer } from '../src/index.ts'

const namespaceKind = { apiVersion: 'v1', kind: 'Namespace' } as const
const namespaces = (server: TestServer) => server.client<Namespace>(namespaceKind)
const accounts = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ServiceAccount' })
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } } as never
const pods = (server: TestServer, namespace = 'default') =>
  server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)

const isGone = (server: TestServer, name: string): Promise<unknown> =>
  eventually(
    async () => (await namespaces(server).list()).items,
    (items) => items.every(({ metadata }) => metadata.name !== name),
  )

const hasAccount = (server: TestServer, namespace: string): Promise<unknown> =>
  eventually(
    async () => (await accounts(server).namespace(namespace).list()).items,
    (items) => items.length > 0,
  )

describe('a test server with controllers', () => {
  it('has the objects that controllers create at start, and pods get their service account', async () => {
    await using server = await createTestServer({ controllers: true })
    expect((await accounts(server).list()).items).toHaveLength(4)
    const made = (await pods(server).create(pod)) as { readonly spec?: { readonly serviceAccountName?: string } }
    expect(made.spec?.serviceAccountName).toBe('default')
    expect(server.controllers?.health()['namespace-controller']).toBe(true)
  })

  it('gives pods of a new namespace their service account, on a fake clock too', async () => {
    await using server = await createTestServer({ controllers: true, clock: createFakeClock() })
    for (const name of ['a', 'b', 'c']) {
      await namespaces(server).create({ metadata: { name } })
      await pods(server, name).create(pod)
    }
  })

  it('removes a deleted namespace', async () => {
    await using server = await createTestServer({ controllers: true })
    await namespaces(server).create({ metadata: { name: 'team' } })
    await namespaces(server).delete('team')
    await isGone(server, 'team')
  })

  it('runs the named controllers only', async () => {
    await using server = await createTestServer({ controllers: ['*', '-serviceaccount-controller', 'tokencleaner'] })
    expect(server.controllers!.names).toContain('token-cleaner-controller')
    expect(server.controllers!.names).not.toContain('serviceaccount-controller')
    await pods(server).create(pod)
    expect((await accounts(server).list()).items).toEqual([])
  })

  it('rejects an unknown name, and runs no controllers by default', async () => {
    await expect(createTestServer({ controllers: ['nonsense'] })).rejects.toThrow(
      '"nonsense" is not in the list of known controllers',
    )
    await using server = await createTestServer()
    expect(server.controllers).toBeUndefined()
  })

  it('accepts options, and controllers of the host', async () => {
    const seen: string[] = []
    await using server = await createTestServer({
      controllers: {
        controllers: ['mine'],
        additional: [
          {
            name: 'mine',
            isDefault: false,
            start: ({ informers }) => {
              informers.informer(namespaceKind).addHandler({ add: ({ metadata }) => void seen.push(metadata.name!) })
              return { stop: async () => {} }
            },
          },
        ],
      },
    })
    expect(server.controllers!.names).toEqual(['mine'])
    expect(seen).toContain('default')
  })

  it('starts when admission rejects every service account', async () => {
    await using server = await createTestServer({
      controllers: ['serviceaccount-controller'],
      admission: [
        {
          name: 'NoAccounts',
          handles: (operation) => operation === 'CREATE',
          resources: [{ group: '', resource: 'serviceaccounts' }],
          async validate() {
            throw forbidden({ group: '', resource: 'serviceaccounts' }, 'default', 'no accounts here')
          },
        },
      ],
    })
    expect((await accounts(server).list()).items).toEqual([])
  })

  it('counts the work of controllers in the metrics of the server', async () => {
    await using server = await createTestServer({ controllers: true, metrics: true })
    const reply = await server.fetch(new Request('http://server/metrics'))
    expect(await reply.text()).toMatch(/^workqueue_adds_total\{name="serviceaccount-controller"\} [1-9]/m)
  })
})

describe('controllers of a test server with useServiceAccountCredentials', () => {
  it('act as their service accounts, also after a reset and in a fork, where RBAC decides', async () => {
    const users = new Set<string | undefined>()
    await using server = await createTestServer({
      authorization: ['RBAC'],
      controllers: { useServiceAccountCredentials: true },
      audit: {
        policy: { rules: [{ level: 'Metadata', verbs: ['create'] }] },
        sinks: [{ write: (events) => void events.forEach(({ user }) => users.add(user.username)) }],
      },
    })
    const creator = 'system:serviceaccount:kube-system:service-account-controller'
    const creates = async (one: TestServer, namespace: string): Promise<void> => {
      users.clear()
      await namespaces(one).create({ metadata: { name: namespace } })
      await hasAccount(one, namespace)
      await eventually(
        () => users,
        (found) => found.has(creator),
      )
    }
    await creates(server, 'first')
    server.reset()
    await creates(server, 'second')
    await using fork = server.fork()
    await creates(fork, 'third')
    expect(fork.controllers?.health()['serviceaccount-controller']).toBe(true)
  })
})

describe('reset with controllers', () => {
  it('restarts the controllers each time', async () => {
    await using server = await createTestServer({ controllers: true })
    for (let round = 0; round < 5; round++) {
      await namespaces(server).create({ metadata: { name: 'team' } })
      await hasAccount(server, 'team')
      await namespaces(server).delete('team')
      if (round % 2 === 0) await isGone(server, 'team')
      server.reset()
      expect((await namespaces(server).list()).items).toHaveLength(4)
      expect((await accounts(server).list()).items).toHaveLength(4)
      await pods(server).create(pod)
    }
  })

  it('cuts earlier controllers off from the server', async () => {
    await using seeded = await createTestServer({ controllers: true })
    await namespaces(seeded).create({ metadata: { name: 'team' } })
    await hasAccount(seeded, 'team')
    await using server = seeded.fork()
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('team')
    for (let round = 0; round < 10; round++) {
      await configMaps.create({ metadata: { name: `kept-${round}` } })
      await namespaces(server).delete('team')
      for (let turn = 0; turn < round; turn++) await new Promise((resolve) => setImmediate(resolve))
      server.reset()
      await configMaps.create({ metadata: { name: 'new' } })
      await server.controllers!.started
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
      expect((await configMaps.list()).items.map(({ metadata }) => metadata.name)).toContain('new')
      expect((await namespaces(server).get('team')).status).toEqual({ phase: 'Active' })
      server.reset()
    }
  })
})

describe('fork with controllers', () => {
  it('runs separate controllers', async () => {
    await using server = await createTestServer({ controllers: true })
    await using fork = server.fork()
    await namespaces(fork).create({ metadata: { name: 'team' } })
    await hasAccount(fork, 'team')
    await namespaces(fork).delete('team')
    await isGone(fork, 'team')
    await namespaces(server).create({ metadata: { name: 'other' } })
    await hasAccount(server, 'other')
    expect(fork.controllers).not.toBe(server.controllers)
  })
})

describe('close with controllers', () => {
  it('leaves no timer', async () => {
    const clock = createFakeClock()
    const server = await createTestServer({ controllers: true, clock })
    const fork = server.fork()
    await namespaces(fork).create({ metadata: { name: 'team' } })
    await hasAccount(fork, 'team')
    fork.reset()
    server.reset()
    await fork.close()
    await server.close()
    expect(clock.pending).toBe(0)
  })
})
