import { loadProtobuf } from '@pinnace/versioning'
import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, runAtOnce } from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import type { ConfigMap } from '@pinnace/types/core-v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProtobufForms } from '../src/http/protobuf-forms.ts'
import { createServer, type Server } from '../src/index.ts'

const protobuf = await loadProtobuf()
const definitions = await builtInResources(kubernetesVocabulary)
const configMaps = definitions.find(({ kind }) => kind === 'ConfigMap')!
const secrets = definitions.find(({ kind }) => kind === 'Secret')!
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

describe('the messages of stored objects', () => {
  it('are encoded once for an entry and a version', () => {
    const forms = new ProtobufForms(10_000)
    const entry = { value: Buffer.alloc(10) }
    const first = forms.messageOf(protobuf, entry, configMaps, () => configMap('a'))
    expect(Buffer.from(first)).toEqual(Buffer.from(protobuf.encodeProtobuf(configMaps.schema(), configMap('a'))))
    const again = forms.messageOf(protobuf, entry, configMaps, () => {
      throw new Error('it is kept')
    })
    expect(again).toBe(first)
    expect(forms.find(entry, secrets)).toBeUndefined()
    expect(forms.find({ value: entry.value }, configMaps)).toBeUndefined()
  })

  it('are bounded in bytes, with the JSON that is held for them', () => {
    const forms = new ProtobufForms(800)
    const entries = Array.from({ length: 5 }, () => ({ value: Buffer.alloc(300) }))
    for (const entry of entries) forms.messageOf(protobuf, entry, configMaps, () => configMap('a'))
    expect(entries.map((entry) => forms.find(entry, configMaps) !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })
})

describe('answers in protobuf', () => {
  const accept = 'application/vnd.kubernetes.protobuf'
  const path = '/api/v1/namespaces/default/configmaps'
  let server: Server
  beforeEach(async () => void (server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })))
  afterEach(() => server.close())

  it('are those of the current object, also after earlier requests', async () => {
    const client = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const bytesOf = async (at: string, type: string = accept): Promise<Buffer> => {
      const reply = await server.fetch(new Request(`http://server${at}`, { headers: { accept: type } }))
      expect(reply.status).toBe(200)
      return Buffer.from(await reply.arrayBuffer())
    }
    for (let index = 0; index < 300; index++) {
      await client.create({ metadata: { name: `map-${index}` }, data: { text: 'x'.repeat(400) } })
    }
    const expected = async (): Promise<Buffer> => {
      const list = JSON.parse((await bytesOf(path, 'application/json')).toString()) as {
        items: object[]
        metadata: object
      }
      const { items, metadata } = list
      const parts = items.flatMap((item) =>
        runAtOnce(protobuf.writeItemsInSteps(configMaps.schema(), { length: 1, at: () => item })),
      )
      return Buffer.concat(protobuf.wrapList({ kind: 'ConfigMapList', apiVersion: 'v1' }, metadata, parts))
    }
    const first = await bytesOf(path)
    expect(first.equals(await expected())).toBe(true)
    expect((await bytesOf(path)).equals(first)).toBe(true)
    const before = await bytesOf(`${path}/map-7`)
    await client.patch('map-7', { data: { text: 'changed' } })
    const after = await bytesOf(`${path}/map-7`)
    expect(after.equals(before)).toBe(false)
    expect(after.includes('changed')).toBe(true)
    const changed = await bytesOf(path)
    expect(changed.equals(await expected())).toBe(true)
    expect(changed.includes('changed')).toBe(true)
    await client.delete('map-7')
    expect((await bytesOf(path)).equals(await expected())).toBe(true)
  })

  it('and lists of metadata in JSON hold the current metadata, also after earlier requests', async () => {
    const client = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    for (let index = 0; index < 300; index++) {
      await client.create({ metadata: { name: `map-${index}`, annotations: { text: '{"}\\"'.repeat(40) } } })
    }
    const list = async (type: string): Promise<Buffer> => {
      const reply = await server.fetch(new Request(`http://server${path}`, { headers: { accept: type } }))
      return Buffer.from(await reply.arrayBuffer())
    }
    const schema = loadType('meta.v1.PartialObjectMetadata')
    const check = async (): Promise<void> => {
      const { items, metadata } = JSON.parse((await list('application/json')).toString()) as {
        items: ConfigMap[]
        metadata: object
      }
      const wanted = items.map((item) => ({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: item.metadata,
      }))
      const as = 'as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
      for (let round = 0; round < 2; round++) {
        const type = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' }
        const parts = runAtOnce(
          protobuf.writeItemsInSteps(schema, { length: wanted.length, at: (index) => wanted[index]! }),
        )
        const bytes = Buffer.concat(protobuf.wrapList(type, metadata, parts))
        expect((await list(`${accept};${as}`)).equals(bytes)).toBe(true)
        expect(JSON.parse((await list(`application/json;${as}`)).toString())).toEqual({
          ...type,
          metadata,
          items: wanted,
        })
      }
    }
    await check()
    await client.patch('map-7', { metadata: { annotations: { changed: 'yes' } } })
    await check()
    await client.delete('map-7')
    await check()
  })

  it('of metadata are kept apart from those of the objects', async () => {
    const client = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    for (let index = 0; index < 300; index++) {
      await client.create({ metadata: { name: `map-${index}` }, data: { text: 'x'.repeat(400) } })
    }
    const metadata = `${accept};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io`
    const read = async (type: string): Promise<string> => {
      const reply = await server.fetch(new Request(`http://server${path}`, { headers: { accept: type } }))
      return protobuf.readEnvelope(Buffer.from(await reply.arrayBuffer())).kind
    }
    for (let round = 0; round < 2; round++) {
      expect(await read(accept)).toBe('ConfigMapList')
      expect(await read(metadata)).toBe('PartialObjectMetadataList')
    }
  })
})
