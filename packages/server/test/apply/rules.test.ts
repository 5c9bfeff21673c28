// The ten rules of server-side apply, in their order, as a client meets them.
import { defineResource, listMap, z } from '@pinnace/resources/define'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import {
  apply,
  configMap,
  configMaps,
  daemonSets,
  deployment,
  deployments,
  ownedPaths,
  partOfDeployment,
  patch,
  post,
  put,
  read,
  services,
} from './actors.ts'

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({
      size: z.int32().default(1),
      tags: z.array(z.string()).optional(),
      parts: listMap(z.object({ name: z.string(), count: z.int32().optional() }), ['name']).optional(),
      limits: z.record(z.string(), z.string()).optional(),
    }),
    status: z.object({ ready: z.boolean().optional() }).optional(),
  }),
  subresources: { status: true },
})
const widgets = '/apis/example.dev/v1/namespaces/default/widgets'
const widget = (spec: object): object => ({
  apiVersion: 'example.dev/v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  spec,
})

let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', resources: [Widget] })
})

const a = `${configMaps}/a`
const d = `${deployments}/d`
const w = `${widgets}/w`

describe('rule 1: apply sends a partial object and the name of its manager', () => {
  it('creates what is not there, and owns exactly what was sent', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'v' }, { labels: { team: 'x' } }))
    expect(status).toBe(201)
    expect(json).toMatchObject({ data: { k: 'v' }, metadata: { name: 'a', labels: { team: 'x' } } })
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.k', '.metadata.labels.team'] })
  })

  it('leaves everything alone that the configuration does not mention', async () => {
    await post(server, configMaps, 'creator', configMap('a', { k: 'v' }))
    const { status, json } = await apply(server, a, 'one', configMap('a', { l: 'w' }))
    expect([status, json.data]).toEqual([200, { k: 'v', l: 'w' }])
  })

  it('does not own what the server has filled in', async () => {
    const { json } = await apply(server, d, 'one', deployment('d'))
    expect(json.spec.replicas).toBe(1)
    expect(ownedPaths(json)['one Apply']).toEqual([
      '.spec.selector',
      '.spec.template.metadata.labels.app',
      '.spec.template.spec.containers[name="main"]',
      '.spec.template.spec.containers[name="main"].image',
      '.spec.template.spec.containers[name="main"].name',
    ])
  })

  it('is refused without a manager', async () => {
    const { status, json } = await apply(server, a, '', configMap('a'))
    expect(status).toBe(422)
    expect(json.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    )
  })
})

describe('rule 2: the last manager to set a value owns it, and managers that set the same value share it', () => {
  it('is shared by two appliers of the same value', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { status, json } = await apply(server, a, 'two', configMap('a', { k: 'v' }))
    expect(status).toBe(200)
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.k'], 'two Apply': ['.data.k'] })
  })

  it.each([
    ['POST', (): Promise<unknown> => post(server, configMaps, 'writer', configMap('a', { k: 'new' }))],
    [
      'PUT',
      async (): Promise<unknown> => {
        await apply(server, a, 'one', configMap('a', { k: 'old' }))
        return put(server, a, 'writer', configMap('a', { k: 'new' }))
      },
    ],
    [
      'a merge patch',
      async (): Promise<unknown> => {
        await apply(server, a, 'one', configMap('a', { k: 'old' }))
        return patch(server, 'merge', a, 'writer', { data: { k: 'new' } })
      },
    ],
    [
      'a JSON Patch',
      async (): Promise<unknown> => {
        await apply(server, a, 'one', configMap('a', { k: 'old' }))
        return patch(server, 'json', a, 'writer', [{ op: 'replace', path: '/data/k', value: 'new' }])
      },
    ],
    [
      'a strategic merge patch',
      async (): Promise<unknown> => {
        await apply(server, a, 'one', configMap('a', { k: 'old' }))
        return patch(server, 'strategic', a, 'writer', { data: { k: 'new' } })
      },
    ],
  ])('goes to the writer of %s', async (_, write) => {
    await write()
    const stored = await read(server, a)
    expect(stored.data).toEqual({ k: 'new' })
    expect(ownedPaths(stored)['writer Update']).toContain('.data.k')
    expect(ownedPaths(stored)['one Apply'] ?? []).not.toContain('.data.k')
  })

  it('stays where an update sends the value that is there already', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { json } = await put(server, a, 'writer', configMap('a', { k: 'v' }))
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.k'] })
  })
})

describe('rule 3: an apply that would change a field of another manager is a conflict', () => {
  it('answers 409 with one cause', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { status, json } = await apply(server, a, 'two', configMap('a', { k: 'other' }))
    expect(status).toBe(409)
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "one": .data.k',
      reason: 'Conflict',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.k' }],
      },
      code: 409,
    })
    expect((await read(server, a)).data).toEqual({ k: 'v' })
  })

  it('answers one cause a field and manager, updates with their version', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }))
    await apply(server, a, 'two', configMap('a', { k: 'v' }))
    await patch(server, 'merge', a, 'writer', { data: { m: 'v' } })
    const { json } = await apply(server, a, 'three', configMap('a', { k: 'x', l: 'x', m: 'x' }))
    expect(json.message).toBe(
      [
        'Apply failed with 4 conflicts: conflicts with "one":',
        '- .data.k',
        '- .data.l',
        'conflicts with "two":',
        '- .data.k',
        'conflicts with "writer" using v1:',
        '- .data.m',
      ].join('\n'),
    )
    expect(json.details.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.k' },
      { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.l' },
      { reason: 'FieldManagerConflict', message: 'conflict with "two"', field: '.data.k' },
      { reason: 'FieldManagerConflict', message: 'conflict with "writer" using v1', field: '.data.m' },
    ])
  })

  it('names the subresource of the owner', async () => {
    await apply(server, d, 'one', deployment('d'))
    await patch(server, 'merge', `${d}/scale`, 'scaler', { spec: { replicas: 3 } })
    const { json } = await apply(server, d, 'one', deployment('d', { replicas: 5 }))
    expect(json.message).toBe(
      'Apply failed with 1 conflict: conflict with "scaler" with subresource "scale" using apps/v1: .spec.replicas',
    )
  })

  it('prints list items by their keys', async () => {
    await apply(server, d, 'one', deployment('d'))
    const template = { spec: { containers: [{ name: 'main', image: 'image:2' }] } }
    const { json } = await apply(server, d, 'two', partOfDeployment('d', { template }))
    expect(json.message).toBe(
      'Apply failed with 1 conflict: conflict with "one": .spec.template.spec.containers[name="main"].image',
    )
  })

  it('is no failure of an update, which takes the field', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { status, json } = await patch(server, 'merge', a, 'writer', { data: { k: 'other' } })
    expect([status, json.data]).toEqual([200, { k: 'other' }])
    expect(ownedPaths(json)).toEqual({ 'writer Update': ['.data.k'] })
  })
})

describe('rule 4: a conflict has three ways out', () => {
  beforeEach(async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }))
    expect((await apply(server, a, 'two', configMap('a', { k: 'x' }))).status).toBe(409)
  })

  it('force overrides, and takes the field from the others', async () => {
    const { status, json } = await apply(server, a, 'two', configMap('a', { k: 'x' }), { force: true })
    expect([status, json.data]).toEqual([200, { k: 'x', l: 'v' }])
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.l'], 'two Apply': ['.data.k'] })
  })

  it('dropping the field from the configuration keeps its value and gives up ownership', async () => {
    await apply(server, a, 'two', configMap('a', { k: 'x' }), { force: true })
    await apply(server, a, 'one', configMap('a', { k: 'x', l: 'v' }))
    const { json } = await apply(server, a, 'one', configMap('a', { l: 'v' }))
    expect(json.data).toEqual({ k: 'x', l: 'v' })
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.l'], 'two Apply': ['.data.k'] })
  })

  it('the live value makes a shared owner', async () => {
    const { status, json } = await apply(server, a, 'two', configMap('a', { k: 'v' }))
    expect(status).toBe(200)
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.k', '.data.l'], 'two Apply': ['.data.k'] })
  })

  it('a field is handed over: the new owner shares it, the old one lets it go', async () => {
    await apply(server, d, 'user', deployment('d', { replicas: 3 }))
    await apply(server, d, 'autoscaler', partOfDeployment('d', { replicas: 3 }))
    await apply(server, d, 'user', deployment('d'))
    const { status, json } = await apply(server, d, 'autoscaler', partOfDeployment('d', { replicas: 7 }))
    expect([status, json.spec.replicas]).toEqual([200, 7])
    expect(ownedPaths(json)['autoscaler Apply']).toEqual(['.spec.replicas'])
  })
})

describe('rule 5: fields that are no longer applied are deleted unless another manager owns them', () => {
  it('deletes a field', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }))
    const { json } = await apply(server, a, 'one', configMap('a', { l: 'v' }))
    expect(json.data).toEqual({ l: 'v' })
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.l'] })
  })

  it('keeps a field that another manager also owns', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }))
    await apply(server, a, 'two', configMap('a', { k: 'v' }))
    const { json } = await apply(server, a, 'one', configMap('a', { l: 'v' }))
    expect(json.data).toEqual({ k: 'v', l: 'v' })
    expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.l'], 'two Apply': ['.data.k'] })
  })

  it('lets a default come back', async () => {
    await apply(server, d, 'one', deployment('d', { replicas: 5 }))
    const { json } = await apply(server, d, 'one', deployment('d'))
    expect(json.spec.replicas).toBe(1)
    expect(ownedPaths(json)['one Apply']).not.toContain('.spec.replicas')
  })

  it('lets a default of a host’s kind come back', async () => {
    await apply(server, w, 'one', widget({ size: 5, limits: { cpu: '1' } }))
    const { json } = await apply(server, w, 'one', widget({ limits: { cpu: '1' } }))
    expect(json.spec).toEqual({ size: 1, limits: { cpu: '1' } })
  })

  it('deletes an item of a list by its key', async () => {
    const containers = (...names: string[]): object => ({
      template: {
        metadata: { labels: { app: 'd' } },
        spec: { containers: names.map((name) => ({ name, image: 'i' })) },
      },
    })
    await apply(server, d, 'one', deployment('d', containers('main', 'side')))
    const { json } = await apply(server, d, 'one', deployment('d', containers('main')))
    expect(json.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['main'])
  })

  it('keeps an item to which another manager has added a field', async () => {
    await apply(server, w, 'one', widget({ parts: [{ name: 'x' }, { name: 'y' }] }))
    await apply(server, w, 'two', widget({ parts: [{ name: 'y', count: 2 }] }))
    const { json } = await apply(server, w, 'one', widget({ parts: [{ name: 'x' }] }))
    expect(json.spec.parts).toEqual([{ name: 'x' }, { name: 'y', count: 2 }])
  })

  it('deletes an entry of a map', async () => {
    await apply(server, w, 'one', widget({ limits: { cpu: '1', memory: '2' } }))
    const { json } = await apply(server, w, 'one', widget({ limits: { memory: '2' } }))
    expect(json.spec.limits).toEqual({ memory: '2' })
  })

  it('deletes an item of a set', async () => {
    const withFinalizers = (...finalizers: string[]): object => configMap('a', undefined, { finalizers })
    await apply(server, a, 'one', withFinalizers('example.dev/x', 'example.dev/y'))
    await apply(server, a, 'two', withFinalizers('example.dev/z'))
    const { json } = await apply(server, a, 'one', withFinalizers('example.dev/y'))
    expect(json.metadata.finalizers).toEqual(['example.dev/y', 'example.dev/z'])
  })
})

describe('rule 6: fields of the last configuration that this one omits are removed', () => {
  it('drops everything at once where the configuration is empty', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }, { labels: { x: 'y' } }))
    const { status, json } = await apply(server, a, 'one', configMap('a'))
    expect(status).toBe(200)
    expect(json.data).toBeUndefined()
    expect(json.metadata.labels).toBeUndefined()
    expect(json.metadata.managedFields).toBeUndefined()
  })

  it('does not touch what others brought in meanwhile', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    await patch(server, 'merge', a, 'writer', { data: { l: 'v' } })
    const { json } = await apply(server, a, 'one', configMap('a'))
    expect(json.data).toEqual({ l: 'v' })
    expect(ownedPaths(json)).toEqual({ 'writer Update': ['.data.l'] })
  })

  it('does not touch what an update of the same name has set: it is another manager', async () => {
    await patch(server, 'merge', a, 'one', {})
    await post(server, configMaps, 'one', configMap('a', { k: 'v' }))
    await apply(server, a, 'one', configMap('a', { l: 'v' }))
    const { json } = await apply(server, a, 'one', configMap('a'))
    expect(json.data).toEqual({ k: 'v' })
    expect(ownedPaths(json)).toEqual({ 'one Update': ['.data', '.data.k'] })
  })
})

describe('rule 7: lists and maps merge as their markers say', () => {
  const service = (ports: object[], metadata: object = { name: 's' }): object => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { ports },
  })
  const s = `${services}/s`

  it('a list with two keys: the same port by two protocols are two items', async () => {
    await apply(server, s, 'one', service([{ name: 'tcp', port: 53, protocol: 'TCP' }]))
    const { status, json } = await apply(server, s, 'two', service([{ name: 'udp', port: 53, protocol: 'UDP' }]))
    expect(status).toBe(200)
    expect(json.spec.ports.map(({ name }: { name: string }) => name)).toEqual(['tcp', 'udp'])
    expect(ownedPaths(json)['two Apply']).toEqual([
      '.spec.ports[port=53,protocol="UDP"]',
      '.spec.ports[port=53,protocol="UDP"].name',
      '.spec.ports[port=53,protocol="UDP"].port',
      '.spec.ports[port=53,protocol="UDP"].protocol',
    ])
  })

  it('a key that is left out has its default', async () => {
    await apply(server, s, 'one', service([{ name: 'http', port: 80 }]))
    const { status, json } = await apply(server, s, 'two', service([{ name: 'web', port: 80, protocol: 'TCP' }]))
    expect(status).toBe(409)
    expect(json.details.causes[0].field).toBe('.spec.ports[port=80,protocol="TCP"].name')
  })

  it('a list that is atomic has one owner', async () => {
    await apply(server, w, 'one', widget({ tags: ['x', 'y'] }))
    const { status, json } = await apply(server, w, 'two', widget({ tags: ['x', 'y', 'z'] }))
    expect([status, json.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "one": .spec.tags'])
    expect((await apply(server, w, 'one', widget({ tags: ['z'] }))).json.spec.tags).toEqual(['z'])
  })

  it('a struct that is atomic has one owner', async () => {
    await apply(server, d, 'one', deployment('d'))
    const other = partOfDeployment('d', { selector: { matchLabels: { app: 'd', tier: 'web' } } })
    const { status, json } = await apply(server, d, 'two', other)
    expect([status, json.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "one": .spec.selector'])
  })

  it('a legacy merge key makes a list of items: volumes, by name', async () => {
    const volume = (name: string): object => ({ name, emptyDir: {} })
    const template = (...names: string[]): object => ({ template: { spec: { volumes: names.map(volume) } } })
    await apply(server, d, 'one', deployment('d'))
    await apply(server, d, 'two', partOfDeployment('d', template('x')))
    const { json } = await apply(server, d, 'three', partOfDeployment('d', template('y')))
    expect(json.spec.template.spec.volumes.map(({ name }: { name: string }) => name)).toEqual(['x', 'y'])
  })

  describe('duplicates', () => {
    const container = (ports: object[], more: object = {}): object => ({ name: 'main', image: 'i', ports, ...more })
    const daemonSet = (containers: object[]): object => ({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'p' },
      spec: {
        selector: { matchLabels: { app: 'p' } },
        template: { metadata: { labels: { app: 'p' } }, spec: { containers } },
      },
    })
    const twice = [
      { name: 'one', containerPort: 80, protocol: 'TCP' },
      { name: 'two', containerPort: 80, protocol: 'TCP' },
    ]
    const p = `${daemonSets}/p`

    it('are refused in a configuration', async () => {
      const { status, json } = await apply(server, p, 'one', daemonSet([container(twice)]))
      expect(status).toBe(500)
      expect(json.message).toContain('duplicate entries for key [containerPort=80,protocol="TCP"]')
    })

    it('that are stored already stay, and keep their owners', async () => {
      await post(server, daemonSets, 'creator', daemonSet([container(twice)]))
      const { status, json } = await apply(
        server,
        p,
        'one',
        {
          apiVersion: 'apps/v1',
          kind: 'DaemonSet',
          metadata: { name: 'p', labels: { team: 'x' } },
          spec: { template: { spec: { containers: [{ name: 'main', terminationMessagePath: '/x' }] } } },
        },
        { force: true },
      )
      expect([status, json.metadata.labels]).toEqual([200, { team: 'x' }])
      expect(json.spec.template.spec.containers[0].ports).toEqual(twice)
      expect(ownedPaths(json)['creator Update']).toContain(
        '.spec.template.spec.containers[name="main"].ports[containerPort=80,protocol="TCP"]',
      )
    })

    it('are replaced as one by a forced apply of their key', async () => {
      await post(server, daemonSets, 'creator', daemonSet([container(twice)]))
      const one = daemonSet([container([{ name: 'three', containerPort: 80, protocol: 'TCP' }])])
      expect((await apply(server, p, 'one', one)).status).toBe(409)
      const { status, json } = await apply(server, p, 'one', one, { force: true })
      expect(status).toBe(200)
      expect(json.spec.template.spec.containers[0].ports).toEqual([
        { name: 'three', containerPort: 80, protocol: 'TCP' },
      ])
    })

    it('can be taken away one by one through an update', async () => {
      await post(server, daemonSets, 'creator', daemonSet([container(twice)]))
      const { status, json } = await put(server, p, 'writer', daemonSet([container([twice[1]!])]))
      expect(status).toBe(200)
      expect(json.spec.template.spec.containers[0].ports).toEqual([twice[1]])
    })
  })
})

describe('rule 7: a topology that changes between servers', () => {
  const define = (parts: z.ZodType): ReturnType<typeof defineResource> =>
    defineResource({
      group: 'example.dev',
      version: 'v1',
      kind: 'Widget',
      scope: 'Namespaced',
      schema: z.object({ spec: z.object({ parts: parts.optional() }) }),
    }) as never
  const part = z.object({ name: z.string(), count: z.int32().optional() })
  const atomic = define(z.array(part))
  const granular = define(listMap(part, ['name']))
  const parts = (...list: object[]): object => widget({ parts: list })

  // A server of the next release: the same store under another schema.
  const upgrade = async (
    from: ReturnType<typeof define>,
    to: ReturnType<typeof define>,
    act: (server: Server) => Promise<unknown>,
  ): Promise<Server> => {
    const { createMemoryStore } = await import('@pinnace/store/memory')
    const store = createMemoryStore()
    const options = { vocabulary: 'kubernetes', preset: 'testing', store } as const
    await act(await createServer({ ...options, resources: [from] }))
    return createServer({ ...options, resources: [to] })
  }

  it('to atomic: an owner of any item owns the whole list, so other managers conflict', async () => {
    const next = await upgrade(granular, atomic, (old) => apply(old, w, 'one', parts({ name: 'x', count: 1 })))
    const { status, json } = await apply(next, w, 'two', parts({ name: 'y' }))
    expect([status, json.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "one": .spec.parts'])
    const own = await apply(next, w, 'one', parts({ name: 'x', count: 2 }))
    expect(ownedPaths(own.json)).toEqual({ 'one Apply': ['.spec.parts'] })
  })

  it('from atomic: the items have no known owner, so other managers do not conflict', async () => {
    const next = await upgrade(atomic, granular, (old) => apply(old, w, 'one', parts({ name: 'x', count: 1 })))
    const { status, json } = await apply(next, w, 'two', parts({ name: 'x', count: 2 }))
    expect([status, json.spec.parts]).toEqual([200, [{ name: 'x', count: 2 }]])
    expect(ownedPaths(json)['two Apply']).toEqual([
      '.spec.parts[name="x"]',
      '.spec.parts[name="x"].count',
      '.spec.parts[name="x"].name',
    ])
  })
})

describe('rule 9: the command-line client’s name', () => {
  it('comes from the user agent if an update does not specify one', async () => {
    const headers = { 'user-agent': 'kubectl/v1.36.0 (linux/amd64) kubernetes/abc' }
    const { json } = await call(server, 'POST', configMaps, { body: configMap('a', { k: 'v' }), headers })
    expect(ownedPaths(json)).toEqual({ 'kubectl Update': ['.data', '.data.k'] })
  })
})
