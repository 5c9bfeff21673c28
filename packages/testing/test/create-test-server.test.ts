import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const maps = (server: TestServer) => server.client(configMap).namespace('default')
const names = async (server: TestServer): Promise<readonly string[]> =>
  (await maps(server).list()).items.map(({ metadata }) => metadata.name!)
const make = (server: TestServer, name: string) => maps(server).create({ metadata: { name } })

/** How a promise stands after the event loop has turned a few times. */
async function standing(promise: Promise<unknown>): Promise<'pending' | 'settled'> {
  let state: 'pending' | 'settled' = 'pending'
  const settle = () => (state = 'settled')
  promise.then(settle, settle)
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return state
}

/** Whether a server listens on a port of the loopback interface. */
function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

describe('a test server', () => {
  it('allows every request of every user', async () => {
    await using server = await createTestServer()
    const reply = await server.fetch(new Request('http://server/api/v1/namespaces'))
    expect(reply.status).toBe(200)
    const list = (await reply.json()) as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }
    expect(list.items.map(({ metadata }) => metadata.name)).toContain('default')
  })

  it('uses the vocabulary kubernetes by default', async () => {
    await using server = await createTestServer()
    await using other = await createTestServer({ vocabulary: 'platform' })
    expect(server.vocabulary.product).toBe('kubernetes')
    expect(other.vocabulary.product).toBe('platform')
  })

  it('rejects unknown options', async () => {
    await expect(createTestServer({ nonsense: 1 } as never)).rejects.toThrow('createServer: nonsense is not an option')
  })

  it('returns the same kubeconfig each time', async () => {
    await using server = await createTestServer()
    const first = await server.kubeconfig()
    expect(first).toMatch(/server: "?https:\/\/127\.0\.0\.1:\d+/)
    expect(await server.kubeconfig()).toBe(first)
  })

  it('binds no port before the first call of kubeconfig', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
    await using server = await createTestServer()
    await make(server, 'a')
    expect(process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap')).toHaveLength(before)
  })
})

describe('reset', () => {
  it('restores the initial state', async () => {
    await using server = await createTestServer()
    const beginning = await server.client({ apiVersion: 'v1', kind: 'Namespace' }).list()
    await make(server, 'a')
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'team' } })
    server.reset()
    expect(await names(server)).toEqual([])
    const again = await server.client({ apiVersion: 'v1', kind: 'Namespace' }).list()
    expect(again.items).toEqual(beginning.items)
  })

  it('can be repeated', async () => {
    await using server = await createTestServer()
    for (let round = 0; round < 20; round++) {
      await make(server, 'a')
      await expect(make(server, 'a')).rejects.toThrow('already exists')
      server.reset()
    }
    expect(await names(server)).toEqual([])
  })

  it('keeps clients, mounts and the port working', async () => {
    await using server = await createTestServer()
    const client = maps(server)
    const kubeconfig = await server.kubeconfig()
    await make(server, 'a')
    server.reset()
    expect((await client.list()).items).toEqual([])
    await client.create({ metadata: { name: 'b' } })
    expect(await names(server)).toEqual(['b'])
    expect(await server.kubeconfig()).toBe(kubeconfig)
  })

  it('ends watches', async () => {
    await using server = await createTestServer()
    const seen: string[] = []
    const watching = (async () => {
      for await (const { type } of maps(server).watch()) seen.push(type)
    })()
    await standing(watching)
    await make(server, 'a')
    expect(await standing(watching)).toBe('pending')
    server.reset()
    expect(await standing(watching)).toBe('settled')
    expect(seen).toEqual(['ADDED'])
  })

  it('releases allocated service addresses', async () => {
    await using server = await createTestServer()
    const services = server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default')
    const address = '10.96.0.77'
    const service = { metadata: { name: 's' }, spec: { clusterIP: address, ports: [{ port: 80 }] } }
    await services.create(service)
    await expect(services.create({ ...service, metadata: { name: 't' } })).rejects.toThrow(
      'provided IP is already allocated',
    )
    server.reset()
    await services.create({ ...service, metadata: { name: 't' } })
  })

  it('of a fork restores the state it was forked with', async () => {
    await using server = await createTestServer()
    await make(server, 'a')
    await using fork = server.fork()
    await make(fork, 'b')
    fork.reset()
    expect(await names(fork)).toEqual(['a'])
  })
})

describe('fork', () => {
  it('starts with the same objects and resource versions', async () => {
    await using server = await createTestServer()
    const made = await make(server, 'a')
    await using fork = server.fork()
    expect(await maps(fork).get('a')).toEqual(made)
    expect((await maps(fork).list()).metadata.resourceVersion).toBe(
      (await maps(server).list()).metadata.resourceVersion,
    )
  })

  it('and its origin change independently', async () => {
    await using server = await createTestServer()
    await make(server, 'both')
    await using fork = server.fork()
    await make(server, 'first')
    await make(fork, 'second')
    await maps(fork).delete('both')
    expect(await names(server)).toEqual(['both', 'first'])
    expect(await names(fork)).toEqual(['second'])
  })

  it('has separate resource versions, updates and conflicts', async () => {
    await using server = await createTestServer()
    const made = await make(server, 'a')
    await using fork = server.fork()
    const { resourceVersion } = made.metadata
    await maps(server).update({
      metadata: { name: 'a', resourceVersion: resourceVersion! },
      data: { of: 'server' },
    } as never)
    await maps(fork).update({
      metadata: { name: 'a', resourceVersion: resourceVersion! },
      data: { of: 'fork' },
    } as never)
    expect(await maps(server).get('a')).toMatchObject({ data: { of: 'server' } })
    expect(await maps(fork).get('a')).toMatchObject({ data: { of: 'fork' } })
  })

  it('sends no events to watches of its origin', async () => {
    await using server = await createTestServer()
    await using fork = server.fork()
    const heard: Record<string, string[]> = { server: [], fork: [] }
    for (const [who, one] of Object.entries({ server, fork })) {
      void (async () => {
        for await (const { object } of maps(one).watch()) heard[who]!.push(object.metadata.name!)
      })()
    }
    await standing(Promise.resolve())
    await make(server, 'a')
    await make(fork, 'b')
    await standing(Promise.resolve())
    expect(heard).toEqual({ server: ['a'], fork: ['b'] })
  })

  it('and its origin can be closed in any order', async () => {
    const server = await createTestServer()
    await make(server, 'a')
    const fork = server.fork()
    const second = fork.fork()
    await server.close()
    await make(fork, 'b')
    await fork.close()
    await make(second, 'c')
    expect(await names(second)).toEqual(['a', 'c'])
    await second.close()
  })

  it('of a fork contains the objects of both', async () => {
    await using server = await createTestServer()
    const forks: TestServer[] = [server]
    for (let depth = 0; depth < 20; depth++) {
      await make(forks.at(-1)!, `n${String(depth).padStart(2, '0')}`)
      forks.push(forks.at(-1)!.fork())
    }
    for (const [depth, fork] of forks.entries()) expect(await names(fork)).toHaveLength(Math.min(depth + 1, 20))
    for (const fork of forks) await fork.close()
  })

  it('continues a list that began before it, from the same snapshot', async () => {
    await using server = await createTestServer()
    for (const name of ['a', 'b', 'c']) await make(server, name)
    const first = await maps(server).list({ limit: 1 })
    await using fork = server.fork()
    await maps(fork).delete('b')
    const next = { limit: 5, continue: first.metadata.continue! }
    expect((await maps(fork).list(next)).items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c'])
  })

  it('resumes a watch from a resource version before it', async () => {
    await using server = await createTestServer()
    const { metadata } = await maps(server).list()
    await make(server, 'before')
    await using fork = server.fork()
    await make(fork, 'after')
    const seen: string[] = []
    for await (const { object } of maps(fork).watch({ resourceVersion: metadata.resourceVersion! })) {
      seen.push(object.metadata.name!)
      if (seen.length === 2) break
    }
    expect(seen).toEqual(['before', 'after'])
  })

  it('shares the clock', async () => {
    const clock = createFakeClock('2031-02-03T04:05:06Z')
    await using server = await createTestServer({ clock })
    await using fork = server.fork()
    await clock.advance(1000)
    expect((await make(fork, 'a')).metadata.creationTimestamp).toBe('2031-02-03T04:05:07Z')
  })
})

describe('many servers in one process', () => {
  const count = process.env['PINNACE_LONG'] === '1' ? 200 : 50
  it(`leave no timers and sockets after ${count} are created, used and closed`, async () => {
    const clock = createFakeClock()
    const before = process.getActiveResourcesInfo()
    for (let round = 0; round < count; round++) {
      const server = await createTestServer(round % 2 === 0 ? { clock } : {})
      await make(server, 'a')
      const watching = (async () => {
        for await (const event of maps(server).watch()) void event
      })()
      await standing(Promise.resolve())
      const fork = server.fork()
      server.reset()
      await fork.close()
      await server.close()
      await watching
    }
    expect(clock.pending).toBe(0)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    // The test runner may have a timer of its own.
    const kept = (names: readonly string[]) =>
      names.filter((name) => /Timeout|Immediate|TCP|TLS|Server/.test(name)).length
    expect(kept(process.getActiveResourcesInfo())).toBeLessThanOrEqual(kept(before) + 1)
  }, 60_000)

  it('are isolated from each other', async () => {
    const servers = await Promise.all(Array.from({ length: 50 }, () => createTestServer()))
    await Promise.all(servers.map((server, index) => make(server, `only-${index}`)))
    for (const [index, server] of servers.entries()) expect(await names(server)).toEqual([`only-${index}`])
    await Promise.all(servers.map((server) => server.close()))
  })

  it('release their ports when they are closed', async () => {
    const servers = await Promise.all(Array.from({ length: 5 }, () => createTestServer()))
    const kubeconfigs = await Promise.all(servers.map((server) => server.kubeconfig()))
    const ports = kubeconfigs.map((text) => Number(/server: ['"]?https:\/\/[^:]+:(\d+)/.exec(text)?.[1]))
    expect(await Promise.all(ports.map(acceptsConnections))).toEqual(ports.map(() => true))
    await Promise.all(servers.map((server) => server.close()))
    expect(await Promise.all(ports.map(acceptsConnections))).toEqual(ports.map(() => false))
  })

  it('can be closed twice', async () => {
    const server = await createTestServer()
    await make(server, 'a')
    await server.close()
    await server.close()
  })
})
