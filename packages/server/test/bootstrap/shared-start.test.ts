import { formatGroupVersion } from '@pinnace/meta'
import { createFakeClock, createSeededRandom } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { createServer, type ServerOptions } from '../../src/index.ts'

/** Every object of a new server, by its path. */
async function objectsOf(options: ServerOptions): Promise<ReadonlyMap<string, object>> {
  await using server = await createServer({ vocabulary: 'kubernetes', ...options })
  const client = server.connect()
  const found = new Map<string, object>()
  for (const resource of await client.discover()) {
    if (!resource.verbs.includes('list') || !resource.verbs.includes('create')) continue
    for await (const object of client.resource(resource).listAll()) {
      const { namespace = '', name = '' } = object.metadata
      // Each server has an authority of its own.
      const isAuthority = name === 'extension-apiserver-authentication'
      const path = [formatGroupVersion(resource), resource.resource, namespace, name].join('/')
      found.set(path, isAuthority ? { ...object, data: undefined } : object)
    }
  }
  return found
}

const seeded = (start: string, seed: number): ServerOptions => ({
  clock: createFakeClock(start),
  random: createSeededRandom(seed),
})

it('starts every server of a process with the same objects, by its own clock and random source', async () => {
  const first = await objectsOf(seeded('2031-01-01T00:00:00Z', 1))
  expect(first.size).toBeGreaterThan(150)
  // What the servers before it have left behind changes nothing, nor that objects are admitted or encoded again.
  const other = await objectsOf(seeded('2032-02-02T00:00:00Z', 2))
  for (const options of [{}, { admission: [] }, { storageMediaType: 'application/vnd.kubernetes.protobuf' }]) {
    const again = await objectsOf({ ...seeded('2031-01-01T00:00:00Z', 1), ...options })
    expect([...again.keys()]).toEqual([...first.keys()])
    for (const [path, object] of first) expect(again.get(path), path).toEqual(object)
  }
  for (const [path, object] of first) {
    const text = JSON.stringify(other.get(path))
    expect(text, path).not.toContain('2031-01-01')
    expect(text, path).not.toContain((object as { metadata: { uid: string } }).metadata.uid)
  }
})

it('keeps what a client defines on one server from the others', async () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  } as const
  const options = { vocabulary: 'kubernetes', preset: 'testing' } as const
  await using one = await createServer(options)
  await using two = await createServer(options)
  const definitions = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const
  await one.client(definitions).create(crd)
  const groups = async (server: typeof one) => (await server.connect().discover()).map(({ group }) => group)
  expect(await groups(one)).toContain('example.dev')
  expect(await groups(two)).not.toContain('example.dev')
  await using three = await createServer(options)
  expect(await groups(three)).not.toContain('example.dev')
  await two.client(definitions).create(crd)
  expect(await groups(two)).toContain('example.dev')
})

it('does not share the kinds of servers whose options differ', async () => {
  const options = { vocabulary: 'kubernetes', preset: 'testing' } as const
  await using one = await createServer(options)
  await using two = await createServer({ ...options, runtimeConfig: 'batch/v1=false' })
  await using three = await createServer({ ...options, serviceCidr: '10.1.0.0/16' })
  const versions = async (server: typeof one) => (await server.connect().discover()).map(formatGroupVersion)
  expect(await versions(one)).toContain('batch/v1')
  expect(await versions(two)).not.toContain('batch/v1')
  const service = await three.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default').get('kubernetes')
  expect(service.spec?.clusterIP).toBe('10.1.0.1')
})
