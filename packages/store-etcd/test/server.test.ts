import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '@pinnace/meta'
import { createServer, type Server } from '@pinnace/server'
import { createEtcdStore, type EtcdStore } from '../src/index.ts'
import { askGateway } from './ask-gateway.ts'
import { etcdBinary, startEtcd, withoutEtcd, type Etcd } from './start-etcd.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const configMapsOf = (server: Server): ReturnType<typeof server.client<ConfigMap>> =>
  server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

describe.skipIf(etcdBinary === undefined)(etcdBinary === undefined ? withoutEtcd : 'servers over one etcd', () => {
  let etcd: Etcd
  let count = 0
  const servers: Server[] = []
  const stores: EtcdStore[] = []
  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
    for (const store of stores.splice(0)) await store.close()
  })
  afterAll(() => etcd[Symbol.asyncDispose]())

  async function start(prefix: string): Promise<Server> {
    const store = await createEtcdStore({
      endpoints: etcd.endpoints,
      prefix,
      requestTimeoutMs: 3_000,
      compactionIntervalMs: 0,
    })
    stores.push(store)
    const server = await createServer({ store, vocabulary: 'kubernetes', builtInKinds: ['configmaps', 'namespaces'] })
    servers.push(server)
    return server
  }
  const nextPrefix = (): string => `/server-${count++}`

  it('read each other at once, watch each other, and refuse a stale update of each other', async () => {
    const prefix = nextPrefix()
    const [first, second] = [await start(prefix), await start(prefix)]
    const [one, two] = [configMapsOf(first), configMapsOf(second)]
    const watch = two.watch()
    const created = await one.create({ metadata: { name: 'shared' }, data: { a: '1' } })
    expect((await watch.next()).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'shared' } } })
    const read = await two.get('shared')
    expect(read).toEqual(created)
    const updated = await two.update({ ...read, data: { a: '2' } })
    await expect(one.update({ ...created, data: { a: '3' } })).rejects.toMatchObject({ reason: 'Conflict' })
    expect(await one.get('shared')).toEqual(updated)
    expect((await one.list()).metadata.resourceVersion).toBe((await two.list()).metadata.resourceVersion)
    await one.delete('shared')
    expect((await watch.next()).value).toMatchObject({ type: 'MODIFIED' })
    const { type, object } = (await watch.next()).value
    expect(type).toBe('DELETED')
    expect(BigInt(object.metadata.resourceVersion ?? '')).toBeGreaterThan(
      BigInt(updated.metadata.resourceVersion ?? ''),
    )
  })

  it('store objects under the keys of kube-apiserver, without their resourceVersion, and find them after a restart', async () => {
    const prefix = nextPrefix()
    const created = await configMapsOf(await start(prefix)).create({ metadata: { name: 'kept' }, data: { a: '1' } })
    const key = Buffer.from(`${prefix}/configmaps/default/kept`).toString('base64')
    const { kvs } = (await askGateway(etcd, 'kv/range', { key })) as {
      readonly kvs: readonly { readonly value: string; readonly mod_revision: string }[]
    }
    const stored: unknown = JSON.parse(Buffer.from(kvs[0]?.value ?? '', 'base64').toString())
    const { resourceVersion, ...metadata } = created.metadata
    expect(stored).toEqual({ ...created, metadata })
    expect(kvs[0]?.mod_revision).toBe(resourceVersion)
    expect(await configMapsOf(await start(prefix)).get('kept')).toEqual(created)
  })

  it('answer 503 while etcd is gone, and go on when it is back', async () => {
    const server = await start(nextPrefix())
    const maps = configMapsOf(server)
    const watch = maps.watch()
    await maps.create({ metadata: { name: 'before' } })
    expect((await watch.next()).value.object.metadata.name).toBe('before')
    const [member] = etcd.members
    await member?.kill()
    const began = performance.now()
    const failures = await Promise.all(
      [maps.get('before'), maps.create({ metadata: { name: 'lost' } })].map((call) =>
        call.catch((error: unknown) => error),
      ),
    )
    for (const failure of failures) expect(failure).toMatchObject({ code: 503, reason: 'ServiceUnavailable' })
    expect(performance.now() - began).toBeLessThan(8_000)
    const waiting = maps.create({ metadata: { name: 'waiting' } })
    member?.start()
    await waiting
    expect((await watch.next()).value.object.metadata.name).toBe('waiting')
    expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(['before', 'waiting'])
  })
})
