import { builtInResources } from '@pinnace/kinds'
import { createRegistry } from '@pinnace/resources'
import { kubernetesVocabulary } from '@pinnace/meta'
import { loadProtobuf } from '@pinnace/versioning'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { createPeerAddresses, type PeerAddresses } from '../../src/server/bootstrap/peer-addresses.ts'
import { createReadAddress } from '../../src/server/bootstrap/read-address.ts'
import { call } from '../support/call.ts'

const endpoints = '/api/v1/namespaces/default/endpoints/kubernetes'
const slice = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes'
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases'

const clock = createFakeClock('2030-01-01T00:00:00Z')

async function addressesAt(server: Server): Promise<readonly string[]> {
  const { subsets } = (await call(server, 'GET', endpoints)).json
  return subsets.flatMap(({ addresses }: { addresses: readonly { ip: string }[] }) => addresses.map(({ ip }) => ip))
}

describe('the addresses of servers over one store', () => {
  it('are in the Endpoints while the servers renew them, and until they are closed', async () => {
    const store = createMemoryStore()
    const options = { store, vocabulary: 'kubernetes', preset: 'testing', clock } as const
    const [one, two, three] = [await createServer(options), await createServer(options), await createServer(options)]
    const { port } = await one.listen({ advertiseAddress: '192.0.2.7' })
    await two.listen({ advertiseAddress: '192.0.2.8' })
    await clock.advance(10_000)
    expect((await addressesAt(three)).toSorted()).toEqual(['192.0.2.7', '192.0.2.8'])
    const { json } = await call(three, 'GET', slice)
    expect(json.endpoints).toHaveLength(1)
    // A server that is closed takes its address with it; the last one leaves its own.
    await two.close()
    expect(await addressesAt(three)).toEqual(['192.0.2.7'])
    await one.close()
    expect((await call(three, 'GET', endpoints)).json.subsets).toEqual([
      { addresses: [{ ip: '192.0.2.7' }], ports: [{ name: 'https', port, protocol: 'TCP' }] },
    ])
    await three.close()
  })

  it('of workers stay while one of them is left, whichever has renewed their record last', async () => {
    const readAddress = createReadAddress(
      createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary),
    )
    const own = { address: '192.0.2.7', port: 6443 }
    for (const renewals of ['abab', 'abba', 'aab']) {
      const store = createMemoryStore()
      const create = (name: string) => [name, createPeerAddresses({ store, clock, own, readAddress })] as const
      const workers: Record<string, PeerAddresses> = Object.fromEntries(['a', 'b'].map(create))
      for (const name of renewals) expect(await workers[name]?.renew()).toEqual([own])
      expect(await workers['a']?.withdraw(), renewals).toEqual([own])
      expect(store.get('/registry/masterleases/192.0.2.7:6443'), renewals).toBeDefined()
      // Alone for two renewals, the last one takes the record with it.
      for (const name of 'bb') await workers[name]?.renew()
      expect(await workers['b']?.withdraw()).toEqual([])
      expect(store.get('/registry/masterleases/192.0.2.7:6443')).toBeUndefined()
    }
  })

  it('of a server that has died are removed by the others', async () => {
    const store = createMemoryStore()
    const key = '/registry/masterleases/192.0.2.9:6443'
    const record = { subsets: [{ addresses: [{ ip: '192.0.2.9' }], ports: [{ name: 'https', port: 6443 }] }] }
    store.put(key, { bytes: Buffer.from(JSON.stringify(record)) })
    store.put('/registry/masterleases/broken', { bytes: Buffer.from([0x6b, 0x38, 0x73, 0]) })
    const server = await createServer({ store, vocabulary: 'kubernetes', preset: 'testing', clock })
    await server.listen({ advertiseAddress: '192.0.2.7' })
    expect((await addressesAt(server)).toSorted()).toEqual(['192.0.2.7', '192.0.2.9'])
    for (let round = 0; round < 3; round++) await clock.advance(10_000)
    expect(await addressesAt(server)).toEqual(['192.0.2.7'])
    expect(store.get(key)).toBeUndefined()
    await server.close()
  })

  it('are those of kube-apiservers too, whose records are in protobuf', async () => {
    const store = createMemoryStore()
    const { writeEnvelope } = await loadProtobuf()
    const kinds = await builtInResources(kubernetesVocabulary)
    const write = (): void => {
      const record = {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: {},
        subsets: [{ addresses: [{ ip: '192.0.2.9' }] }],
      }
      const endpointsSchema = kinds.find(({ kind }) => kind === 'Endpoints')?.schema()
      if (endpointsSchema === undefined) throw new TypeError('Endpoints were expected')
      store.put('/registry/masterleases/192.0.2.9', { bytes: writeEnvelope(endpointsSchema, record) })
    }
    write()
    const server = await createServer({ store, vocabulary: 'kubernetes', preset: 'testing', clock })
    const { port } = await server.listen({ advertiseAddress: '192.0.2.7' })
    // Its server renews it: the record is left alone.
    for (let round = 0; round < 3; round++) {
      await clock.advance(10_000)
      write()
    }
    expect((await call(server, 'GET', endpoints)).json.subsets).toEqual([
      { addresses: [{ ip: '192.0.2.7' }, { ip: '192.0.2.9' }], ports: [{ name: 'https', port, protocol: 'TCP' }] },
    ])
    await server.close()
  })

  it('the identity lease of a server that has died is deleted once it has expired', async () => {
    const store = createMemoryStore()
    const server = await createServer({ store, vocabulary: 'kubernetes', preset: 'testing', clock })
    const lease = (name: string, renewTime: string, labels: object): object => ({
      metadata: { name, labels },
      spec: { holderIdentity: name, leaseDurationSeconds: 3600, renewTime },
    })
    const labels = { 'apiserver.kubernetes.io/identity': 'kube-apiserver' }
    const bodies = [
      lease('apiserver-dead', '2029-12-31T00:00:00.000000Z', labels),
      lease('apiserver-alive', '2030-01-01T00:00:30.000000Z', labels),
      lease('other', '2029-12-31T00:00:00.000000Z', {}),
    ]
    for (const body of bodies) expect((await call(server, 'POST', leases, { body })).status).toBe(201)
    await server.listen({ advertiseAddress: '192.0.2.7' })
    await clock.advance(10_000)
    const names = (await call(server, 'GET', leases)).json.items.map(
      ({ metadata }: { metadata: { name: string } }) => metadata.name,
    )
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(['apiserver-alive', 'other']))
    await server.close()
  })
})
