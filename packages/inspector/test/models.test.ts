import { describe, expect, it } from 'vitest'
import type { TracedRequest, TracedRequestDetails } from '../src/index.ts'
import { withHiddenSecrets } from '../page/model/api-object.ts'
import { conditionsOf } from '../page/model/conditions.ts'
import { busyQueues, csvCells } from '../page/model/csv-table.ts'
import { formatAge, formatMs, formatSpan } from '../page/model/durations.ts'
import { dependentsOf } from '../page/model/dependents.ts'
import { flameOf } from '../page/model/flame.ts'
import { readAnnotations } from '../page/model/webhook-patches.ts'
import { faultOf, faultSwitches, otherFaults } from '../page/model/fault-switches.ts'
import { diffLines, hunks } from '../page/model/line-diff.ts'
import { oldestRevision, toHistory } from '../page/model/object-history.ts'
import { whyItRemains } from '../page/model/object-owners.ts'
import { replaysOf } from '../page/model/replay-request.ts'
import { mergeRequests, passes } from '../page/model/request-filter.ts'
import { objectHref, objectsHref, parseRoute } from '../page/model/routes.ts'
import { docsOf, isDefault, schemaOf } from '../page/model/schema-docs.ts'
import { subjectsOf, toSubject } from '../page/model/subjects.ts'
import { RowSet } from '../page/model/table-rows.ts'
import { ruleText, ruleUses } from '../page/model/unused-rules.ts'
import { visibleRows } from '../page/model/visible-rows.ts'

const request: TracedRequestDetails = {
  number: 7,
  time: '2026-01-01T00:00:00.000000Z',
  transport: 'http',
  method: 'GET',
  target: '/api/v1/namespaces/default/pods?labelSelector=app%3Dweb',
  verb: 'list',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: '',
  user: 'jane',
  state: 'ended',
  status: 200,
  auditId: 'a',
  groups: [],
  stages: [],
  admission: [],
  annotations: {},
  warnings: [],
}

describe('routes', () => {
  it.each([
    objectsHref({ group: '', version: 'v1', resource: 'pods' }, { namespace: 'a b' }),
    objectHref({ group: 'apps', version: 'v1', resource: 'deployments' }, 'default', 'a/b%', { tab: 'history' }),
    objectHref({ group: '', version: 'v1', resource: 'nodes' }, '', 'n'),
  ])('are read back from their fragment: %s', (href) => {
    const route = parseRoute(href)
    const query = 'query' in route ? Object.fromEntries(route.query) : {}
    const again =
      route.page === 'object'
        ? objectHref(route.kind, route.namespace, route.name, query)
        : route.page === 'objects'
          ? objectsHref(route.kind, query)
          : ''
    expect(again).toBe(href)
  })

  it('are the kinds for anything unknown', () => {
    expect(['', '#/nonsense', '#/objects/a', '#/object/%E0%A4%A'].map((text) => parseRoute(text).page)).toEqual(
      Array(4).fill('kinds'),
    )
  })
})

describe('differences', () => {
  it('are the fewest removed and added lines', () => {
    expect(diffLines('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n').map(({ type, text }) => `${type} ${text}`)).toEqual([
      'same a',
      'removed b',
      'added x',
      'same c',
      'same d',
      'added e',
    ])
    expect(diffLines('', 'a\n')).toEqual([{ type: 'added', text: 'a' }])
    expect(diffLines('a\n', 'a\n')).toEqual([{ type: 'same', text: 'a' }])
  })

  it('leave out what is far from a change', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`)
    const shown = hunks(diffLines(lines.join(''), [...lines.slice(0, 20), 'new\n', ...lines.slice(20)].join('')))
    expect(shown.filter((line) => line !== undefined)).toHaveLength(7)
    expect(hunks(diffLines('a\n', 'a\n'))).toEqual([])
  })
})

describe('rows', () => {
  it('in view are few, whatever the number of rows', () => {
    const { first, end } = visibleRows({ scrollTop: 1_700_000, height: 600, rowHeight: 34, count: 100_000 })
    expect(first).toBeLessThanOrEqual(50_000)
    expect(end).toBeGreaterThanOrEqual(50_018)
    expect(end - first).toBeLessThan(60)
    expect(visibleRows({ scrollTop: 0, height: 600, rowHeight: 34, count: 3 })).toEqual({ first: 0, end: 3 })
    expect(visibleRows({ scrollTop: 9000, height: 600, rowHeight: 34, count: 0 })).toEqual({ first: 0, end: 0 })
  })

  it('are sorted, and change with the events of a watch', () => {
    const row = (name: string) => ({ key: `a/${name}`, namespace: 'a', name, resourceVersion: '1', cells: [name] })
    const set = new RowSet()
    set.add([row('c'), row('a')])
    const before = set.sorted
    expect(set.sorted).toBe(before)
    set.add([row('b')])
    set.remove([row('a')])
    expect(set.sorted.map(({ name }) => name)).toEqual(['b', 'c'])
  })
})

describe('rows of a large collection', () => {
  const row = (number: number, version = '1') => {
    const name = String(number).padStart(5, '0')
    return { key: `a/${name}`, namespace: 'a', name, resourceVersion: version, cells: [name] }
  }
  const keysOf = (set: RowSet) => set.sorted.map(({ name, resourceVersion }) => `${Number(name)}@${resourceVersion}`)

  it('are those of a sorted list after any change, and arrays that were given away stay as they are', () => {
    const set = new RowSet()
    const model = new Map<number, string>()
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let turn = 0; turn < 400; turn++) {
      const given = set.sorted
      const copy = [...given]
      const numbers = Array.from({ length: turn % 50 === 0 ? 600 : 1 + random(4) }, () => random(2000))
      const removes = random(3) === 0
      if (removes) set.remove(numbers.map((number) => row(number)))
      else set.add(numbers.map((number) => row(number, String(turn))))
      for (const number of numbers) {
        if (removes) model.delete(number)
        else model.set(number, String(turn))
      }
      expect(given).toEqual(copy)
      const expected = [...model].toSorted(([one], [other]) => one - other)
      expect(keysOf(set)).toEqual(expected.map(([number, version]) => `${number}@${version}`))
    }
  })
})

describe('annotations of webhooks', () => {
  const group = 'webhook.admission.k8s.io'
  const call = { configuration: 'team', webhook: 'labels.example.dev' }
  const patch = [
    { op: 'add', path: '/metadata/labels', value: { team: 'red' } },
    { op: 'move', from: '/a', path: '/b' },
  ]

  it('are the patches of webhooks in the order of their calls, and others', () => {
    const later = JSON.stringify({ ...call, webhook: 'later.example.dev', patch: [], patchType: 'JSONPatch' })
    const { patches, others } = readAnnotations({
      [`patch.${group}/round_1_index_0`]: later,
      [`mutation.${group}/round_0_index_2`]: JSON.stringify({ ...call, mutated: true }),
      [`patch.${group}/round_0_index_2`]: JSON.stringify({ ...call, patch, patchType: 'JSONPatch' }),
      [`mutation.${group}/round_0_index_3`]: JSON.stringify({ ...call, mutated: false }),
      'labels.example.dev/note': 'hello',
      [`patch.${group}/round_0_index_4`]: '{"configuration":"cut o',
    })
    expect(patches).toEqual([
      {
        ...call,
        round: 1,
        operations: [patch[0], { op: 'move', path: '/a → /b' }],
      },
      { configuration: 'team', webhook: 'later.example.dev', round: 2, operations: [] },
    ])
    expect(Object.keys(others)).toEqual([
      `mutation.${group}/round_0_index_3`,
      'labels.example.dev/note',
      `patch.${group}/round_0_index_4`,
    ])
  })
})

describe('dependents', () => {
  const object = (name: string, ...owners: string[]) => ({
    object: { metadata: { name, uid: name, ownerReferences: owners.map((uid) => ({ uid })) } },
  })

  it('are those of an object, theirs and so on, also where owners are a cycle', () => {
    const found = dependentsOf('web', [
      object('set', 'web'),
      object('pod', 'set'),
      object('web', 'pod'),
      object('other'),
    ])
    expect(found.map(({ one }) => one.object.metadata.name)).toEqual(['set'])
    expect(found[0]?.dependents.map(({ one }) => one.object.metadata.name)).toEqual(['pod'])
    expect(found[0]?.dependents[0]?.dependents).toEqual([])
  })
})

describe('flames', () => {
  it('put admission below executing, and plugins below admission', () => {
    const stages = [
      { name: 'authenticate', durationMs: 1 },
      { name: 'execute', durationMs: 3 },
      { name: 'admission', durationMs: 4 },
    ]
    const plugins = [{ name: 'ResourceQuota', durationMs: 3 }]
    expect(flameOf({ verb: 'create', requests: 1, stages, plugins })).toEqual([
      { name: 'authenticate', depth: 0, startMs: 0, durationMs: 1 },
      { name: 'execute', depth: 0, startMs: 1, durationMs: 7 },
      { name: 'admission', depth: 1, startMs: 1, durationMs: 4 },
      { name: 'ResourceQuota', depth: 2, startMs: 1, durationMs: 3 },
    ])
    expect(flameOf({ verb: 'get', requests: 0, stages: [], plugins: [] })).toEqual([])
  })
})

describe('history', () => {
  const entry = (manager: string, time: string, fieldsV1: object) => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time,
    fieldsV1,
  })
  const object = (resourceVersion: string, ...managedFields: object[]) => ({
    metadata: { name: 'a', resourceVersion, managedFields },
  })

  it('names the manager of each write, if it can be told', () => {
    const first = entry('one', '1', { 'f:a': {} })
    const events = [
      { type: 'ADDED', object: object('1', first) },
      { type: 'MODIFIED', object: object('2', first, entry('two', '2', { 'f:b': {} })) },
      {
        type: 'MODIFIED',
        object: object('3', entry('one', '3', { 'f:a': {}, 'f:c': {} }), entry('two', '2', { 'f:b': {} })),
      },
      { type: 'BOOKMARK', object: object('4') },
    ]
    expect(toHistory(events).map(({ resourceVersion, manager }) => [resourceVersion, manager])).toEqual([
      ['1', 'one'],
      ['2', 'two'],
      ['3', 'one'],
    ])
  })

  it('begins at the revision that the server still knows', () => {
    expect(oldestRevision('too old resource version: 1 (4711)')).toBe('4711')
    expect(oldestRevision('something else')).toBeUndefined()
  })
})

describe('documentation of fields', () => {
  const document = {
    components: {
      schemas: {
        Thing: {
          'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind: 'Thing' }],
          properties: { spec: { allOf: [{ $ref: '#/components/schemas/Spec' }], description: 'what is wanted' } },
        },
        Spec: {
          type: 'object',
          required: ['size'],
          properties: {
            size: { type: 'integer', format: 'int32', default: 1 },
            tags: { type: 'array', items: { type: 'string', description: 'one tag' } },
            limits: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  }
  const schema = schemaOf(document, 'g', 'v1', 'Thing')

  it('is found through references, items and maps', () => {
    expect(docsOf(document, schema, '/spec')).toMatchObject({ description: 'what is wanted' })
    expect(docsOf(document, schema, '/spec/size')).toMatchObject({
      type: 'integer (int32)',
      preset: 1,
      isRequired: true,
    })
    expect(docsOf(document, schema, '/spec/tags')).toMatchObject({ type: '[]string' })
    expect(docsOf(document, schema, '/spec/tags/0')).toMatchObject({ description: 'one tag' })
    expect(docsOf(document, schema, '/spec/limits/cpu')).toMatchObject({ type: 'string' })
    expect(docsOf(document, schema, '/spec/unknown')).toBeUndefined()
  })

  it('tells a default', () => {
    const docs = docsOf(document, schema, '/spec/size')
    expect([isDefault(docs, 1), isDefault(docs, 2), isDefault(undefined, 1)]).toEqual([true, false, false])
  })
})

describe('requests', () => {
  it('pass a filter by words, verb, outcome and transport', () => {
    const filter = { text: 'pods JANE', verb: '', status: 'all', inProcess: false } as const
    expect(passes(filter, request)).toBe(true)
    expect(passes({ ...filter, text: 'pods joe' }, request)).toBe(false)
    expect(passes({ ...filter, verb: 'get' }, request)).toBe(false)
    expect(passes({ ...filter, status: 'failed' }, request)).toBe(false)
    expect(passes({ ...filter, status: 'failed' }, { ...request, status: 404 })).toBe(true)
    expect(passes({ ...filter, status: 'writes' }, { ...request, verb: 'patch' })).toBe(true)
    expect(passes(filter, { ...request, transport: 'in-process' })).toBe(false)
  })

  it('are merged by number, newest first, in bounded length', () => {
    const one = (number: number, status: number): TracedRequest => ({ ...request, number, status })
    const merged = mergeRequests([one(2, 200), one(1, 200)], [one(3, 200), one(1, 500)], 2)
    expect(merged.map(({ number }) => number)).toEqual([3, 2])
    expect(mergeRequests([one(1, 200)], [one(1, 500)])[0]?.status).toBe(500)
  })

  it('are sent again with curl, kubectl and client-node', () => {
    const texts = (one: TracedRequestDetails) => replaysOf(one, 'https://s').map(({ text }) => text)
    const [curl, kubectl] = texts(request)
    expect(curl).toContain(`https://s${request.target}`)
    expect(kubectl).toBe('kubectl get pods -n default -l app=web')
    const patch: TracedRequestDetails = {
      ...request,
      method: 'PATCH',
      verb: 'patch',
      name: 'a',
      target: '/api/v1/namespaces/default/pods/a',
      body: `{"metadata":{"labels":{"it's":"b"}}}`,
    }
    expect(texts(patch)[1]).toBe(
      String.raw`kubectl patch pods a -n default --type=merge -p '{"metadata":{"labels":{"it'\''s":"b"}}}'`,
    )
    expect(texts(patch)[0]).toContain('application/merge-patch+json')
    const contentType = 'application/strategic-merge-patch+json'
    expect(texts({ ...patch, contentType })[0]).toContain(`Content-Type: ${contentType}`)
    expect(texts({ ...patch, contentType })[1]).toContain(' --type=strategic ')
    expect(texts({ ...patch, contentType })[2]).toContain(`'content-type': "${contentType}"`)
    const apply = {
      ...patch,
      contentType: 'application/apply-patch+yaml',
      target: `${patch.target}?fieldManager=git%20ops&force=true`,
      body: '{"kind":"Pod"}',
    }
    expect(texts(apply)[1]).toBe(
      `echo '{"kind":"Pod"}' | kubectl apply --server-side --field-manager='git ops' --force-conflicts -n default -f -`,
    )
    expect(texts({ ...request, verb: 'get', resource: '', target: '/version' })[1]).toBe('kubectl get --raw /version')
    expect(texts(patch)[2]).toContain('loadFromDefault')
  })
})

describe('rules', () => {
  const role = (name: string, rules: readonly object[]) => ({ metadata: { name }, rules })
  const binding = (name: string) => ({
    metadata: { name },
    roleRef: { kind: 'ClusterRole', name },
    subjects: [{ kind: 'User', name: 'jane' }],
  })
  const used = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  const unused = { verbs: ['delete'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] }

  it('of bound roles are shown with their use, unused ones first', () => {
    const uses = ruleUses(
      [role('bound', [used, unused]), role('free', [unused])],
      [binding('bound')],
      [{ role: { kind: 'ClusterRole', name: 'bound', namespace: '' }, rule: used, requests: 4 }],
    )
    expect(uses.map(({ role: name, rule, requests }) => [name, ruleText(rule), requests])).toEqual([
      ['bound', 'delete deployments of apps named web', 0],
      ['bound', 'get pods of core', 4],
    ])
  })

  it('apply to subjects as authentication spells them', () => {
    expect(
      subjectsOf([
        {
          metadata: {},
          subjects: [
            { kind: 'ServiceAccount', name: 'a', namespace: 'n' },
            { kind: 'User', name: 'u' },
            { kind: 'Group', name: 'g' },
          ],
        },
      ]),
    ).toEqual(['system:serviceaccount:n:a', 'u'])
    expect(toSubject('system:serviceaccount:n:a', ' x, ').groups).toEqual([
      'x',
      'system:serviceaccounts',
      'system:serviceaccounts:n',
      'system:authenticated',
    ])
  })
})

describe('an object', () => {
  it('shows no value of a Secret', () => {
    const secret = {
      kind: 'Secret',
      metadata: { name: 's', annotations: { 'x.io/last-applied-configuration': 'password', other: 'shown' } },
      data: { password: 'aHVudGVyMg==' },
    }
    const text = JSON.stringify(withHiddenSecrets(secret))
    expect(text).not.toMatch(/aHVudGVyMg|"password"}/)
    expect(text).toContain('shown')
  })

  it('says why it remains after its deletion', () => {
    const deleted = { metadata: { deletionTimestamp: 't', finalizers: ['foregroundDeletion'] } }
    expect(whyItRemains(deleted, [{ kind: 'Pod', object: { metadata: { name: 'a', namespace: 'n' } } }])).toBe(
      'it waits for the finalizer foregroundDeletion; blocked by Pod n/a',
    )
    expect(whyItRemains({ metadata: { deletionTimestamp: 't', deletionGracePeriodSeconds: 30 } }, [])).toContain('30 s')
    expect(whyItRemains({ metadata: {} }, [])).toBeUndefined()
  })

  it('has conditions in the order of their changes', () => {
    const conditions = [
      { type: 'B', status: 'True', lastTransitionTime: '2026-02-01T00:00:00Z' },
      { type: 'A', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ]
    expect(conditionsOf({ metadata: {}, status: { conditions } }).map(({ type }) => type)).toEqual(['A', 'B'])
  })
})

describe('figures', () => {
  it('are short', () => {
    expect([0.42, 12.6, 1500].map(formatMs)).toEqual(['0.4 ms', '13 ms', '1.5 s'])
    const nowMs = Date.parse('2026-01-02T00:00:00Z')
    expect(formatAge('2026-01-01T23:59:48Z', nowMs)).toBe('12 s')
    expect(formatAge('2026-01-01T20:00:00Z', nowMs)).toBe('4 h')
  })

  it('of flow control are cells', () => {
    expect(csvCells('A, B, \nx, 1, \n')).toEqual([
      ['A', 'B'],
      ['x', '1'],
    ])
    const head = ['Index', 'PendingRequests', 'ExecutingRequests']
    expect(busyQueues([head, ['0', '0', '0'], ['1', '0', '2'], ['2', '1', '0']]).map(([index]) => index)).toEqual([
      'Index',
      '1',
      '2',
    ])
  })
})

describe('spans', () => {
  it.each([
    [0, '0 ms'],
    [999.6, '1000 ms'],
    [1500, '1.5 s'],
    [90_000, '90 s'],
    [125_000, '2 min 5 s'],
    [7_200_000, '2 h'],
    [187_200_000, '2 d 4 h'],
  ])('%d ms are %s', (ms, text) => expect(formatSpan(ms)).toBe(text))
})

describe('switches of faults', () => {
  const [conflict] = faultSwitches
  const fault = (id: number, options: unknown) => ({ id, type: 'conflict', options: JSON.stringify(options), count: 0 })

  it('are on for the same fault, whatever the order of its members', () => {
    const found = fault(1, { do: { type: 'conflict' }, match: { verb: ['update', 'patch'] }, times: undefined })
    expect(conflict).toBeDefined()
    if (conflict !== undefined) expect(faultOf(conflict, [found])).toBe(found)
    expect(otherFaults([found])).toEqual([])
  })

  it('leave other faults to the list', () => {
    const others = [fault(1, { do: { type: 'hang' } }), fault(2, { do: { type: 'conflict' } })]
    expect(otherFaults(others)).toEqual(others)
    expect(faultSwitches.filter((one) => faultOf(one, others) !== undefined)).toEqual([])
  })
})
