import { StatusError, type ApiObject } from '@pinnace/meta'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes' })
})

const configMaps = (): ReturnType<typeof server.client<ConfigMap>> =>
  server.client<ConfigMap>(kind).namespace('default')
const make = (name: string, data: Record<string, string> = {}): Promise<ConfigMap> =>
  configMaps().create({ metadata: { name }, data })

describe('the client in process', () => {
  it('creates, reads, changes and deletes without a socket', async () => {
    const made = await make('a', { k: 'v' })
    expect((await configMaps().get('a')).metadata.uid).toBe(made.metadata.uid)
    expect((await configMaps().update({ ...made, data: { k: 'w' } })).data).toEqual({ k: 'w' })
    expect((await configMaps().patch('a', { data: { l: 'x' } })).data).toEqual({ k: 'w', l: 'x' })
    expect((await configMaps().patch('a', [{ op: 'remove', path: '/data/k' }], { type: 'json' })).data).toEqual({
      l: 'x',
    })
    expect(await configMaps().delete('a')).toMatchObject({ status: 'Success' })
    await expect(configMaps().get('a')).rejects.toMatchObject({ reason: 'NotFound', code: 404 })
  })

  it('answers frozen objects and leaves those it is given alone', async () => {
    const given = { metadata: { name: 'a' }, data: { k: 'v' } }
    const made = await configMaps().create(given)
    expect(given).toEqual({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect(Object.isFrozen(made) && Object.isFrozen(made.data)).toBe(true)
  })

  it('rejects unknown fields, as a strict client does', async () => {
    const typo = { metadata: { name: 'a' }, date: {} } as never
    await expect(configMaps().create(typo)).rejects.toThrow('strict decoding error: unknown field "date"')
  })

  it('lists in pages of one snapshot', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name)
    const seen: string[] = []
    for await (const item of configMaps().listAll({ pageSize: 2 })) {
      seen.push(item.metadata.name!)
      if (seen.length === 1) await make('aa')
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('watches from the state on, until it is left', async () => {
    await make('a')
    const seen: string[] = []
    for await (const { type, object } of configMaps().watch()) {
      seen.push(`${type} ${object.metadata.name}`)
      if (seen.length === 1) await make('b')
      if (seen.length === 2) break
    }
    expect(seen).toEqual(['ADDED a', 'ADDED b'])
  })

  it('ends a watch by its signal', async () => {
    const controller = new AbortController()
    const watch = configMaps().watch({ signal: controller.signal })
    await make('a')
    expect((await watch.next()).value.object.metadata.name).toBe('a')
    controller.abort()
    expect((await watch.next()).done).toBe(true)
  })

  it('rejects a watch from an invalid resource version', async () => {
    await make('a')
    const watch = configMaps().watch({ resourceVersion: 'garbage' })
    await expect(watch.next()).rejects.toBeInstanceOf(StatusError)
  })

  it('scales, reads scales and evicts', async () => {
    const deployments = server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    await deployments.create({
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    } as never)
    const scale = await deployments.subresource('scale').update('d', { metadata: { name: 'd' }, spec: { replicas: 4 } })
    expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 4 }, status: { selector: 'a=b' } })
    expect(await deployments.get('d')).toMatchObject({ spec: { replicas: 4 } })
    const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default')
    await accounts.create({ metadata: { name: 'default' } })
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'p' }, spec: template.spec } as never)
    await pods.subresource('eviction').create('p', { metadata: { name: 'p' } })
    await expect(pods.get('p')).rejects.toMatchObject({ code: 404 })
  })

  it('is authorized like any other user', async () => {
    const user = { username: 'eve', groups: [], extra: {} }
    const eve = server.client(kind, { user }).namespace('default')
    await expect(eve.list()).rejects.toThrow(
      'configmaps is forbidden: User "eve" cannot list resource "configmaps" in API group "" in the namespace "default"',
    )
  })

  it('receives warnings', async () => {
    const warnings: string[] = []
    const client = server.client(kind, { onWarning: (text) => warnings.push(text) }).namespace('default')
    await client.create({ metadata: { name: 'a' }, extra: 1 } as never, { fieldValidation: 'Warn' })
    expect(warnings).toEqual(['unknown field "extra"'])
  })

  it('is refused for a kind that is not served', () => {
    expect(() => server.client({ apiVersion: 'v1', kind: 'Nothing' as 'Pod' })).toThrow(
      'this server does not serve Nothing',
    )
  })
})

describe('bodies in process', () => {
  it('follow JSON: undefined members are absent, and a Date becomes its text', async () => {
    const made = await configMaps().create({
      metadata: { name: 'a', labels: undefined, annotations: { at: new Date(0), gone: undefined } },
      data: { k: 'v', gone: undefined },
    } as never)
    expect(made.metadata.annotations).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    expect(made.data).toEqual({ k: 'v' })
    expect('labels' in made.metadata).toBe(false)
  })

  it('are refused with a TypeError where they contain themselves', async () => {
    const data: Record<string, unknown> = {}
    data['self'] = data
    const body = { metadata: { name: 'a' }, data } as never
    for (const call of [
      () => configMaps().create(body),
      () => configMaps().update(body),
      () => configMaps().patch('a', body),
      () => configMaps().apply(body, { fieldManager: 'm' }),
    ]) {
      await expect(call()).rejects.toThrow(new TypeError('the object contains itself, in "self"'))
    }
  })

  it('are refused in plain words where they are no objects', () => {
    const object = new TypeError('the body must be an object, not an array')
    expect(() => configMaps().create([] as never)).toThrow(object)
    expect(() => configMaps().update([] as never)).toThrow(object)
    expect(() => configMaps().patch('a', 'text' as never)).toThrow(
      new TypeError('a merge patch must be an object, not string'),
    )
    expect(() => configMaps().patch('a', {} as never, { type: 'json' })).toThrow(
      new TypeError('a JSON patch must be an array of operations, not object'),
    )
    expect(() => configMaps().delete('')).toThrow(new TypeError('the name of the object is empty'))
  })
})

describe('fork and restore', () => {
  it('a fork begins with the same objects and goes its own way', async () => {
    await make('a')
    const fork = server.fork()
    await fork
      .client(kind)
      .namespace('default')
      .create({ metadata: { name: 'b' } })
    await make('c')
    const names = async (of: Server): Promise<unknown> =>
      (await of.client(kind).namespace('default').list()).items.map(({ metadata }) => metadata.name)
    expect(await names(server)).toEqual(['a', 'c'])
    expect(await names(fork)).toEqual(['a', 'b'])
  })

  it('a restored server holds what the fork held; its clients go on and its watches end', async () => {
    await make('a')
    const snapshot = server.fork()
    const client = configMaps()
    const watch = client.watch()
    expect((await watch.next()).value.object.metadata.name).toBe('a')
    await make('b')
    server.restore(snapshot)
    expect((await client.list()).items.map(({ metadata }) => metadata.name)).toEqual(['a'])
    let last = await watch.next()
    while (last.done !== true) last = await watch.next()
    expect(last.done).toBe(true)
    await client.create({ metadata: { name: 'c' } })
    expect((await snapshot.client(kind).namespace('default').list()).items).toHaveLength(1)
  })
})
