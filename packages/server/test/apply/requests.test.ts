// What an apply answers, refuses and leaves as it is.
import { StoreError, type Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFakeClock } from '@pinnace/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import {
  apply,
  configMap,
  configMaps,
  deployment,
  deployments,
  entryNames,
  patch,
  pods,
  post,
  put,
  read,
} from './actors.ts'

let server: Server
let clock: ReturnType<typeof createFakeClock>
const a = `${configMaps}/a`
const d = `${deployments}/d`

beforeEach(async () => {
  clock = createFakeClock('2030-01-01T00:00:00Z')
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
})

describe('an apply that changes nothing', () => {
  it.each([
    ['a ConfigMap', a, configMap('a', { k: 'v' }, { labels: { x: 'y' }, annotations: { n: 'o' } })],
    ['a Deployment', d, deployment('d', { replicas: 3 })],
    [
      'a pod with odd spellings',
      `${pods}/p`,
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        spec: {
          containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '0.5', memory: '1024Mi' } }, env: [] }],
        },
      },
    ],
  ])('keeps version and times of %s', async (_, target, body) => {
    const first = await apply(server, target, 'one', body)
    expect(first.status).toBe(201)
    await clock.advance(60_000)
    const second = await apply(server, target, 'one', body)
    expect(second.status).toBe(200)
    expect(second.json).toEqual(first.json)
    expect((await apply(server, target, 'one', body, { force: true })).json).toEqual(first.json)
  })

  it('is heard of by no watcher', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { metadata } = (await call(server, 'GET', configMaps)).json
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    expect((await call(server, 'GET', configMaps)).json.metadata.resourceVersion).toBe(metadata.resourceVersion)
  })

  it('by another manager only adds its entry', async () => {
    const first = await apply(server, a, 'one', configMap('a', { k: 'v' }))
    await clock.advance(60_000)
    const second = await apply(server, a, 'two', configMap('a', { k: 'v' }))
    expect(second.json.metadata.resourceVersion).not.toBe(first.json.metadata.resourceVersion)
    // Nothing of the object has changed, so the new entry has no time and comes first.
    expect(entryNames(second.json)).toEqual(['two Apply', 'one Apply'])
    const [added, kept] = second.json.metadata.managedFields
    expect(added).not.toHaveProperty('time')
    expect(kept).toEqual(first.json.metadata.managedFields[0])
  })
})

describe('an apply that creates', () => {
  it('answers 201 with what the server fills in', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'v' }))
    expect(status).toBe(201)
    expect(json.metadata).toMatchObject({ name: 'a', namespace: 'default', creationTimestamp: '2030-01-01T00:00:00Z' })
    expect(json.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('needs the permission to create', async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      authenticators: [() => ({ username: 'eve', groups: [], extra: {} })] as never,
      authorizers: [
        ({ verb }): { effect: 'allow' | 'noOpinion'; reason: string } => ({
          effect: verb === 'create' ? 'noOpinion' : 'allow',
          reason: '',
        }),
      ],
    })
    const { status, json } = await apply(server, a, 'one', configMap('a'))
    expect([status, json.message]).toEqual([
      403,
      'configmaps "a" is forbidden: User "eve" cannot create resource "configmaps" in API group "" in the namespace "default"',
    ])
  })

  it('needs no permission to create what is there', async () => {
    const store = createMemoryStore()
    const full = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
    await apply(full, a, 'one', configMap('a', { k: 'v' }))
    server = await createServer({
      vocabulary: 'kubernetes',
      store,
      authenticators: [() => ({ username: 'eve', groups: [], extra: {} })] as never,
      authorizers: [
        ({ verb }): { effect: 'allow' | 'noOpinion'; reason: string } => ({
          effect: verb === 'create' ? 'noOpinion' : 'allow',
          reason: '',
        }),
      ],
    })
    expect((await apply(server, a, 'two', configMap('a', { l: 'v' }))).status).toBe(200)
  })

  it('is refused with a uid', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', {}, { uid: 'u' }))
    expect([status, json.reason, json.message]).toEqual([
      409,
      'Conflict',
      'Operation cannot be fulfilled on configmaps "a": uid mismatch: the provided object specified uid u, and no existing object was found',
    ])
  })

  it('is refused with a resourceVersion', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', {}, { resourceVersion: '1' }))
    expect([status, json.message]).toEqual([500, 'resourceVersion should not be set on objects to be created'])
  })

  it('is not for a subresource of what is not there', async () => {
    const { status, json } = await apply(server, `${d}/status`, 'one', deployment('d'))
    expect([status, json.message]).toEqual([404, 'deployments.apps "d" not found'])
  })
})

describe('an apply to what is there', () => {
  beforeEach(() => apply(server, a, 'one', configMap('a', { k: 'v' })))

  it('is refused with another uid', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'v' }, { uid: 'other' }))
    expect([status, json.message]).toEqual([
      422,
      'ConfigMap "a" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    ])
  })

  it('is refused with a stale resourceVersion', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'w' }, { resourceVersion: '1' }))
    expect([status, json.reason]).toEqual([409, 'Conflict'])
    expect(json.message).toBe(
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    )
  })

  it('goes with the current resourceVersion', async () => {
    const { resourceVersion } = (await read(server, a)).metadata
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'w' }, { resourceVersion }))
    expect([status, json.data]).toEqual([200, { k: 'w' }])
  })
})

describe('refused', () => {
  it.each([
    ['managedFields', configMap('a', {}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
    ['another version', { ...configMap('a'), apiVersion: 'v2' }, 400, 'invalid object type: /v2, Kind=ConfigMap'],
    ['another kind', { ...configMap('a'), kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    ['nothing', 'null', 400, 'invalid object type: /, Kind='],
    ['another name', configMap('b'), 400, 'the name of the object (b) does not match the name on the URL (a)'],
    [
      'another namespace',
      configMap('a', {}, { namespace: 'kube-system' }),
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      'a list',
      [],
      400,
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      'an unknown field',
      { ...configMap('a'), bogus: 1 },
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .bogus: field not declared in schema',
    ],
    [
      'a value of another type',
      configMap('a', { k: 1 } as never),
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .data.k: expected string, got &value.valueUnstructured{Value:1}',
    ],
  ])('is %s', async (_, body, code, message) => {
    const { status, json } = await apply(server, a, 'one', body)
    expect([status, json.message]).toEqual([code, message])
    expect((await call(server, 'GET', a)).status).toBe(404)
  })

  it.each(['merge', 'json', 'strategic'] as const)('is force on a %s patch', async (type) => {
    await post(server, configMaps, 'one', configMap('a'))
    const { status, json } = await patch(server, type, a, 'one', type === 'json' ? [] : {}, { force: true })
    expect([status, json.message]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    ])
  })

  it('is what the kind itself refuses', async () => {
    const { status, json } = await apply(server, d, 'one', deployment('d', { replicas: -1 }))
    expect([status, json.message]).toEqual([
      422,
      'Deployment.apps "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    ])
  })

  it('is a configuration without its version and kind', async () => {
    const { status, json } = await apply(server, a, 'one', { metadata: { name: 'a' }, data: { k: 'v' } })
    expect([status, json.message]).toEqual([400, 'invalid object type: /, Kind='])
  })
})

describe('bodies', () => {
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: v\n'

  it('are YAML', async () => {
    const { status, json } = await apply(server, a, 'one', yaml)
    expect([status, json.data]).toEqual([201, { k: 'v' }])
  })

  it('are JSON under the same media type', async () => {
    expect((await apply(server, a, 'one', JSON.stringify(configMap('a', { k: 'v' })))).status).toBe(201)
  })

  it('that are neither are refused', async () => {
    const { status, json } = await apply(server, a, 'one', 'a: [')
    expect(status).toBe(400)
    expect(json.reason).toBe('BadRequest')
  })

  it('with a key twice are read with the last, and warned of', async () => {
    const { status, headers, json } = await apply(server, a, 'one', `${yaml}  k: w\n`)
    expect([status, json.data]).toEqual([201, { k: 'w' }])
    expect(JSON.stringify(headers)).toMatch(/299 - .*key .*k.* already set/)
  })

  it('with a key twice are refused where validation is strict', async () => {
    const { status, json } = await apply(server, a, 'one', `${yaml}  k: w\n`, { query: 'fieldValidation=Strict' })
    expect([status, json.message]).toEqual([
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "k" already set in map',
    ])
    expect((await call(server, 'GET', a)).status).toBe(404)
  })

  it('with a key twice pass in silence where validation is ignored', async () => {
    const { headers } = await apply(server, a, 'one', `${yaml}  k: w\n`, { query: 'fieldValidation=Ignore' })
    expect(headers['warning']).toBeUndefined()
  })

  it('with an unknown field are rejected with every field validation', async () => {
    for (const level of ['Ignore', 'Warn', 'Strict']) {
      const answer = await apply(server, a, 'one', `${yaml}bogus: 1\n`, { query: `fieldValidation=${level}` })
      expect([level, answer.status]).toEqual([level, 500])
    }
  })

  it('keep keys such as __proto__', async () => {
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"__proto__":"p","constructor":"c"}}'
    const { status, text } = await apply(server, a, 'one', body)
    expect([status, text.includes('"__proto__":"p"')]).toEqual([201, true])
    expect((await apply(server, a, 'two', body.replace('"p"', '"q"'))).json.message).toBe(
      'Apply failed with 1 conflict: conflict with "one": .data.__proto__',
    )
  })
})

describe('dry run', () => {
  it('of a create answers 201 and stores nothing', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', { k: 'v' }), { query: 'dryRun=All' })
    expect([status, json.data, entryNames(json)]).toEqual([201, { k: 'v' }, ['one Apply']])
    expect((await call(server, 'GET', a)).status).toBe(404)
  })

  it('of a change answers it and stores nothing', async () => {
    const before = await apply(server, a, 'one', configMap('a', { k: 'v' }))
    const { status, json } = await apply(server, a, 'two', configMap('a', { k: 'w' }), {
      query: 'dryRun=All',
      force: true,
    })
    expect([status, json.data, json.metadata.resourceVersion]).toEqual([
      200,
      { k: 'w' },
      before.json.metadata.resourceVersion,
    ])
    expect(await read(server, a)).toEqual(before.json)
  })

  it('finds conflicts', async () => {
    await apply(server, a, 'one', configMap('a', { k: 'v' }))
    expect((await apply(server, a, 'two', configMap('a', { k: 'w' }), { query: 'dryRun=All' })).status).toBe(409)
  })
})

describe('an object that is too large for the store', () => {
  /** A store that takes values up to a size. */
  function limited(store: Store, limit: number): Store {
    return new Proxy(store, {
      get(target, name) {
        if (name !== 'put') {
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'function' ? member.bind(target) : member
        }
        const put: Store['put'] = async (key, value, condition) => {
          const size = value.bytes === undefined ? value.before.length + value.after.length : value.bytes.byteLength
          const isSmall = size <= limit
          if (!isSmall && key.includes('/configmaps/default/')) throw new StoreError('TooLarge', 'too large')
          return target.put(key, value, condition)
        }
        return put
      },
    })
  }
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`key-${number}`, 'v']))

  beforeEach(async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      clock,
      store: limited(createMemoryStore({ clock }), 1800),
    })
  })

  it('is stored without managedFields by a create', async () => {
    const { status, json } = await post(server, configMaps, 'creator', configMap('a', wide))
    expect(status).toBe(201)
    expect(json.metadata.managedFields).toBeUndefined()
    expect((await read(server, a)).data).toEqual(wide)
  })

  it('is stored without managedFields by an update', async () => {
    await post(server, configMaps, 'creator', configMap('a'))
    const { status, json } = await put(server, a, 'writer', configMap('a', wide))
    expect([status, json.metadata.managedFields]).toEqual([200, undefined])
  })

  it('is refused by an apply, which is about just these', async () => {
    const { status, json } = await apply(server, a, 'one', configMap('a', wide))
    expect([status, json.message]).toEqual([500, 'etcdserver: request is too large'])
    expect((await call(server, 'GET', a)).status).toBe(404)
  })

  it('is refused where it is too large without them too', async () => {
    const { status } = await post(server, configMaps, 'creator', configMap('a', { k: 'v'.repeat(2000) }))
    expect(status).toBe(500)
  })
})
