import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEncryption, type KmsConfiguration, type KmsProvider } from '@pinnace/encryption'
import { createMetrics, createServer } from '@pinnace/server'
import type { KmsEvent } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectKms } from '../src/index.ts'
import { startKmsPlugin, type KmsPlugin } from './fixtures/kms-plugin.ts'

const directory = mkdtempSync(join(tmpdir(), 'pinnace-kms-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const key = '/registry/secrets/default/a'
const value = Buffer.from('{"kind":"Secret"}')
let sockets = 0
let socket = ''
let plugin: KmsPlugin
let clock: FakeClock
let provider: KmsProvider | undefined

beforeEach(async () => {
  socket = join(directory, `${sockets++}.sock`)
  plugin = await startKmsPlugin(socket)
  clock = createFakeClock()
})

afterEach(async () => {
  await provider?.close()
  provider = undefined
  plugin.stop()
})

const configuration = (timeout = '3s') => ({ apiVersion: 'v2', name: 'p', endpoint: `unix://${socket}`, timeout })

async function connect(): Promise<KmsProvider> {
  return (provider = await connectKms(configuration(), { clock }))
}

async function read(from: KmsProvider, stored: Uint8Array): Promise<[string, boolean]> {
  const { value: plain, isStale } = await from.transformer.fromStorage(stored, key)
  return [Buffer.from(plain).toString(), isStale]
}

describe('a KMS plugin', () => {
  it('encrypts one seed for any number of values', async () => {
    const { transformer } = await connect()
    const stored = await Promise.all(Array.from({ length: 50 }, () => transformer.toStorage(value, key)))
    expect(new Set(stored.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(50)
    expect(plugin.calls).toEqual(['Status', 'Encrypt'])
    const [first] = stored
    if (first === undefined || provider === undefined) throw new Error('nothing was stored')
    expect(await read(provider, first)).toEqual([value.toString(), false])
    expect(plugin.calls).toEqual(['Status', 'Encrypt'])
  })

  it('decrypts the seed of another process once, for all readers that wait', async () => {
    plugin.annotations = { 'one.example.dev': 'one', 'two.example.dev': 'two' }
    const first = await connect()
    const stored = [await first.transformer.toStorage(value, key), await first.transformer.toStorage(value, key)]
    await first.close()
    const second = await connect()
    plugin.calls.length = 0
    const texts = await Promise.all(stored.map((bytes) => read(second, bytes)))
    expect(texts).toEqual([
      [value.toString(), false],
      [value.toString(), false],
    ])
    expect(plugin.calls).toEqual(['Decrypt'])
  })

  it('reads what kube-apiserver 1.36.3 has stored with it', async () => {
    const stored = [
      'azhzOmVuYzprbXM6djI6cGx1ZzoK9wEqvjho+9qMv4tlMz2pxknpCshKxvT/U1eobwANa/IEmcBxUvS7shvUjf6cQTvRQZ6VX+P3',
      'NKx4bxYcQn6ddZXZpT+yD2uKFvjD0VX1siJoca2HRR4oDaretp3UUjVCQDxoms/QIj2CyStvLUPYZyZNVvM5xVWkKYsRAd1jBsB5',
      '6oF0aHl1MD+fNQAIl1ocfReuUgx7JZkC0W1+Z/OmHVOD+e8VNgoOuKVArDU2DQ+Nr3VuDOAIFY5Agtj2nCi3YE34e1RLRfYVQkKy',
      'ozo223++BRG2DEm4ZdBEam21t66koiqmWwq3m1U0s/+sSV5yZEpbt+esvMhNEgVrZXktMRoma2V5LTF8U7YjxTQKz/QMYFcqT+7q',
      'MKNdWYlKRk94RalRL1pmG7MiEgoNYS5leGFtcGxlLmRldhIBeCgB',
    ].join('')
    const provider = { kms: configuration() }
    const encryption = await createEncryption({
      configuration: { resources: [{ resources: ['*.*'], providers: [{ kms: { ...provider.kms, name: 'plug' } }] }] },
      connectKms,
    })
    const transformer = encryption.transformerOf({ group: '', resource: 'configmaps' })
    const read = await transformer?.fromStorage(Buffer.from(stored, 'base64'), '/registry/configmaps/default/kmsvec')
    expect(Buffer.from(read?.value ?? []).toString('latin1')).toContain('ConfigMap')
    expect(read?.isStale).toBe(false)
    await encryption.close()
  })

  it('rejects a value that was moved to another key', async () => {
    const { transformer } = await connect()
    const stored = await transformer.toStorage(value, key)
    await expect((async () => transformer.fromStorage(stored, `${key}b`))()).rejects.toThrow()
  })

  it('makes a new seed when its key ID changes; values of the old one are stale', async () => {
    const connected = await connect()
    const old = await connected.transformer.toStorage(value, key)
    plugin.keyId = 'key-2'
    await clock.advance(60_000)
    await vi.waitFor(() => expect(plugin.calls).toEqual(['Status', 'Encrypt', 'Status', 'Encrypt']))
    await vi.waitFor(async () => expect(await read(connected, old)).toEqual([value.toString(), true]))
    expect(await read(connected, await connected.transformer.toStorage(value, key))).toEqual([value.toString(), false])
  })

  it('stops writing three minutes after the last answer, and goes on when the plugin is back', async () => {
    const connected = await connect()
    const stored = await connected.transformer.toStorage(value, key)
    plugin.failure = 'gone'
    for (let minute = 0; minute < 4; minute++) {
      const calls = plugin.calls.length
      await clock.advance(60_000)
      await vi.waitFor(() => expect(plugin.calls.length).toBeGreaterThan(calls))
    }
    expect(() => connected.transformer.toStorage(value, key)).toThrow('has not answered for 3 minutes')
    await expect(connected.check()).rejects.toThrow('gone')
    // The seed is still known.
    expect(await read(connected, stored)).toEqual([value.toString(), false])
    plugin.failure = undefined
    await clock.advance(10_000)
    await vi.waitFor(async () => connected.check())
    expect(await read(connected, await connected.transformer.toStorage(value, key))).toEqual([value.toString(), false])
  })

  it('is asked again every 10 seconds if it is not there at the start', async () => {
    plugin.healthz = 'starting'
    const connected = await connect()
    expect(() => connected.transformer.toStorage(value, key)).toThrow('the KMS plugin has not encrypted a key yet')
    await expect(connected.check()).rejects.toThrow('got unexpected healthz status: starting')
    plugin.healthz = 'ok'
    await clock.advance(10_000)
    await vi.waitFor(() => void connected.transformer.toStorage(value, key))
  })

  it.each<[string, (spoiled: KmsPlugin) => void, string]>([
    ['another version', (it) => void (it.version = 'v1'), 'expected KMSv2 API version v2, got v1'],
    ['no key ID', (it) => void (it.keyId = ''), 'keyID is empty'],
    [
      'a long key ID',
      (it) => void (it.keyId = 'k'.repeat(1025)),
      'keyID is 1025 bytes, which exceeds the max size of 1024',
    ],
    ['no ciphertext', (it) => void (it.ciphertext = new Uint8Array()), 'encrypted DEK source is empty'],
    [
      'a large ciphertext',
      (it) => void (it.ciphertext = new Uint8Array(1025)),
      'encrypted DEK source is 1025 bytes, which exceeds the max size of 1024',
    ],
    ['an answer beyond all limits', (it) => void (it.ciphertext = new Uint8Array(2 ** 21)), 'larger than max'],
    [
      'another key ID than its status',
      (it) => void (it.encryptKeyId = 'x'),
      'the key ID of Encrypt is not the one of Status',
    ],
    ['an invalid annotation', (it) => void (it.annotations = { a: 'b' }), 'should be a domain with at least one dot'],
    ['an error', (it) => void (it.failure = 'locked'), 'locked'],
  ])('is unhealthy with %s', async (_name, spoil, message) => {
    spoil(plugin)
    const connected = await connect()
    await expect(connected.check()).rejects.toThrow(message)
    expect(() => connected.transformer.toStorage(value, key)).toThrow('the KMS plugin has not encrypted a key yet')
  })

  it.each([
    ['no key ID', '', 'empty'],
    ['a long key ID', 'k'.repeat(1025), 'too_long'],
  ])('reports a status with %s', async (_name, keyId, error) => {
    plugin.keyId = keyId
    const events: KmsEvent[] = []
    provider = await connectKms(configuration(), { clock, report: (event) => events.push(event) })
    expect(events).toMatchObject([
      { type: 'called', provider: 'p', method: '/v2.KeyManagementService/Status', status: 'OK' },
      { type: 'keyRejected', provider: 'p', error },
    ])
  })

  it('reports the gRPC status of calls that have failed', async () => {
    plugin.failure = 'gone'
    const events: KmsEvent[] = []
    provider = await connectKms(configuration(), { clock, report: (event) => events.push(event) })
    expect(events).toMatchObject([{ type: 'called', status: 'Unavailable' }])
  })

  it('must answer within its timeout', async () => {
    plugin.silent = true
    provider = await connectKms(configuration('50ms'))
    await expect(provider.check()).rejects.toThrow('the KMS plugin has not answered Status within 50 ms')
  })

  it('is unhealthy without a socket', async () => {
    plugin.stop()
    provider = await connectKms(
      { ...configuration(), endpoint: `unix://${join(directory, 'missing.sock')}` },
      { clock },
    )
    await expect(provider.check()).rejects.toThrow('ENOENT')
  })

  it.each(['', 'garbage', '\x0a\x01a'])('rejects stored bytes that are no encrypted object: %j', async (text) => {
    const { transformer } = await connect()
    await expect((async () => transformer.fromStorage(Buffer.from(text), key))()).rejects.toThrow(TypeError)
  })
})

describe('a server with a KMS plugin', () => {
  it('counts calls of the plugin and uses of its keys, from the first call on', async () => {
    const encryption = await createEncryption({
      configuration: { resources: [{ resources: ['secrets'], providers: [{ kms: configuration() }] }] },
      connectKms,
    })
    const earlier = await connectKms(configuration())
    const foreign = await earlier.transformer.toStorage(
      Buffer.from('{"apiVersion":"v1","kind":"Secret","metadata":{"name":"b","namespace":"default"}}'),
      '/registry/secrets/default/b',
    )
    await earlier.close()
    const store = createMemoryStore()
    store.put('/registry/secrets/default/b', { bytes: Buffer.concat([Buffer.from('k8s:enc:kms:v2:p:'), foreign]) })
    const metrics = await createMetrics()
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, encryption, metrics })
    const secrets = server.client({ apiVersion: 'v1', kind: 'Secret' }).namespace('default')
    await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    await secrets.get('b')
    const text = await (await server.fetch(new Request('http://server/metrics'))).text()
    const samples = text.replace(/sha256:[0-9a-f]{64}/g, 'HASH').split('\n')
    const prefix = 'apiserver_envelope_encryption'
    const labels = 'provider_name="p",key_id_hash="HASH",apiserver_id_hash="HASH"'
    const latency = (method: string): string =>
      `${prefix}_kms_operations_latency_seconds_count{provider_name="p",method_name="/v2.KeyManagementService/${method}",grpc_status_code="OK"} 1`
    expect(samples).toEqual(
      expect.arrayContaining([
        latency('Status'),
        latency('Encrypt'),
        latency('Decrypt'),
        `${prefix}_key_id_hash_total{transformation_type="to_storage",${labels}} 1`,
        `${prefix}_dek_source_cache_size{provider_name="p"} 2`,
        'apiserver_storage_envelope_transformation_cache_misses_total 1',
        `${prefix}_dek_cache_fill_percent 0`,
        'apiserver_storage_data_key_generation_failures_total 0',
        'apiserver_storage_data_key_generation_duration_seconds_count 0',
      ]),
    )
    for (const name of [
      `key_id_hash_total{transformation_type="from_storage",${labels}} `,
      `key_id_hash_last_timestamp_seconds{transformation_type="to_storage",${labels}} `,
      `key_id_hash_status_last_timestamp_seconds{${labels}} `,
    ]) {
      expect(samples.some((line) => line.startsWith(`${prefix}_${name}`))).toBe(true)
    }
    await server.close()
    await encryption.close()
  })

  it('encrypts, reads over a restart, and has a health check for it', async () => {
    const resources = [{ resources: ['secrets'], providers: [{ kms: configuration() }] }]
    const options = {
      configuration: { resources },
      connectKms: (kms: KmsConfiguration) => connectKms(kms),
    }
    const store = createMemoryStore()
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'a', namespace: 'default' },
      data: { a: 'Yg==' },
    }
    const first = await createEncryption(options)
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, encryption: first })
    await server.client(secret).namespace('default').create(secret)
    const bytes = store.get('/registry/secrets/default/a')?.value ?? new Uint8Array()
    expect(Buffer.from(bytes).toString('latin1').startsWith('k8s:enc:kms:v2:p:')).toBe(true)
    expect(first.healthChecks.map(({ name }) => name)).toEqual(['kms-provider-0'])
    await first.healthChecks[0]?.check()
    plugin.failure = 'gone'
    await server.close()
    await first.close()
    plugin.failure = undefined
    const second = await createEncryption(options)
    const bare = createMemoryStore()
    bare.put('/registry/secrets/default/a', { bytes })
    const again = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store: bare, encryption: second })
    expect(await again.client(secret).namespace('default').get('a')).toMatchObject({ data: { a: 'Yg==' } })
    await again.close()
    await second.close()
  })
})
