import { kubernetesVocabulary } from '@pinnace/meta'
import { zeroStruct, type ObjectSchema } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'

import { createFieldManager } from '../src/index.ts'
import { Cluster, container, object, pods, type Loose } from './fixtures/cluster.ts'
import { deepFreeze } from './fixtures/refusal.ts'
import { workload } from './fixtures/workload-schema.ts'

const set =
  (spec: object): ((live: Loose) => void) =>
  (live) =>
    void Object.assign(live.spec, spec)

describe('a create', () => {
  it('gives every field to its manager, in the form and order of kube-apiserver', () => {
    const cluster = new Cluster({ emptyObject: () => zeroStruct(workload) })
    cluster.update('create-tool', (live) => {
      live.metadata.labels = { app: 'x' }
      live.spec = {
        ...pods(container('c', { resources: {}, ports: [{ containerPort: 80 }] })),
        replicas: 3,
        selector: { matchLabels: { app: 'x' } },
        strategy: { type: 'R', window: { size: 1 } },
      }
    })
    expect(JSON.stringify(cluster.entries)).toBe(
      '[{"manager":"create-tool","operation":"Update","apiVersion":"apps/v1","time":"1970-01-01T00:00:01Z","fieldsType":"FieldsV1","fieldsV1":' +
        '{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"f:replicas":{},"f:selector":{},"f:strategy":{"f:type":{},"f:window":{".":{},"f:size":{}}},' +
        '"f:template":{"f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":{".":{},"f:name":{},"f:ports":{".":{},"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:containerPort":{}}},"f:resources":{}}}}}}}}]',
    )
  })

  it('of a kind that is no Go struct owns the structs too', () => {
    const cluster = new Cluster()
    cluster.update('m', set({ replicas: 1 }))
    expect(cluster.fieldsOf('m', 'Update')).toEqual({ 'f:spec': { '.': {}, 'f:replicas': {} } })
  })

  it('never owns what identifies the object or belongs to the system', () => {
    const cluster = new Cluster()
    cluster.update('m', (live) => {
      Object.assign(live.metadata, {
        uid: 'u',
        generation: 1,
        creationTimestamp: '2026-01-01T00:00:00Z',
        resourceVersion: '1',
        generateName: 'a-',
      })
      delete live.spec
    })
    expect(cluster.fieldsOf('m', 'Update')).toEqual({ 'f:metadata': { 'f:generateName': {} } })
  })

  it('of nothing but a name leaves no entry', () => {
    const cluster = new Cluster()
    cluster.update('m', (live) => delete live.spec)
    expect(cluster.entries).toEqual([])
  })

  it('without a manager is by "unknown"', () => {
    const cluster = new Cluster()
    cluster.update('', set({ replicas: 1 }))
    expect(cluster.managers).toEqual(['unknown Update'])
  })

  it('keeps valid entries that the client sends', () => {
    const cluster = new Cluster()
    cluster.update('m', (live) => {
      live.spec.replicas = 1
      live.metadata.managedFields = [
        {
          manager: 'other',
          operation: 'Apply',
          apiVersion: 'apps/v1',
          time: '2020-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:spec': { 'f:paused': {} } },
        },
      ]
    })
    expect(cluster.managers).toEqual(['other Apply', 'm Update'])
  })
})

function created(spec: object = { replicas: 1 }): Cluster {
  const cluster = new Cluster({ emptyObject: () => object({}) })
  cluster.update('creator', set(spec))
  return cluster
}

describe('an update', () => {
  it('that changes nothing keeps the very entries', () => {
    const cluster = created()
    const entries = cluster.entries
    expect(cluster.manager.trackUpdate({ live: cluster.live, next: cluster.get(), manager: 'other' })).toBe(entries)
  })

  it('takes the fields it changes from all other managers', () => {
    const cluster = created({ replicas: 1, paused: true })
    cluster.update('other', set({ replicas: 2 }))
    expect(cluster.fieldsOf('creator', 'Update')).toEqual({ 'f:spec': { 'f:paused': {} } })
    expect(cluster.fieldsOf('other', 'Update')).toEqual({ 'f:spec': { 'f:replicas': {} } })
  })

  it('takes fields from appliers', () => {
    const cluster = new Cluster()
    cluster.apply('applier', { replicas: 1, paused: true })
    cluster.update('other', set({ replicas: 2 }))
    expect(cluster.owners('.spec.replicas')).toEqual(['other'])
    expect(cluster.owners('.spec.paused')).toEqual(['applier'])
  })

  it('that sets a field to the value it has takes nothing', () => {
    const cluster = created()
    cluster.update('other', set({ replicas: 1 }))
    expect(cluster.managers).toEqual(['creator Update'])
  })

  it('by the same manager adds to its entry and moves its time', () => {
    const cluster = created()
    cluster.update('creator', set({ paused: true }))
    expect(cluster.entries).toHaveLength(1)
    expect(cluster.entries[0]).toMatchObject({
      time: '1970-01-01T00:00:02Z',
      fieldsV1: { 'f:spec': { 'f:paused': {}, 'f:replicas': {} } },
    })
  })

  it('moves no time of others', () => {
    const cluster = created({ replicas: 1, paused: true })
    cluster.update('other', set({ replicas: 2 }))
    expect(cluster.entries.map(({ manager, time }) => [manager, time])).toEqual([
      ['creator', '1970-01-01T00:00:01Z'],
      ['other', '1970-01-01T00:00:02Z'],
    ])
  })

  it('that takes the last field of a manager removes its entry', () => {
    const cluster = created()
    cluster.update('other', set({ replicas: 2 }))
    expect(cluster.managers).toEqual(['other Update'])
  })

  it('that removes fields removes them from all managers', () => {
    const cluster = created({ replicas: 1, strategy: { type: 'R' } })
    cluster.update('other', (live) => delete live.spec.strategy)
    expect(cluster.managers).toEqual(['creator Update'])
    expect(cluster.fieldsOf('creator', 'Update')).toEqual({ 'f:spec': { 'f:replicas': {} } })
  })

  it('of a list item owns the changed fields of that item', () => {
    const cluster = created(pods(container('a', { image: 'i' }), container('b', { image: 'i' })))
    cluster.update('other', (live) => (live.spec.template.spec.containers[1].image = 'j'))
    expect(cluster.owners('.spec.template.spec.containers[name="b"].image')).toEqual(['other'])
    expect(cluster.owners('.spec.template.spec.containers[name="b"]')).toEqual(['creator'])
  })

  it('tolerates duplicates, as one value', () => {
    const cluster = created(
      pods(
        container('c', {
          env: [
            { name: 'X', value: '1' },
            { name: 'X', value: '2' },
          ],
        }),
      ),
    )
    cluster.update('other', (live) => (live.spec.template.spec.containers[0].env[1].value = '3'))
    expect(cluster.owners('.spec.template.spec.containers[name="c"].env[name="X"]')).toEqual(['other'])
  })

  it('whose object contradicts its schema drops the entries', () => {
    const cluster = created()
    cluster.update('other', (live) => (live.spec.zones = [{ not: 'a scalar' }]))
    expect(cluster.managers).toEqual([])
  })

  it('through a subresource has an entry of its own', () => {
    const cluster = created()
    cluster.update('creator', (live) => (live.status = { ready: 1 }), { subresource: 'status' })
    expect(cluster.managers).toEqual(['creator Update', 'creator Update status'])
    expect(cluster.fieldsOf('creator', 'Update', 'status')).toEqual({ 'f:status': { '.': {}, 'f:ready': {} } })
  })

  it('owns nothing of what its endpoint resets', () => {
    const cluster = created()
    cluster.update('other', (live) => Object.assign(live, { spec: { replicas: 5 }, status: { ready: 1 } }), {
      resetFields: [['status']],
    })
    expect(cluster.fieldsOf('other', 'Update')).toEqual({ 'f:spec': { 'f:replicas': {} } })
  })

  it('takes nothing from others of what its endpoint resets', () => {
    const cluster = created()
    cluster.update('kubelet', (live) => (live.status = { ready: 1 }), { subresource: 'status' })
    cluster.update('other', (live) => Object.assign(live, { spec: { replicas: 5 }, status: { ready: 2 } }), {
      resetFields: [['status']],
    })
    expect(cluster.owners('.status.ready')).toEqual(['kubelet'])
  })

  it('of another version of the kind has an entry of its own', () => {
    const cluster = created({ replicas: 1, paused: true })
    const other = createFieldManager({
      schema: workload,
      apiVersion: 'apps/v2',
      vocabulary: kubernetesVocabulary,
      clock: { now: () => 9000 },
      convert: (live, apiVersion) => ({ object: { ...live, apiVersion }, schema: workload }),
    })
    const next = cluster.get()
    next.spec.replicas = 2
    const entries = other.trackUpdate({ live: cluster.live, next, manager: 'creator' })
    expect(entries.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1])).toEqual([
      ['creator', 'apps/v1', { 'f:spec': { 'f:paused': {} } }],
      ['creator', 'apps/v2', { 'f:spec': { 'f:replicas': {} } }],
    ])
  })

  it('drops entries of versions that are not served any more', () => {
    const cluster = created({ replicas: 1, paused: true })
    const other = createFieldManager({
      schema: workload,
      apiVersion: 'apps/v2',
      vocabulary: kubernetesVocabulary,
      clock: { now: () => 9000 },
      convert: () => undefined,
    })
    const next = cluster.get()
    next.spec.replicas = 2
    expect(other.trackUpdate({ live: cluster.live, next, manager: 'm' }).map(({ apiVersion }) => apiVersion)).toEqual([
      'apps/v2',
    ])
  })

  it('changes neither of the objects it is given', () => {
    const cluster = created()
    const next = deepFreeze({ ...cluster.get(), spec: { replicas: 7 } })
    const before = JSON.stringify(next)
    cluster.manager.trackUpdate({ live: cluster.live, next, manager: 'other' })
    expect(JSON.stringify(next)).toBe(before)
  })
})

const entry = (manager: string, fieldsV1: object, rest: object = {}): object => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  time: '2020-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...rest,
})

describe('managedFields that a client sends', () => {
  it('are taken where they are valid', () => {
    const cluster = created()
    cluster.update(
      'other',
      (live) => (live.metadata.managedFields = [entry('new', { 'f:spec': { 'f:replicas': {} } })]),
    )
    expect(cluster.managers).toEqual(['new Update'])
  })

  it('are brought into canonical form', () => {
    const cluster = created()
    cluster.update(
      'other',
      (live) =>
        (live.metadata.managedFields = [
          entry('z', { 'f:b': {}, 'f:a': { 'k:{"b":1,"a":2}': {} } }),
          entry('a', { 'f:a': {} }),
        ]),
    )
    expect(JSON.stringify(cluster.entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1]))).toBe(
      JSON.stringify([
        ['a', { 'f:a': {} }],
        ['z', { 'f:a': { 'k:{"a":2,"b":1}': {} }, 'f:b': {} }],
      ]),
    )
  })

  for (const [promise, managedFields] of [
    ['null', null],
    ['an empty list', []],
    ['no list', 'x'],
    ['an unknown operation', [entry('x', {}, { operation: 'Guess' })]],
    ['no operation', [entry('x', {}, { operation: undefined })]],
    ['no version', [entry('x', {}, { apiVersion: '' })]],
    ['no fieldsType', [entry('x', {}, { fieldsType: undefined })]],
    ['another fieldsType', [entry('x', {}, { fieldsType: 'FieldsV2' })]],
    ['fields that are malformed', [entry('x', { oops: {} })]],
    ['fields that are no object', [entry('x', [] as never)]],
    ['one invalid entry among valid ones', [entry('x', { 'f:a': {} }), entry('y', { 'k:{': {} })]],
    ['two empty entries', [{}, {}]],
  ] as const) {
    it(`are ignored with ${promise}`, () => {
      const cluster = created()
      const entries = cluster.entries
      cluster.update('other', (live) => (live.metadata.managedFields = managedFields))
      expect(cluster.entries).toEqual(entries)
    })
  }

  it('are ignored on a subresource', () => {
    const cluster = created()
    cluster.update('other', (live) => (live.metadata.managedFields = [entry('new', {})]), { subresource: 'status' })
    expect(cluster.managers).toEqual(['creator Update'])
  })

  it('with one empty entry are a reset', () => {
    const cluster = created()
    cluster.update('other', (live) => (live.metadata.managedFields = [{}]))
    expect(cluster.entries).toEqual([])
  })

  it('stay absent after a reset with other changes', () => {
    const cluster = created({ replicas: 1, paused: true })
    cluster.update('other', (live) => {
      live.metadata.managedFields = [{}]
      live.spec.replicas = 2
    })
    expect(cluster.managers).toEqual([])
  })

  it('stay absent after a reset until the first apply', () => {
    const cluster = created({ replicas: 1, paused: true })
    cluster.update('other', (live) => (live.metadata.managedFields = [{}]))
    cluster.update('other', set({ replicas: 2 }))
    expect(cluster.entries).toEqual([])
    cluster.apply('applier', { paused: true })
    expect(cluster.managers).toEqual(['applier Apply', 'before-first-apply Update'])
  })
})

describe('more than ten managers that update', () => {
  const many = (count: number): Cluster => {
    const cluster = created({ replicas: 0 })
    for (let index = 1; index < count; index++)
      cluster.update(`m${index}`, (live) => ((live.spec.limits ??= {})[`k${index}`] = '1'))
    return cluster
  }

  it('are ten at ten', () => expect(many(10).entries).toHaveLength(10))

  it('are ten at eleven: the two oldest become ancient-changes', () => {
    const cluster = many(11)
    expect(cluster.entries).toHaveLength(10)
    expect(cluster.managers[0]).toBe('ancient-changes Update')
    expect(cluster.entries[0]!.time).toBe('1970-01-01T00:00:02Z')
    expect(cluster.fieldsOf('ancient-changes', 'Update')).toEqual({
      'f:spec': { 'f:replicas': {}, 'f:limits': { '.': {}, 'f:k1': {} } },
    })
    expect(cluster.managers.at(-1)).toBe('m10 Update')
  })

  it('are ten at thirty, and no field loses its owner', () => {
    const cluster = many(30)
    expect(cluster.entries).toHaveLength(10)
    for (let index = 1; index < 30; index++) expect(cluster.owners(`.spec.limits.k${index}`)).toHaveLength(1)
    expect(cluster.owners('.spec.limits.k1')).toEqual(['ancient-changes'])
  })

  it('leave appliers alone, however many', () => {
    const cluster = created({ replicas: 0 })
    for (let index = 0; index < 15; index++) cluster.apply(`a${index}`, { limits: { [`k${index}`]: '1' } })
    expect(cluster.managers.filter((manager) => manager.endsWith('Apply'))).toHaveLength(15)
    expect(cluster.managers.slice(0, 2)).toEqual(['a0 Apply', 'a1 Apply'])
  })

  it('of several versions are put together version by version', () => {
    const cluster = created({ replicas: 0 })
    const entries = Array.from({ length: 10 }, (_, index) =>
      entry(
        `m${index}`,
        { 'f:spec': { 'f:limits': { [`f:k${index}`]: {} } } },
        { apiVersion: index % 2 === 0 ? 'apps/v1' : 'apps/v0', time: `2020-01-01T00:00:0${index}Z` },
      ),
    )
    const next = cluster.get()
    next.metadata.managedFields = entries
    next.spec.replicas = 1
    const manager = createFieldManager({
      schema: workload,
      apiVersion: 'apps/v1',
      vocabulary: kubernetesVocabulary,
      clock: { now: () => 1.7e12 },
      convert: (live) => ({ object: live, schema: workload }),
    })
    const tracked = manager.trackUpdate({ live: cluster.live, next, manager: 'new' })
    expect(tracked).toHaveLength(10)
    expect(tracked.map(({ manager: name, apiVersion }) => `${name} ${apiVersion}`).slice(0, 3)).toEqual([
      'm1 apps/v0',
      'ancient-changes apps/v1',
      'm3 apps/v0',
    ])
  })
})

describe('an object that contradicts its schema', () => {
  it.each([
    ['a text in place of a struct', { strategy: 'x' }],
    ['a number in place of a map', { quota: 1 }],
    ['a map in place of a list', { zones: {} }],
    ['a number in a map within an atomic value', { selector: { matchLabels: { a: 1 } } }],
    ['a text in place of a number', { replicas: 'x' }],
    ['a number in place of a boolean', { paused: 1 }],
    ['a list in place of a set of fields', { template: { metadata: { labels: [] } } }],
  ])('loses its owners with %s', (_what, spec) => {
    const cluster = new Cluster()
    cluster.update('m', set({ replicas: 1 }))
    cluster.update('m', set(spec))
    expect(cluster.entries).toEqual([])
    const created = new Cluster()
    created.update('m', set(spec))
    expect(created.entries).toEqual([])
  })
})

describe('a schema that changes', () => {
  const withStrategy = (structType?: 'atomic'): ObjectSchema => {
    const spec = workload.fields.get('spec')!
    const strategy = (spec.schema as ObjectSchema).fields.get('strategy')!
    const fields = new Map((spec.schema as ObjectSchema).fields)
    fields.set('strategy', {
      ...strategy,
      schema: {
        ...(strategy.schema as ObjectSchema),
        fields: (strategy.schema as ObjectSchema).fields,
        ...(structType ? { structType } : {}),
      },
    })
    return {
      ...workload,
      fields: new Map([...workload.fields, ['spec', { ...spec, schema: { type: 'object', name: 'x', fields } }]]),
    }
  }

  it('to atomic gives the whole value to those who owned something in it', () => {
    const cluster = new Cluster({ schema: withStrategy() })
    cluster.apply('a', { strategy: { type: 'R' }, replicas: 1 })
    cluster.apply('b', { strategy: { window: { size: 1 } } })
    const after = new Cluster({ schema: withStrategy('atomic') })
    after.live = cluster.live
    after.update('c', set({ replicas: 2 }))
    expect(after.owners('.spec.strategy')).toEqual(['a', 'b'])
    expect(after.owners('.spec.strategy.type')).toEqual([])
    expect(() => after.apply('d', { strategy: { type: 'X' } })).toThrow(
      'Apply failed with 2 conflicts: conflicts with "a":\n- .spec.strategy\nconflicts with "b":\n- .spec.strategy',
    )
  })

  it('to granular leaves no owners to derive: later changes do not conflict', () => {
    const cluster = new Cluster({ schema: withStrategy('atomic') })
    cluster.apply('a', { strategy: { type: 'R' }, replicas: 1 })
    const after = new Cluster({ schema: withStrategy() })
    after.live = cluster.live
    after.apply('b', { strategy: { type: 'X' } })
    expect(after.owners('.spec.strategy.type')).toEqual(['b'])
  })
})
