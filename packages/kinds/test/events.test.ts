import { describe, expect, it } from 'vitest'
import type { SpokeConversion } from '@pinnace/resources'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const meta = { name: 'a.1', namespace: 'n' }
const involvedObject = { kind: 'Pod', namespace: 'n', name: 'p' }
const dated = {
  eventTime: '2026-01-01T00:00:00.000000Z',
  reportingInstance: 'i',
  action: 'Did',
  reason: 'Done',
}
const old = { metadata: meta, involvedObject }
const fresh = {
  metadata: meta,
  regarding: involvedObject,
  type: 'Normal',
  reportingController: 'x.example/y',
  ...dated,
}

describe('an event of the core group', () => {
  it.each<[string, object, string[]]>([
    ['about an object of its namespace', {}, []],
    [
      'about an object of another',
      { involvedObject: { namespace: 'm' } },
      ['involvedObject.namespace: Invalid value: "m": does not match event.namespace'],
    ],
    [
      'about an object without namespace, in another namespace than default',
      { involvedObject: {} },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      'about an object without namespace, in default',
      { metadata: { name: 'a', namespace: 'default' }, involvedObject: {} },
      [],
    ],
    [
      'with a time, in default, about an object in another namespace',
      { ...dated, reportingComponent: 'x/y', metadata: { name: 'a', namespace: 'default' } },
      [],
    ],
    [
      'with a time, in the system namespace, about nothing',
      {
        ...dated,
        reportingComponent: 'x/y',
        metadata: { name: 'a', namespace: 'kube-system' },
        involvedObject: {},
      },
      [],
    ],
    [
      'with a time and nothing else',
      { eventTime: dated.eventTime },
      [
        'reportingComponent: Required value',
        expect.stringContaining(
          'reportingComponent: Invalid value: "": name part must be non-empty',
        ) as unknown as string,
        expect.stringContaining(
          'reportingComponent: Invalid value: "": name part must consist of',
        ) as unknown as string,
        'reportingInstance: Required value',
        'action: Required value',
        'reason: Required value',
      ],
    ],
    [
      'with texts that are too long',
      {
        ...dated,
        reportingComponent: 'x/y',
        reportingInstance: 'x'.repeat(129),
        action: 'x'.repeat(129),
        reason: 'x'.repeat(129),
        message: 'x'.repeat(1025),
      },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Invalid value: "": can have at most 128 characters',
        'reason: Invalid value: "": can have at most 128 characters',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
  ])('%s', (_, fields, wanted) => {
    expect(create('v1/Event', { ...old, ...fields }).errors).toEqual(wanted)
  })

  it('may be updated in anything', () => {
    const live = create('v1/Event', { ...old, count: 1 }).object
    expect(update('v1/Event', live, (next) => void Object.assign(next, { count: 2, reason: 'x' })).errors).toEqual([])
  })

  it('answers field selectors', () => {
    const { object } = create('v1/Event', {
      ...old,
      reason: 'r',
      type: 'Warning',
      reportingComponent: 'c',
      source: { component: 's' },
    })
    const fields = definitionOf('v1/Event').selectableFields
    expect(Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(object)]))).toEqual({
      'involvedObject.kind': 'Pod',
      'involvedObject.namespace': 'n',
      'involvedObject.name': 'p',
      'involvedObject.uid': '',
      'involvedObject.apiVersion': '',
      'involvedObject.resourceVersion': '',
      'involvedObject.fieldPath': '',
      reason: 'r',
      reportingComponent: 'c',
      source: 's',
      type: 'Warning',
    })
    expect(fields['source']!({ ...object, source: {} })).toBe('c')
  })

  it.each<[object, object]>([
    [
      { firstTimestamp: '1970-01-01T00:00:00Z', lastTimestamp: '1970-01-01T00:01:00Z', count: 3 },
      { 'Last Seen': '9m', 'First Seen': '10m', Count: 3 },
    ],
    [{ eventTime: '1970-01-01T00:00:00.000000Z' }, { 'Last Seen': '10m', 'First Seen': '10m', Count: 1 }],
    [{ series: { count: 7, lastObservedTime: '1970-01-01T00:09:00.000000Z' } }, { 'Last Seen': '60s', Count: 7 }],
    [
      { source: { component: 'a', host: 'b' }, message: ' m\n' },
      { Source: 'a, b', Message: 'm', Object: 'pod/p' },
    ],
    [
      { reportingComponent: 'c', reportingInstance: 'd', involvedObject: { kind: 'Node' } },
      { Source: 'c, d', Object: 'node' },
    ],
    [{}, { 'Last Seen': '<unknown>', Source: '', Name: 'a.1' }],
  ])('prints %j', (fields, wanted) => {
    expect(cells('v1/Event', { ...old, ...fields }, 600_000)).toMatchObject(wanted)
  })
})

describe('an event of the newer group', () => {
  const kind = 'events.k8s.io/v1/Event'

  it.each<[string, object, string[]]>([
    ['that is complete', {}, []],
    ['with a series', { series: { count: 2, lastObservedTime: dated.eventTime } }, []],
    ['without time', { eventTime: undefined }, ['eventTime: Required value']],
    [
      'about an object without namespace, with a name that is none',
      { metadata: { name: 'a/b', namespace: 'm' }, regarding: { kind: 'Pod' }, type: 'X' },
      [
        'involvedObject.namespace: Invalid value: "": does not match event.namespace',
        expect.stringContaining('metadata.name: Invalid value: "a/b": ') as unknown as string,
        'type: Invalid value: "": has invalid value: X',
      ],
    ],
    ['of an unknown type', { type: 'X' }, ['type: Invalid value: "": has invalid value: X']],
    [
      'with fields of the old days',
      {
        deprecatedFirstTimestamp: '2026-01-01T00:00:00Z',
        deprecatedLastTimestamp: '2026-01-01T00:00:00Z',
        deprecatedCount: 1,
        deprecatedSource: { component: 'x' },
      },
      [
        'firstTimestamp: Invalid value: "": needs to be unset',
        'lastTimestamp: Invalid value: "": needs to be unset',
        'count: Invalid value: "": needs to be unset',
        'source: Invalid value: "": needs to be unset',
      ],
    ],
    [
      'with a series of one',
      { series: { count: 1 } },
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    ],
    [
      'without controller',
      { reportingController: undefined },
      [
        'reportingController: Required value',
        expect.stringContaining('reportingController: Invalid value: ""') as unknown as string,
        expect.stringContaining('reportingController: Invalid value: ""') as unknown as string,
      ],
    ],
  ])('%s', (_, fields, wanted) => {
    expect(create(kind, { ...fresh, ...fields }).errors).toEqual(wanted)
  })

  it.each<[string, (next: Loose) => void, string[]]>([
    ['its series', (next) => void (next.series = { count: 3, lastObservedTime: dated.eventTime }), []],
    ['its labels', (next) => void (next.metadata.labels = { a: 'b' }), []],
    ['its reason', (next) => void (next.reason = 'x'), Array(2).fill('reason: Invalid value: "x": field is immutable')],
    ['its note', (next) => void (next.note = 'x'), ['message: Invalid value: "x": field is immutable']],
    [
      'its controller',
      (next) => void (next.reportingController = 'x/z'),
      ['reportingController: Invalid value: "x/z": field is immutable'],
    ],
  ])('changed in %s', (_, change, wanted) => {
    const live = create(kind, fresh).object
    expect(update(kind, live, change).errors).toEqual(wanted)
  })

  it('is stored as one of the core group, and read back the same', () => {
    const { conversion, storage } = definitionOf(kind)
    const { toHub, fromHub } = conversion as SpokeConversion
    expect(storage).toEqual({ group: '', resource: 'events' })
    const object = {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      ...structuredClone(fresh),
      note: 'm',
      deprecatedCount: 2,
    } as Loose
    const before = structuredClone(object)
    toHub(object)
    expect(object).toMatchObject({
      involvedObject,
      message: 'm',
      count: 2,
      reportingComponent: 'x.example/y',
    })
    for (const field of ['regarding', 'note', 'deprecatedCount', 'reportingController'])
      expect(object).not.toHaveProperty(field)
    fromHub(object)
    expect(object).toEqual(before)
  })

  it('answers field selectors by its own names', () => {
    const fields = definitionOf(kind).selectableFields
    expect(fields['regarding.name']!(create(kind, fresh).object)).toBe('p')
    expect(fields['reportingController']!(create(kind, fresh).object)).toBe('x.example/y')
    expect(fields).not.toHaveProperty('involvedObject.name')
  })
})
