import { createEncryption } from '../packages/encryption/dist/index.js'
import { createServer } from '../packages/server/dist/index.js'
import { createMemoryStore } from '../packages/store/dist/memory/index.js'
import { podTemplate } from './kit/objects.mjs'

export const title = 'Forms of stored pods (bare stores JSON with the resourceVersion in it)'

const pods = '/api/v1/namespaces/default/pods'
const kind = { apiVersion: 'v1', kind: 'Pod' }
const count = 1_000

export async function run(kit) {
  const keys = [{ name: 'a', secret: Buffer.alloc(32, 1).toString('base64') }]
  const encryptionOf = (provider) =>
    createEncryption({ configuration: { resources: [{ resources: ['*.*'], providers: [provider] }] } })
  const protobuf = 'application/vnd.kubernetes.protobuf'
  const forms = [
    ['JSON, given store', {}],
    ['JSON without it', { storageMediaType: 'application/json' }],
    ['protobuf', { storageMediaType: protobuf }],
    ['YAML', { storageMediaType: 'application/yaml' }],
    ['JSON, aesgcm', { encryption: await encryptionOf({ aesgcm: { keys } }) }],
    ['protobuf, aesgcm', { storageMediaType: protobuf, encryption: await encryptionOf({ aesgcm: { keys } }) }],
    ['JSON, secretbox', { encryption: await encryptionOf({ secretbox: { keys } }) }],
  ]
  const bare = await open({ store: undefined })
  for (const [name, options] of forms) {
    const ours = await open({ store: createMemoryStore(), ...options })
    await kit.compare({
      name: `update, ${name}`,
      operations: 100,
      ours: () => update(ours, 100),
      bare: () => update(bare, 100),
    })
    await ours.server.close()
  }
  const plain = await filled({})
  for (const [name, options] of forms) {
    const stored = await filled(options)
    await kit.compare({
      name: `first list of 1,000, ${name}`,
      operations: count,
      ours: () => firstList(stored, options),
      bare: () => firstList(plain, {}),
    })
  }
  await bare.server.close()
}

async function open(options) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })
  const client = server.client(kind).namespace('default')
  const live = await client.create(podNamed('a'))
  return { server, client, live, number: 0 }
}

function podNamed(name) {
  const pod = JSON.parse(JSON.stringify(podTemplate()).replaceAll(/%[a-z]/g, '1'))
  return { ...pod, metadata: { ...pod.metadata, name, namespace: 'default' } }
}

async function update(subject, times) {
  for (let index = 0; index < times; index++) {
    const annotations = { at: String(subject.number++) }
    const next = { ...subject.live, metadata: { ...subject.live.metadata, annotations } }
    subject.live = await subject.client.update(next)
  }
}

/** The stored bytes of 1,000 pods, without the notes that the process which wrote them keeps. */
async function filled(options) {
  const store = createMemoryStore()
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, ...options })
  const client = server.client(kind).namespace('default')
  for (let index = 0; index < count; index++) await client.create(podNamed(`pod-${index}`))
  const entries = store.list('/registry/pods/').entries.map(({ key, value }) => [key, Buffer.from(value)])
  await server.close()
  return entries
}

/** A start over a store that has the objects, and the first list; the start is part of both sides. */
async function firstList(entries, options) {
  const store = createMemoryStore()
  for (const [key, bytes] of entries) store.put(key, { bytes })
  store.compact(store.revision())
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, ...options })
  const { items } = await server.client(kind).namespace('default').list()
  if (items.length !== count) throw new Error(`${items.length} of ${pods}`)
  await server.close()
}
