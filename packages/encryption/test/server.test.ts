import { createMetrics, createServer, type Server } from '@pinnace/server'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { createLmdbStore } from '@pinnace/store-lmdb'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createEncryption, type ProviderConfiguration, type ReplaceableEncryption } from '../src/index.ts'
import { secretOf } from './secret-of.ts'

const base = mkdtempSync(join(tmpdir(), 'pinnace-encrypted-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const one = { name: 'one', secret: secretOf(32) }
const two = { name: 'two', secret: secretOf(32, 5) }
const secret = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'default' },
  stringData: { password: 'hunter2' },
})
let store: MemoryStore

beforeEach(() => {
  store = createMemoryStore()
})

const encrypting = (...providers: readonly ProviderConfiguration[]): Promise<ReplaceableEncryption> =>
  createEncryption({ configuration: { resources: [{ resources: ['secrets'], providers }] } })

const serve = (encryption: ReplaceableEncryption, over: Store = store): Promise<Server> =>
  createServer({ vocabulary: 'kubernetes', preset: 'testing', store: over, encryption })

function stored(key: string): string {
  const value = store.get(`/registry/${key}`)?.value
  if (value === undefined) throw new Error(`${key} is not stored`)
  return Buffer.from(value).toString('latin1')
}

const kindOf = { apiVersion: 'v1', kind: 'Secret' } as const

describe('a server with encryption', () => {
  it('encrypts the resources of its configuration, and no others', async () => {
    const server = await serve(await encrypting({ aescbc: { keys: [one] } }))
    const secrets = server.client(kindOf).namespace('default')
    const created = await secrets.create(secret('a'))
    expect(stored('secrets/default/a').startsWith('k8s:enc:aescbc:v1:one:')).toBe(true)
    expect(stored('secrets/default/a')).not.toContain('Secret')
    expect(stored('namespaces/default')).toContain('"kind":"Namespace"')
    expect(await secrets.get('a')).toEqual(created)
    await secrets.delete('a')
    await server.close()
  })

  it('reads what was stored before, and encrypts it with an update that changes nothing', async () => {
    const before = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
    await before.client(kindOf).namespace('default').create(secret('a'))
    await before.close()
    expect(stored('secrets/default/a')).toContain('aHVudGVyMg==')
    const server = await serve(await encrypting({ secretbox: { keys: [one] } }, { identity: {} }))
    const secrets = server.client(kindOf).namespace('default')
    const live = await secrets.get('a')
    await secrets.update(live)
    expect(stored('secrets/default/a').startsWith('k8s:enc:secretbox:v1:one:')).toBe(true)
    await server.close()
  })

  it('rewrites with the new key after a rotation, once, while it runs', async () => {
    const encryption = await encrypting({ aesgcm: { keys: [one] } })
    const server = await serve(encryption)
    const secrets = server.client(kindOf).namespace('default')
    await secrets.create(secret('a'))
    const providers = [{ aesgcm: { keys: [two, one] } }]
    await encryption.replace({ resources: [{ resources: ['secrets'], providers }] })
    const live = await secrets.get('a')
    const rewritten = await secrets.update(live)
    expect(rewritten.metadata.resourceVersion).not.toBe(live.metadata.resourceVersion)
    expect(stored('secrets/default/a').startsWith('k8s:enc:aesgcm:v1:two:')).toBe(true)
    expect(await secrets.update(rewritten)).toEqual(rewritten)
    await server.close()
  })

  it('answers 500 for a value whose key is gone, with the key of the entry', async () => {
    const path = join(base, 'gone')
    const file = await createLmdbStore({ path })
    const first = await serve(await encrypting({ aesgcm: { keys: [one] } }), file)
    await first.client(kindOf).namespace('default').create(secret('a'))
    await first.close()
    const second = await serve(await encrypting({ aesgcm: { keys: [two] } }), file)
    await expect(second.client(kindOf).namespace('default').get('a')).rejects.toMatchObject({
      code: 500,
      message:
        'Internal error occurred: unable to transform key "/registry/secrets/default/a": no matching key was found for the provided AES transformer',
    })
    await second.close()
    const third = await serve(await encrypting({ aesgcm: { keys: [two, one] } }), file)
    expect(await third.client(kindOf).namespace('default').get('a')).toMatchObject({
      data: { password: 'aHVudGVyMg==' },
    })
    await third.close()
    await file.close()
  })
})

describe('the metrics of encryption', () => {
  it('count what each provider and each key did, for each resource', async () => {
    const metrics = await createMetrics()
    const encryption = await encrypting({ aescbc: { keys: [one] } }, { identity: {} })
    const open = (): Promise<Server> =>
      createServer({ vocabulary: 'kubernetes', preset: 'testing', store, encryption, metrics })
    const server = await open()
    await server.client(kindOf).namespace('default').create(secret('a'))
    const read = async (): Promise<string> => (await server.fetch(new Request('http://server/metrics'))).text()
    const operations = (status: string, type: string, prefix: string): string =>
      `apiserver_storage_transformation_operations_total{resource="secrets",status="${status}",transformation_type="${type}",transformer_prefix="${prefix}"}`
    const first = await read()
    expect(first).toContain(`${operations('OK', 'to_storage', 'k8s:enc:aescbc:v1:')} 1\n`)
    expect(first).toContain(`${operations('OK', 'to_storage', 'one:')} 1\n`)
    expect(first).toContain(
      'apiserver_storage_transformation_duration_seconds_count{transformation_type="to_storage",transformer_prefix="one:"} 1\n',
    )
    await store.put('/registry/secrets/default/b', { bytes: Buffer.from('k8s:enc:aescbc:v1:other:abc') })
    await expect(server.client(kindOf).namespace('default').get('b')).rejects.toThrow(
      'no matching key was found for the provided AES transformer',
    )
    const second = await read()
    expect(second).toContain(operations('unknown-non-grpc', 'from_storage', 'k8s:enc:aescbc:v1:'))
    expect(second).toContain(operations('unknown-non-grpc', 'from_storage', 'unknown'))
    await server.close()
  })
})
