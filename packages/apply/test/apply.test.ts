import { kubernetesVocabulary, type StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'

import { createFieldManager } from '../src/index.ts'
import { Cluster, container, object, pods, type Loose } from './fixtures/cluster.ts'
import { deepFreeze, refusalOf } from './fixtures/refusal.ts'
import { workload } from './fixtures/workload-schema.ts'

const set =
  (spec: object): ((live: Loose) => void) =>
  (live) =>
    void Object.assign(live.spec, spec)
const env = (...names: string[]): Loose => pods(container('c', { env: names.map((name) => ({ name })) }))

describe('an apply', () => {
  it('creates what is not there', () => {
    const cluster = new Cluster()
    expect(cluster.apply('a', { replicas: 1 })).toBe(true)
    expect(cluster.spec).toEqual({ replicas: 1 })
    expect(cluster.entries).toEqual([
      {
        manager: 'a',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        time: '1970-01-01T00:00:01Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      },
    ])
  })

  it('keeps the name of an object whose last label is given up', () => {
    const cluster = new Cluster()
    const config = (metadata: object): Loose => ({ ...object({}), metadata: { name: 'x', ...metadata } })
    const first = cluster.manager.apply({
      live: undefined,
      applied: config({ labels: { a: 'b' } }),
      manager: 'a',
      force: false,
    })
    const live = { ...first.object, metadata: { ...first.object.metadata, managedFields: first.managedFields } }
    const second = cluster.manager.apply({ live: deepFreeze(live), applied: config({}), manager: 'a', force: false })
    expect(second.object.metadata).toEqual({ name: 'x' })
  })

  it('twice is a no-op that keeps times', () => {
    const cluster = new Cluster()
    cluster.apply('a', {
      replicas: 1,
      zones: ['x'],
      ...pods(container('c', { image: 'i', ports: [{ containerPort: 80 }] })),
    })
    const { live } = cluster
    expect(
      cluster.apply('a', {
        replicas: 1,
        zones: ['x'],
        ...pods(container('c', { image: 'i', ports: [{ containerPort: 80 }] })),
      }),
    ).toBe(false)
    expect(cluster.live).toBe(live)
  })

  it('answers a no-op with the very live values and entries', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    const result = cluster.manager.apply({
      live: cluster.live,
      applied: object({ replicas: 1 }),
      manager: 'a',
      force: false,
    })
    expect(result).toMatchObject({ changed: false })
    expect(result.managedFields).toBe(cluster.entries)
    expect((result.object as Loose).spec).toBe(cluster.spec)
    expect(result.object.metadata.managedFields).toBeUndefined()
  })

  it('moves its time when it changes the object', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    cluster.apply('a', { replicas: 2 })
    expect(cluster.entries[0]!.time).toBe('1970-01-01T00:00:02Z')
  })

  it('is in canonical order whatever the order it was sent in', () => {
    const cluster = new Cluster()
    cluster.apply('a', { zones: ['b', 'a'], replicas: 1, limits: { z: '1', a: '1' } })
    expect(JSON.stringify(cluster.entries[0]!.fieldsV1)).toBe(
      '{"f:spec":{"f:limits":{"f:a":{},"f:z":{}},"f:replicas":{},"f:zones":{"v:\\"a\\"":{},"v:\\"b\\"":{}}}}',
    )
  })

  it('owns no names, but labels', () => {
    const cluster = new Cluster()
    cluster.applyObject('a', object({}, { labels: { app: 'x' }, generateName: 'y-', finalizers: ['z/z'] }))
    expect(cluster.fieldsOf('a')).toEqual({
      'f:metadata': { 'f:finalizers': { 'v:"z/z"': {} }, 'f:generateName': {}, 'f:labels': { 'f:app': {} } },
      'f:spec': {},
    })
  })

  it('of nothing but the name leaves no entry', () => {
    const cluster = new Cluster()
    const applied = object({})
    delete applied.spec
    cluster.applyObject('a', applied)
    expect(cluster.entries).toEqual([])
  })

  it('changes neither the live object nor the configuration', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1, limits: { a: '1', b: '2' } })
    const applied = deepFreeze(object({ replicas: 2, limits: { b: '3' } }))
    expect(() => cluster.manager.apply({ live: cluster.live, applied, manager: 'a', force: true })).not.toThrow()
  })

  it('through a subresource has an entry of its own', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    cluster.applyObject(
      'a',
      { ...object({}), spec: undefined, status: { ready: 1 } },
      { subresource: 'status', resetFields: [['spec']] },
    )
    expect(cluster.managers).toEqual(['a Apply', 'a Apply status'])
  })

  it('does not own what its endpoint resets', () => {
    const cluster = new Cluster()
    cluster.applyObject('a', { ...object({ replicas: 1 }), status: { ready: 1 } }, { resetFields: [['status']] })
    expect(cluster.fieldsOf('a')).toEqual({ 'f:spec': { 'f:replicas': {} } })
  })
})

describe('shared ownership', () => {
  it('comes from applying the value that is there', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    cluster.apply('b', { replicas: 1 })
    expect(cluster.owners('.spec.replicas')).toEqual(['b', 'a'])
  })

  it('is a change, without a time as the object is the same', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    expect(cluster.apply('b', { replicas: 1 })).toBe(true)
    expect(cluster.entries.map(({ time }) => time)).toEqual([undefined, '1970-01-01T00:00:01Z'])
  })

  it('keeps the value when one of the owners drops it', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1, paused: true })
    cluster.apply('b', { replicas: 1 })
    cluster.apply('a', { paused: true })
    expect(cluster.spec.replicas).toBe(1)
    expect(cluster.owners('.spec.replicas')).toEqual(['b'])
  })

  it('makes every owner conflict with a change', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    cluster.apply('b', { replicas: 1 })
    expect(refusalOf(() => cluster.apply('a', { replicas: 2 })).message).toBe(
      'Apply failed with 1 conflict: conflict with "b": .spec.replicas',
    )
  })
})

describe('a conflict', () => {
  const conflict = (make: (cluster: Cluster) => void): StatusError => {
    const cluster = new Cluster()
    return refusalOf(() => make(cluster))
  }

  it('with one field of an updater', () => {
    const error = conflict((cluster) => {
      cluster.update('m', set({ replicas: 1 }))
      cluster.apply('a', { replicas: 2 })
    })
    expect(error.toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "m" using apps/v1: .spec.replicas',
      reason: 'Conflict',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "m" using apps/v1', field: '.spec.replicas' },
        ],
      },
      code: 409,
    })
  })

  it('with one field of an applier', () => {
    const error = conflict((cluster) => {
      cluster.apply('m', { replicas: 1 })
      cluster.apply('a', { replicas: 2 })
    })
    expect(error.message).toBe('Apply failed with 1 conflict: conflict with "m": .spec.replicas')
  })

  it('through a subresource', () => {
    const error = conflict((cluster) => {
      cluster.update('creator', set({ replicas: 1 }))
      cluster.update('m', set({ replicas: 3 }), { subresource: 'scale' })
      cluster.apply('a', { replicas: 2 })
    })
    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "m" with subresource "scale" using apps/v1: .spec.replicas',
    )
  })

  it('with a manager whose name needs quotes', () => {
    const error = conflict((cluster) => {
      cluster.apply('a "b"', { replicas: 1 })
      cluster.apply('a', { replicas: 2 })
    })
    expect(error.message).toBe('Apply failed with 1 conflict: conflict with "a \\"b\\"": .spec.replicas')
  })

  it('with several fields of several managers, one cause a field', () => {
    const error = conflict((cluster) => {
      cluster.apply('z', { replicas: 1, paused: true })
      cluster.apply('m', pods(container('c', { image: 'i', ports: [{ containerPort: 80, name: 'x' }] })))
      cluster.apply('a', {
        replicas: 2,
        paused: false,
        ...pods(container('c', { image: 'j', ports: [{ containerPort: 80, name: 'y' }] })),
      })
    })
    expect(error.message).toBe(
      'Apply failed with 4 conflicts: conflicts with "m":\n- .spec.template.spec.containers[name="c"].image\n- .spec.template.spec.containers[name="c"].ports[containerPort=80,protocol="TCP"].name\nconflicts with "z":\n- .spec.paused\n- .spec.replicas',
    )
    expect(error.details?.causes).toHaveLength(4)
  })

  it('with an atomic list, map and struct', () => {
    const error = conflict((cluster) => {
      cluster.apply('m', { steps: [{ name: 'a' }], quota: { a: '1' }, selector: { matchLabels: { a: '1' } } })
      cluster.apply('a', { steps: [], quota: {}, selector: {} })
    })
    expect(error.details?.causes?.map(({ field }) => field)).toEqual(['.spec.quota', '.spec.selector', '.spec.steps'])
  })

  it('is none where only other items of a list change', () => {
    const cluster = new Cluster()
    cluster.apply('m', { zones: ['a'], ...env('A') })
    cluster.apply('a', { zones: ['b'], ...env('B') })
    expect(cluster.spec).toMatchObject({ zones: ['a', 'b'], ...env('A', 'B') })
  })

  it('changes nothing', () => {
    const cluster = new Cluster()
    cluster.apply('m', { replicas: 1 })
    const { live } = cluster
    refusalOf(() => cluster.apply('a', { replicas: 2, paused: true }))
    expect(cluster.live).toBe(live)
  })
})

describe('a conflict is resolved', () => {
  it('by force, which takes the changed field from the other managers', () => {
    const cluster = new Cluster()
    cluster.apply('m', { replicas: 1, paused: true })
    cluster.update('u', set({ limits: { a: '1' } }))
    cluster.apply('a', { replicas: 2, limits: { a: '2' } }, { force: true })
    expect(cluster.spec).toEqual({ replicas: 2, paused: true, limits: { a: '2' } })
    expect(cluster.fieldsOf('m')).toEqual({ 'f:spec': { 'f:paused': {} } })
    expect(cluster.owners('.spec.limits.a')).toEqual(['a'])
  })

  it('by force, even where that leaves the other with nothing', () => {
    const cluster = new Cluster()
    cluster.apply('m', { replicas: 1 })
    cluster.apply('a', { replicas: 2 }, { force: true })
    expect(cluster.managers).toEqual(['a Apply'])
  })

  it('by omitting the conflicting field, which keeps the value and gives up the ownership', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1, paused: true })
    cluster.update('u', set({ replicas: 2 }))
    cluster.apply('a', { paused: true })
    expect(cluster.spec).toEqual({ replicas: 2, paused: true })
    expect(cluster.owners('.spec.replicas')).toEqual(['u'])
  })

  it('by the live value, which shares the ownership', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1 })
    cluster.update('u', set({ replicas: 2 }))
    cluster.apply('a', { replicas: 2 })
    expect(cluster.owners('.spec.replicas')).toEqual(['a', 'u'])
  })
})

const removals: readonly (readonly [promise: string, first: object, second: object, result: object])[] = [
  ['a scalar', { replicas: 1, paused: true }, { paused: true }, { paused: true }],
  ['the last field of a struct', { paused: true, strategy: { type: 'R' } }, { paused: true }, { paused: true }],
  [
    'a field of a struct',
    { strategy: { type: 'R', window: { size: 1 } } },
    { strategy: { type: 'R' } },
    { strategy: { type: 'R' } },
  ],
  ['a key of a map', { limits: { a: '1', b: '2' } }, { limits: { b: '2' } }, { limits: { b: '2' } }],
  ['all keys of a map', { paused: true, limits: { a: '1' } }, { paused: true }, { paused: true }],
  ['an atomic map', { paused: true, quota: { a: '1' } }, { paused: true }, { paused: true }],
  ['an atomic list', { paused: true, steps: [{ name: 'a' }] }, { paused: true }, { paused: true }],
  ['an item of a set', { zones: ['a', 'b', 'c'] }, { zones: ['c', 'a'] }, { zones: ['c', 'a'] }],
  ['all items of a set', { paused: true, zones: ['a'] }, { paused: true }, { paused: true }],
  ['an item of a list', env('A', 'B'), env('B'), env('B')],
  [
    'all items of a list',
    pods(container('c', { image: 'i', env: [{ name: 'A' }] })),
    pods(container('c', { image: 'i' })),
    pods(container('c', { image: 'i' })),
  ],
  [
    'a field of an item',
    pods(container('c', { image: 'i', args: ['x'] })),
    pods(container('c', { image: 'i' })),
    pods(container('c', { image: 'i' })),
  ],
  [
    'an item with everything in it',
    pods(container('a', { env: [{ name: 'A' }], ports: [{ containerPort: 1 }] }), container('b')),
    pods(container('b')),
    pods(container('b')),
  ],
  ['a raw key', { extra: { a: 1, b: { c: 1, d: 1 } } }, { extra: { b: { c: 1 } } }, { extra: { b: { c: 1 } } }],
  ['everything', { replicas: 1, zones: ['a'] }, {}, {}],
]

describe('what is applied no longer is removed:', () => {
  for (const [promise, first, second, result] of removals) {
    it(promise, () => {
      const cluster = new Cluster()
      cluster.apply('a', first)
      cluster.apply('a', second)
      expect(cluster.spec).toEqual(result)
      const fresh = new Cluster()
      fresh.apply('a', second)
      expect(cluster.fieldsOf('a')).toEqual(fresh.fieldsOf('a'))
    })
  }

  for (const other of ['apply', 'update'] as const) {
    it(`not what another manager owns by ${other}`, () => {
      const cluster = new Cluster()
      cluster.apply('a', { replicas: 1, limits: { a: '1', b: '2' }, zones: ['x', 'y'], ...env('A', 'B') })
      const shared = { replicas: 1, limits: { a: '1' }, zones: ['x'], ...env('A') }
      if (other === 'apply') cluster.apply('b', shared)
      else {
        cluster.update('b', set({ replicas: 2, limits: { a: '9', b: '2' } }))
      }
      cluster.apply('a', {})
      if (other === 'apply') expect(cluster.spec).toEqual(shared)
      else expect(cluster.spec).toEqual({ replicas: 2, limits: { a: '9' } })
    })
  }

  it('not the fields that an update put into an item it keeps', () => {
    const cluster = new Cluster()
    cluster.apply('a', pods(container('c', { image: 'i' })))
    cluster.update('u', (live) => (live.spec.template.spec.containers[0].args = ['x']))
    cluster.apply('a', pods(container('c')))
    expect(cluster.spec).toEqual(pods(container('c', { args: ['x'] })))
  })

  it('with an item, what an update put into it', () => {
    const cluster = new Cluster()
    cluster.apply('a', pods(container('c', { image: 'i' }), container('d')))
    cluster.update('u', (live) => (live.spec.template.spec.containers[0].args = ['x']))
    cluster.apply('a', pods(container('d')))
    expect(cluster.spec).toEqual(pods(container('d')))
    expect(cluster.managers).toEqual(['a Apply'])
  })

  it('not items without an owner', () => {
    const cluster = new Cluster()
    cluster.apply('a', { zones: ['a'], limits: { a: '1' } })
    cluster.update('u', set({ zones: ['a', 'b'], limits: { a: '1', b: '2' } }))
    cluster.apply('a', {})
    expect(cluster.spec).toEqual({ zones: ['b'], limits: { b: '2' } })
  })

  it('and the value can be applied again', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1, paused: true })
    cluster.apply('a', { paused: true })
    cluster.apply('b', { replicas: 7 })
    expect(cluster.owners('.spec.replicas')).toEqual(['b'])
  })

  it('and leaves room for defaults: what lost everything is absent, not null', () => {
    const cluster = new Cluster()
    cluster.apply('a', { strategy: { window: { size: 1 } }, paused: true })
    cluster.apply('a', { paused: true })
    expect('strategy' in cluster.spec).toBe(false)
  })
})

describe('duplicates in a list', () => {
  const duplicates = [
    { name: 'X', value: '1' },
    { name: 'X', value: '2' },
  ]
  const make = (): Cluster => {
    const cluster = new Cluster()
    cluster.update('u', set(pods(container('c', { env: [...duplicates, { name: 'Y' }] }))))
    return cluster
  }

  it('that are stored are tolerated by an apply of something else', () => {
    const cluster = make()
    cluster.apply('a', pods(container('c', { image: 'i' })))
    expect(cluster.spec.template.spec.containers[0].env).toEqual([...duplicates, { name: 'Y' }])
  })

  it('that are stored conflict with an apply of that item', () => {
    const cluster = make()
    expect(
      refusalOf(() => cluster.apply('a', pods(container('c', { env: [{ name: 'X', value: '1' }] })))).message,
    ).toBe(
      'Apply failed with 1 conflict: conflict with "u" using apps/v1: .spec.template.spec.containers[name="c"].env[name="X"]',
    )
  })

  it('that are stored are replaced by force', () => {
    const cluster = make()
    cluster.apply('a', pods(container('c', { env: [{ name: 'X', value: '3' }] })), { force: true })
    expect(cluster.spec.template.spec.containers[0].env).toEqual([{ name: 'X', value: '3' }, { name: 'Y' }])
  })

  it('that are applied are refused', () => {
    const cluster = make()
    expect(refusalOf(() => cluster.apply('a', pods(container('c', { env: duplicates }))))).toMatchObject({
      code: 500,
      message:
        'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.template.spec.containers[name="c"].env: duplicate entries for key [name="X"]',
    })
  })
})

const bad: readonly (readonly [promise: string, applied: Loose, message: string])[] = [
  ['another version', { ...object({}), apiVersion: 'apps/v2' }, 'invalid object type: apps/v2, Kind=Workload'],
  ['managedFields', object({}, { managedFields: [{ manager: 'x' }] }), 'metadata.managedFields must be nil'],
  ['empty managedFields', object({}, { managedFields: [] }), 'metadata.managedFields must be nil'],
  [
    'an unknown field',
    object({ nope: 1 }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.nope: field not declared in schema',
  ],
  [
    'two unknown fields',
    object({ nope: 1, zones: ['a'], more: 1 }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): errors:\n  .spec.nope: field not declared in schema\n  .spec.more: field not declared in schema',
  ],
  [
    'an unknown field of an item',
    object(pods(container('c', { nope: 1 }))),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.template.spec.containers[name="c"].nope: field not declared in schema',
  ],
  [
    'text for a number',
    object({ replicas: '3' }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.replicas: expected numeric (int or float), got string',
  ],
  [
    'a number for text',
    object(pods(container('c', { image: 5 }))),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.template.spec.containers[name="c"].image: expected string, got &value.valueUnstructured{Value:5}',
  ],
  [
    'text for a boolean',
    object({ paused: 'yes' }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.paused: expected boolean, got &{yes}',
  ],
  [
    'a list for a map',
    object({ limits: ['a'] }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.limits: expected map, got &{[a]}',
  ],
  [
    'a map for a list',
    object({ zones: { a: 1 } }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.zones: expected list, got &{map[a:1]}',
  ],
  [
    'a scalar for a struct',
    object('x' as never),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec: expected map, got &{x}',
  ],
  [
    'a map for int-or-string',
    object({ tolerance: {} }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.tolerance: expected any scalar, got &{map[]}',
  ],
  [
    'two items without their key, which is always written',
    object(pods({ image: 'i' }, { image: 'j' })),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.template.spec.containers: duplicate entries for key [name=""]',
  ],
  [
    'a null item',
    object(pods(null as never)),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.template.spec.containers: element 0: associative list with keys may not have a null element',
  ],
  [
    'duplicates in a set',
    object({ zones: ['a', 'a'] }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.zones: duplicate entries for key [="a"]',
  ],
  [
    'a wrong type within an atomic list',
    object({ steps: [{ name: 'a' }, { weight: 'x' }] }),
    'failed to create typed patch object (ns/a; apps/v1, Kind=Workload): .spec.steps[1].weight: expected numeric (int or float), got string',
  ],
]

describe('an apply refuses', () => {
  for (const [promise, applied, message] of bad) {
    it(promise, () => {
      const cluster = new Cluster()
      cluster.apply('a', { replicas: 1 })
      expect(refusalOf(() => cluster.applyObject('a', applied))).toMatchObject({
        code: message.startsWith('failed') ? 500 : 400,
        message,
      })
    })
  }

  it('an object that is nested too deeply', () => {
    let deep: object = {}
    for (let level = 0; level < 100_000; level++) deep = { a: deep }
    const { manager } = new Cluster()
    expect(
      refusalOf(() => manager.apply({ live: undefined, applied: object({ free: deep }), manager: 'a', force: false }))
        .code,
    ).toBe(400)
  })
})

describe('the first apply', () => {
  const untracked = (): Cluster => {
    const cluster = new Cluster({ emptyObject: () => object({}) })
    cluster.live = deepFreeze(object({ replicas: 1, paused: true }, { uid: 'u', labels: { a: '1' } }))
    return cluster
  }

  it('to an object without managers gives the rest to before-first-apply', () => {
    const cluster = untracked()
    cluster.apply('a', { replicas: 1 })
    expect(cluster.managers).toEqual(['a Apply', 'before-first-apply Update'])
    expect(cluster.fieldsOf('before-first-apply', 'Update')).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
      'f:spec': { 'f:paused': {}, 'f:replicas': {} },
    })
  })

  it('conflicts with before-first-apply', () => {
    expect(refusalOf(() => untracked().apply('a', { replicas: 2 })).message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using apps/v1: .spec.replicas',
    )
  })
})

describe('another version of the kind', () => {
  // In v2, replicas are called count.
  const v2 = { ...workload, fields: new Map(workload.fields) }
  const spec = workload.fields.get('spec')!
  const specFields = new Map((spec.schema as typeof workload).fields)
  specFields.set('count', { ...specFields.get('replicas')!, name: 'count' })
  specFields.delete('replicas')
  ;(v2.fields as Map<string, unknown>).set('spec', {
    ...spec,
    schema: { type: 'object', name: 'v2', fields: specFields },
  })
  const rename = (from: string, to: string, apiVersion: string, live: Loose): Loose => {
    const { [from]: value, ...rest } = live.spec ?? {}
    return { ...live, apiVersion, spec: value === undefined ? rest : { ...rest, [to]: value } }
  }
  const convert = (live: Loose, apiVersion: string): Loose => {
    if (apiVersion === 'apps/v1') return { object: rename('count', 'replicas', apiVersion, live), schema: workload }
    if (apiVersion === 'apps/v2') return { object: rename('replicas', 'count', apiVersion, live), schema: v2 }
    return undefined
  }
  const one = new Cluster({ convert })
  const two = new Cluster({ schema: v2 as typeof workload, apiVersion: 'apps/v2', convert })

  it('conflicts in the names of the version that owns', () => {
    one.apply('a', { replicas: 1, paused: true })
    two.live = convert(one.live, 'apps/v2').object
    expect(refusalOf(() => two.applyObject('b', { ...object({ count: 2 }), apiVersion: 'apps/v2' })).message).toBe(
      'Apply failed with 1 conflict: conflict with "a": .spec.replicas',
    )
  })

  it('moves the entry of an applier to it, and removes what is given up under its new name', () => {
    two.applyObject('a', { ...object({ paused: true }), apiVersion: 'apps/v2' })
    expect(two.spec).toEqual({ paused: true })
    expect(two.entries.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1])).toEqual([
      ['a', 'apps/v2', { 'f:spec': { 'f:paused': {} } }],
    ])
  })
})

describe("moving from the client's own apply", () => {
  const { commandLineClient: client, lastAppliedAnnotation: annotation } = kubernetesVocabulary
  const applyByClient = (cluster: Cluster, spec: object): void =>
    cluster.update('kubectl-client-side-apply', (live) => {
      live.metadata.annotations = { [annotation]: `${JSON.stringify(object(spec))}\n` }
      live.spec = { ...live.spec, ...spec }
    })

  it("is free of conflicts for the client's manager", () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1, paused: true })
    cluster.apply(client, { replicas: 2, paused: true })
    expect(cluster.spec).toEqual({ replicas: 2, paused: true })
    expect(cluster.owners('.spec.replicas')).toEqual([client])
  })

  it('keeps the annotation current, so that the way back works', () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1 })
    cluster.applyObject(client, object({ replicas: 2 }, { annotations: { note: '<b>' } }))
    expect(cluster.live!.metadata.annotations![annotation]).toBe(
      '{"apiVersion":"apps/v1","kind":"Workload","metadata":{"annotations":{"note":"\\u003cb\\u003e"},"name":"a","namespace":"ns"},"spec":{"replicas":2}}\n',
    )
  })

  it('still conflicts with what others have changed since', () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1, paused: true })
    cluster.update('other', set({ replicas: 5 }))
    expect(refusalOf(() => cluster.apply(client, { replicas: 2, paused: false })).message).toBe(
      'Apply failed with 1 conflict: conflict with "other" using apps/v1: .spec.replicas',
    )
  })

  it('conflicts for every other manager', () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1 })
    expect(refusalOf(() => cluster.apply('me', { replicas: 2 })).message).toContain(
      'conflict with "kubectl-client-side-apply" using apps/v1: .spec.replicas',
    )
  })

  for (const [promise, text] of [
    ['is not there', undefined],
    ['is empty', ''],
    ['is no JSON', '{'],
    ['is of another version', '{"apiVersion":"apps/v0"}'],
  ] as const) {
    it(`conflicts where the annotation ${promise}`, () => {
      const cluster = new Cluster()
      applyByClient(cluster, { replicas: 1 })
      cluster.update('kubectl-client-side-apply', (live) => {
        if (text === undefined) delete live.metadata.annotations
        else live.metadata.annotations[annotation] = text
      })
      expect(refusalOf(() => cluster.apply(client, { replicas: 2 })).code).toBe(409)
    })
  }

  it('drops the annotation where it would be too large', () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1 })
    cluster.apply(client, { replicas: 1, limits: { a: 'x'.repeat(300_000) } })
    expect(cluster.live!.metadata.annotations).toEqual({})
  })

  it('adds no annotation where there was none', () => {
    const cluster = new Cluster()
    cluster.apply(client, { replicas: 1 })
    expect(cluster.live!.metadata.annotations).toBeUndefined()
  })

  it('is a no-op the second time', () => {
    const cluster = new Cluster()
    applyByClient(cluster, { replicas: 1 })
    cluster.apply(client, { replicas: 2 })
    expect(cluster.apply(client, { replicas: 2 })).toBe(false)
  })
})

describe('untyped kinds', () => {
  it('own maps key by key and lists as a whole', () => {
    const manager = createFieldManager({
      schema: { type: 'object', fields: new Map(), preserveUnknownFields: true },
      apiVersion: 'apps/v1',
      vocabulary: kubernetesVocabulary,
      clock: { now: () => 0 },
    })
    const { managedFields } = manager.apply({
      live: undefined,
      applied: object({ a: { b: 1 }, l: [{ name: 'x' }] }),
      manager: 'm',
      force: false,
    })
    expect(managedFields[0]!.fieldsV1).toEqual({ 'f:spec': { '.': {}, 'f:a': { '.': {}, 'f:b': {} }, 'f:l': {} } })
  })
})
