import type { ValueTransformer } from '@pinnace/store'
import { describe, expect, it } from 'vitest'
import { createEncryption, type ProviderConfiguration, type ResourceConfiguration } from '../src/index.ts'
import { secretOf } from './secret-of.ts'

const value = Buffer.from('{"kind":"Secret"}\n')
const key = '/registry/secrets/default/a'
const providers = {
  aescbc: { aescbc: { keys: [{ name: 'a', secret: secretOf(16) }] } },
  aesgcm: { aesgcm: { keys: [{ name: 'a', secret: secretOf(24) }] } },
  secretbox: { secretbox: { keys: [{ name: 'a', secret: secretOf(32) }] } },
  identity: { identity: {} },
} satisfies Record<string, ProviderConfiguration>

async function transformerFor(
  resources: readonly ResourceConfiguration[],
  resource = { group: '', resource: 'secrets' },
): Promise<ValueTransformer> {
  const transformer = (await createEncryption({ configuration: { resources } })).transformerOf(resource)
  if (transformer === undefined) throw new Error('not encrypted')
  return transformer
}

const with_ = (...chain: readonly ProviderConfiguration[]): Promise<ValueTransformer> =>
  transformerFor([{ resources: ['secrets'], providers: chain }])

async function readBack(transformer: ValueTransformer, stored: Uint8Array, at = key): Promise<[string, boolean]> {
  const read = await transformer.fromStorage(stored, at)
  return [Buffer.from(read.value).toString(), read.isStale]
}

describe.each(['aescbc', 'aesgcm', 'secretbox'] as const)('%s', (name) => {
  it('writes its prefix with the name of the key, and another ciphertext each time', async () => {
    const transformer = await with_(providers[name])
    const [one, two] = [await transformer.toStorage(value, key), await transformer.toStorage(value, key)]
    expect(Buffer.from(one).toString('latin1').startsWith(`k8s:enc:${name}:v1:a:`)).toBe(true)
    expect(Buffer.from(one).equals(two)).toBe(false)
    expect(Buffer.from(one).includes('Secret')).toBe(false)
    expect(await readBack(transformer, one)).toEqual([value.toString(), false])
  })

  it.each([0, 1, 15, 16, 17, 4096])('reads a value of %i bytes', async (length) => {
    const transformer = await with_(providers[name])
    const bytes = Buffer.alloc(length, 7)
    const stored = await transformer.toStorage(bytes, key)
    expect(Buffer.from((await transformer.fromStorage(stored, key)).value)).toEqual(bytes)
  })

  it('rejects a value that is cut off, and a key it does not have', async () => {
    const transformer = await with_(providers[name])
    const stored = Buffer.from(await transformer.toStorage(value, key))
    for (const end of [stored.length - 17, 25, 22]) {
      await expect((async () => transformer.fromStorage(stored.subarray(0, end), key))()).rejects.toThrow()
    }
    const other = Buffer.concat([Buffer.from(`k8s:enc:${name}:v1:b:`), stored.subarray(`k8s:enc:${name}:v1:a:`.length)])
    const title = name === 'secretbox' ? 'Secretbox' : 'AES'
    await expect((async () => transformer.fromStorage(other, key))()).rejects.toThrow(
      `no matching key was found for the provided ${title} transformer`,
    )
  })

  it('reads with every key and writes with the first; what others have written is stale', async () => {
    const old = { name: 'old', secret: secretOf(32, 9) }
    const before = await with_({ [name]: { keys: [old] } })
    const stored = await before.toStorage(value, key)
    const after = await with_({ [name]: { keys: [{ name: 'new', secret: secretOf(32) }, old] } })
    expect(await readBack(after, stored)).toEqual([value.toString(), true])
    expect(await readBack(after, await after.toStorage(value, key))).toEqual([value.toString(), false])
  })
})

describe('authenticated data', () => {
  it('rejects a value of AES-GCM that was moved to another key or changed', async () => {
    const transformer = await with_(providers.aesgcm)
    const stored = Buffer.from(await transformer.toStorage(value, key))
    await expect((async () => transformer.fromStorage(stored, `${key}b`))()).rejects.toThrow()
    stored[stored.length - 20] = (stored[stored.length - 20] ?? 0) ^ 1
    await expect((async () => transformer.fromStorage(stored, key))()).rejects.toThrow()
  })

  it('rejects a changed value of secretbox', async () => {
    const transformer = await with_(providers.secretbox)
    const stored = Buffer.from(await transformer.toStorage(value, key))
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1
    await expect((async () => transformer.fromStorage(stored, key))()).rejects.toThrow()
  })
})

describe('several providers', () => {
  it('encrypts with the first; plain values and those of others are stale', async () => {
    const transformer = await with_(providers.aescbc, providers.secretbox, providers.identity)
    expect(await readBack(transformer, value)).toEqual([value.toString(), true])
    const box = await (await with_(providers.secretbox)).toStorage(value, key)
    expect(await readBack(transformer, box)).toEqual([value.toString(), true])
  })

  it('decrypts where identity comes first, so that encryption can be given up', async () => {
    const transformer = await with_(providers.identity, providers.aesgcm)
    const stored = await (await with_(providers.aesgcm)).toStorage(value, key)
    expect(await readBack(transformer, stored)).toEqual([value.toString(), true])
    expect(await readBack(transformer, await transformer.toStorage(value, key))).toEqual([value.toString(), false])
  })

  it('says that no provider knows the prefix of a value', async () => {
    const transformer = await with_(providers.aescbc)
    await expect((async () => transformer.fromStorage(value, key))()).rejects.toThrow('no matching prefix found')
    const plain = await with_(providers.identity)
    const stored = await transformer.toStorage(value, key)
    await expect((async () => plain.fromStorage(stored, key))()).rejects.toThrow()
  })

  it('appends the providers of a later rule of the same resource', async () => {
    const transformer = await transformerFor([
      { resources: ['secrets'], providers: [providers.aescbc] },
      { resources: ['secrets'], providers: [providers.identity] },
    ])
    expect(await readBack(transformer, value)).toEqual([value.toString(), true])
  })
})

describe('the resources of a configuration', () => {
  it.each([
    ['secrets', { group: '', resource: 'secrets' }, 'a'],
    ['secrets of another group', { group: 'example.dev', resource: 'secrets' }, 'd'],
    ['the rest of the core group', { group: '', resource: 'configmaps' }, 'd'],
    ['a resource with a group', { group: 'apps', resource: 'deployments' }, 'b'],
    ['the rest of the group', { group: 'apps', resource: 'replicasets' }, 'c'],
  ])('%s', async (_name, resource, wanted) => {
    const named = (name: string): readonly ProviderConfiguration[] => [
      { aesgcm: { keys: [{ name, secret: secretOf(32) }] } },
    ]
    const transformer = await transformerFor(
      [
        { resources: ['secrets'], providers: named('a') },
        { resources: ['deployments.apps'], providers: named('b') },
        { resources: ['*.apps'], providers: named('c') },
        { resources: ['*.*'], providers: named('d') },
      ],
      resource,
    )
    const stored = Buffer.from(await transformer.toStorage(value, key)).toString('latin1')
    expect(stored.startsWith(`k8s:enc:aesgcm:v1:${wanted}:`)).toBe(true)
  })
})
