import { get as httpsGet } from 'node:https'
import { createClient } from '@pinnace/client'
import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, eventually, type FaultAction, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const maps = (server: TestServer) => server.client(configMap).namespace('default')

/** A client over HTTPS. */
async function remote(server: TestServer) {
  const client = await createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
  return client.resource(configMap).namespace('default')
}

describe('a status fault', () => {
  it.each([
    [
      { type: 'status', code: 503 },
      { code: 503, reason: 'ServiceUnavailable' },
    ],
    [
      { type: 'status', code: 429, retryAfterSeconds: 7, message: 'slow down' },
      { code: 429, reason: 'TooManyRequests', message: 'slow down', details: { retryAfterSeconds: 7 } },
    ],
    [
      { type: 'status', reason: 'Timeout' },
      { code: 504, reason: 'Timeout' },
    ],
    [
      { type: 'conflict' },
      { code: 409, reason: 'Conflict', message: expect.stringContaining('the object has been modified') },
    ],
  ] as const)('answers with %j, once', async (action, error) => {
    await using server = await createTestServer()
    using fault = server.faults.add({ match: { verb: 'create' }, do: action as FaultAction, times: 1 })
    await expect(maps(server).create({ metadata: { name: 'a' } })).rejects.toMatchObject(error)
    expect(fault.count).toBe(1)
    expect((await maps(server).create({ metadata: { name: 'a' } })).metadata.name).toBe('a')
  })

  it('sends Retry-After', async () => {
    await using server = await createTestServer()
    server.faults.add({ do: { type: 'status', code: 503, retryAfterSeconds: 3 } })
    const reply = await server.fetch(new Request('http://server/api/v1/pods'))
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '3'])
  })

  it('needs a code or a reason', async () => {
    await using server = await createTestServer()
    expect(() => server.faults.add({ do: { type: 'status' } })).toThrow('a status fault needs a code or a reason')
    expect(() => server.faults.add({ do: { type: 'status', code: 418 } })).toThrow('with code 418 needs a reason')
  })
})

describe('the match of a fault', () => {
  it.each([
    [{ verb: ['create', 'update'] }, 1],
    [{ verb: 'create', resource: 'deployments' }, 0],
    [{ resource: 'configmaps' }, 3],
    [{ resource: 'configmaps', nth: 2 }, 1],
    [{ namespace: 'default', name: 'a' }, 2],
    [{ user: 'system:apiserver' }, 3],
    [{ userAgent: 'pinn' }, 3],
    [{ userAgent: 'kubectl' }, 0],
    [{ probability: 0 }, 0],
  ] as const)('%j concerns %i of three requests', async (match, count) => {
    await using server = await createTestServer()
    const fault = server.faults.add({ match, do: { type: 'delay', delayMs: 0 } })
    await maps(server).create({ metadata: { name: 'a' } })
    await maps(server).get('a')
    await maps(server).delete('a')
    expect(fault.count).toBe(count)
  })

  it('names resources with their group and subresource', async () => {
    await using server = await createTestServer()
    const fault = server.faults.add({
      match: { resource: ['certificatesigningrequests.certificates.k8s.io', 'namespaces/status'] },
      do: { type: 'delay', delayMs: 0 },
    })
    await server.client({ apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest' }).list()
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).get('default')
    expect(fault.count).toBe(1)
  })

  it('chooses the same requests for the same seed', async () => {
    const chosen = async (seed: number): Promise<readonly boolean[]> => {
      await using server = await createTestServer()
      server.faults.add({ match: { probability: 0.5 }, seed, do: { type: 'status', code: 503 } })
      const answers: boolean[] = []
      for (let turn = 0; turn < 30; turn++)
        answers.push(
          await maps(server)
            .list()
            .then(
              () => true,
              () => false,
            ),
        )
      return answers
    }
    expect(await chosen(7)).toEqual(await chosen(7))
    expect(await chosen(7)).not.toEqual(await chosen(8))
  })
})

describe('a fault', () => {
  it('can be waited for, removed and disposed of', async () => {
    await using server = await createTestServer()
    const fault = server.faults.add({ do: { type: 'status', code: 503 } })
    const twice = fault.wait(2)
    await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    await twice
    fault.remove()
    await maps(server).list()
    {
      using _fault = server.faults.add({ do: { type: 'status', code: 503 } })
      await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    }
    await maps(server).list()
  })

  it('ends with a reset, and is not in a fork', async () => {
    await using server = await createTestServer()
    server.faults.add({ do: { type: 'status', code: 503 } })
    await using fork = server.fork()
    await maps(fork).list()
    server.reset()
    await maps(server).list()
  })

  it('delays by the clock of the server', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const fault = server.faults.add({ do: { type: 'delay', delayMs: 20_000 }, match: { verb: 'create' } })
    const made = maps(server).create({ metadata: { name: 'a' } })
    await fault.wait()
    expect((await maps(server).list()).items).toEqual([])
    await clock.advance(19_000)
    expect((await maps(server).list()).items).toEqual([])
    await clock.advance(1000)
    await made
  })

  it('hangs until the deadline of the request, or until it is removed', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const fault = server.faults.add({ do: { type: 'hang' } })
    const late = maps(server).list()
    const answered = expect(late).rejects.toMatchObject({ code: 504 })
    await fault.wait()
    await clock.advance(60_000)
    await answered
    const released = maps(server).list()
    await fault.wait(2)
    fault.remove()
    expect((await released).items).toEqual([])
  })

  it('sets the wall clock of a fake clock', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    server.faults.add({ do: { type: 'clockJump', jumpMs: 3_600_000 }, times: 1 })
    expect((await maps(server).create({ metadata: { name: 'a' } })).metadata.creationTimestamp).toBe(
      '2030-01-01T01:00:00Z',
    )
    await using other = await createTestServer()
    expect(() => other.faults.add({ do: { type: 'clockJump', jumpMs: 1 } })).toThrow('needs a server with a fake clock')
  })
})

describe('a reset connection', () => {
  it.each([
    ['before', []],
    ['after', ['a']],
  ] as const)('%s the commit leaves the objects %j, in process and over HTTP', async (when, names) => {
    await using server = await createTestServer()
    for (const client of [maps(server), await remote(server)]) {
      const fault = server.faults.add({ match: { verb: 'create' }, do: { type: 'reset', when }, times: 1 })
      await expect(client.create({ metadata: { name: 'a' } })).rejects.toThrow()
      expect(fault.count).toBe(1)
      expect((await maps(server).list()).items.map(({ metadata }) => metadata.name)).toEqual(names)
      expect(server.requests.filter(({ verb }) => verb === 'create').at(-1)).toMatchObject({
        status: undefined,
        faults: ['reset'],
      })
      await maps(server).deleteCollection()
    }
  })
})

describe('reads that lag behind', () => {
  it('are answered from the cache of then, consistent ones are not', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a' } })
    const fault = server.faults.add({ do: { type: 'staleReads' } })
    await maps(server).create({ metadata: { name: 'b' } })
    const count = async (resourceVersion?: string): Promise<number> =>
      (await maps(server).list(resourceVersion === undefined ? {} : { resourceVersion })).items.length
    expect([await count('0'), await count()]).toEqual([1, 2])
    await expect(maps(server).get('b', { resourceVersion: '0' })).rejects.toMatchObject({ code: 404 })
    fault.remove()
    expect(await count('0')).toBe(2)
    using _all = server.faults.add({ do: { type: 'staleReads', all: true } })
    await maps(server).create({ metadata: { name: 'c' } })
    expect(await count()).toBe(2)
  })
})

describe('a compacted history', () => {
  it('rejects watches and continue tokens from before, and no later ones', async () => {
    await using server = await createTestServer()
    for (const name of ['a', 'b', 'c']) await maps(server).create({ metadata: { name } })
    const page = await maps(server).list({ limit: 1 })
    const { resourceVersion = '' } = page.metadata
    await maps(server).create({ metadata: { name: 'd' } })
    server.faults.add({ do: { type: 'compact' } })
    await expect(maps(server).list({ continue: page.metadata.continue ?? '' })).rejects.toMatchObject({ code: 410 })
    await expect(maps(server).watch({ resourceVersion }).next()).rejects.toMatchObject({
      code: 410,
      message: expect.stringMatching(/^too old resource version: \d+ \(\d+\)$/),
    })
    const { metadata } = await maps(server).list()
    const watch = maps(server).watch({ resourceVersion: metadata.resourceVersion ?? '' })
    const next = watch.next()
    await maps(server).create({ metadata: { name: 'e' } })
    expect((await next).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'e' } } })
    await watch.return?.()
  })
})

describe('faults of watches', () => {
  const seen = async (watch: AsyncIterable<{ readonly type: string; readonly object: object }>, count: number) => {
    const types: string[] = []
    for await (const { type } of watch) {
      types.push(type)
      if (types.length === count) break
    }
    return types
  }

  it('close a watch after some events, in process and over HTTP', async () => {
    await using server = await createTestServer()
    server.faults.add({ match: { verb: 'watch' }, do: { type: 'closeWatch', afterEvents: 2 } })
    const { metadata } = await maps(server).list()
    for (const name of ['a', 'b', 'c']) await maps(server).create({ metadata: { name } })
    const from = { resourceVersion: metadata.resourceVersion ?? '' }
    expect(await seen(maps(server).watch(from), 9)).toEqual(['ADDED', 'ADDED'])
    expect(await seen((await remote(server)).watch(from), 9)).toEqual(['ADDED', 'ADDED'])
  })

  it('cut a watch in the middle of an event', async () => {
    await using server = await createTestServer()
    await maps(server).create({ metadata: { name: 'a' } })
    server.faults.add({ match: { verb: 'watch' }, do: { type: 'cutWatch' } })
    const reply = await server.fetch(new Request('http://server/api/v1/namespaces/default/configmaps?watch=1'))
    let text = ''
    await expect(
      (async () => {
        for await (const chunk of reply.body ?? []) text += Buffer.from(chunk).toString()
      })(),
    ).rejects.toThrow()
    expect(text).toMatch(/^\{"type":"ADDED"/)
    expect(text.endsWith('\n')).toBe(false)
  })

  it('deliver events later, in bulk, and no bookmarks', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const { metadata } = await maps(server).list()
    const from = { resourceVersion: metadata.resourceVersion ?? '' }
    for (const action of [
      { type: 'delayWatch', delayMs: 60_000 },
      { type: 'batchWatch', events: 10, everyMs: 60_000 },
    ] as const) {
      using fault = server.faults.add({ match: { verb: 'watch' }, do: action })
      const types = seen(maps(server).watch(from), 2)
      let isDone = false
      void types.then(() => (isDone = true))
      await fault.wait()
      await maps(server).create({ metadata: { name: 'a' } })
      await maps(server).delete('a')
      await clock.advance(59_000)
      expect(isDone).toBe(false)
      await clock.advance(1000)
      expect(await types).toEqual(['ADDED', 'DELETED'])
    }
    using _withheld = server.faults.add({ match: { verb: 'watch' }, do: { type: 'withholdBookmarks' } })
    const watch = maps(server).watch({
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      resourceVersionMatch: 'NotOlderThan',
    })
    const next = watch.next()
    await eventually(() => server.requests.at(-1)?.verb, 'watch')
    await maps(server).create({ metadata: { name: 'b' } })
    expect((await next).value).toMatchObject({ type: 'ADDED' })
    await watch.return?.()
  })

  it('send a body slowly over HTTP, and completely', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    server.faults.add({ do: { type: 'slowBody', bytesPerSecond: 500 } })
    const reply = await server.fetch(new Request('http://server/api/v1/namespaces/default'))
    let isDone = false
    const text = reply.text().finally(() => (isDone = true))
    await clock.advance(100)
    expect(isDone).toBe(false)
    await clock.advance(60_000)
    expect(JSON.parse(await text)).toMatchObject({ metadata: { name: 'default' } })
  })
})

it('faults reach clients that connect over a port', async () => {
  await using server = await createTestServer()
  const url = /server: "?(https:[^"\n]+)/.exec(await server.kubeconfig())?.[1] ?? ''
  server.faults.add({ match: { resource: 'pods' }, do: { type: 'status', code: 500 } })
  const status = await new Promise((resolve, reject) => {
    httpsGet(`${url}/api/v1/pods`, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
  expect(status).toBe(500)
})
