import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { kubernetesVocabulary as vocabulary, type ApiObject } from '@pinnace/meta'
import { createServer } from '@pinnace/server'
import { createMemoryStore } from '@pinnace/store/memory'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  createClient,
  createClientOver,
  createHttpTransport,
  createInformer,
  createSharedInformers,
} from '../src/index.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const eventually = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 })

describe('an informer over HTTPS', () => {
  it('reports changes over TLS', async () => {
    await using server = await createTestServer()
    const client = await createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
    await using shared = createSharedInformers({ client })
    const whole = shared.informer<ConfigMap>(kind, { namespace: 'default' })
    const metadata = shared.informer(kind, { namespace: 'default', metadataOnly: true })
    shared.start()
    await shared.synced()
    const maps = server.client<ConfigMap>(kind).namespace('default')
    const made = await maps.create({ metadata: { name: 'a' }, data: { k: '1' } })
    await maps.update({ ...made, data: { k: '2' } })
    await eventually(() => expect(whole.store.get('a', 'default')?.data).toEqual({ k: '2' }))
    await eventually(() => expect(metadata.store.get('a', 'default')).toMatchObject({ kind: 'PartialObjectMetadata' }))
    await maps.delete('a')
    await eventually(() =>
      expect([whole.store.get('a', 'default'), metadata.store.get('a', 'default')]).toEqual([undefined, undefined]),
    )
    await shared.stop()
    await client.close()
  })

  it('survives its server: it continues on another one over the same store', async () => {
    const store = createMemoryStore()
    const begin = async (port: number): Promise<{ http: HttpServer; close(): Promise<void> }> => {
      const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
      const http = createHttpServer(server.node())
      // Another process may have taken the port in the meantime.
      await new Promise<void>((resolve, reject) => void http.once('error', reject).listen(port, '127.0.0.1', resolve))
      const close = async (): Promise<void> => {
        const closed = new Promise((resolve) => void http.close(resolve))
        http.closeAllConnections()
        await closed
        await server.close()
      }
      return { http, close }
    }
    let serving = await begin(0)
    const { port } = serving.http.address() as AddressInfo
    const transport = createHttpTransport({ endpoint: { server: `http://127.0.0.1:${port}` }, vocabulary })
    const client = createClientOver({ transport, vocabulary })
    const maps = client.resource<ConfigMap>(kind).namespace('default')
    await maps.create({ metadata: { name: 'a' } })
    const seen: string[] = []
    const errors: unknown[] = []
    const informer = createInformer<ConfigMap>({ client: maps, onError: (error) => errors.push(error) })
    informer.addHandler({
      add: ({ metadata }) => seen.push(`add ${metadata.name}`),
      update: ({ metadata }) => seen.push(`update ${metadata.name}`),
      delete: ({ metadata }) => seen.push(`delete ${metadata.name}`),
    })
    informer.start()
    await informer.synced
    for (const name of ['b', 'c', 'd']) {
      await serving.close()
      serving = await begin(port)
      await eventually(async () => void (await maps.create({ metadata: { name } })))
    }
    await maps.delete('a')
    await eventually(() => expect(seen.at(-1)).toBe('delete a'))
    expect(seen).toEqual(['add a', 'add b', 'add c', 'add d', 'delete a'])
    expect(errors.length).toBeGreaterThan(0)
    await informer.stop()
    await transport.close()
    await serving.close()
  })
})
