import { describe, expect, it } from 'vitest'
import { encodeObject } from '../../src/storage/encode-object.ts'
import { stampedJson, unstampedJson } from '../../src/storage/stored-form/unstamped-json.ts'

const stamped = (json: string, revision = 7n): string =>
  Buffer.from(stampedJson(Buffer.from(json), revision)).toString()

describe('unstampedJson', () => {
  it.each([
    [
      {
        kind: 'A',
        apiVersion: 'v1',
        metadata: { name: 'a', uid: 'u', resourceVersion: '3', labels: { b: 'c' } },
        spec: {},
      },
    ],
    [{ kind: 'A', apiVersion: 'v1', metadata: { name: 'a' }, data: { '"resourceVersion":"': '"resourceVersion":"' } }],
    [{ kind: 'A', apiVersion: 'v1', metadata: { name: 'a' } }],
    [{ kind: 'A', apiVersion: 'v1', metadata: { labels: { b: 'c' } } }],
    [{ kind: 'A', apiVersion: 'v1', metadata: {} }],
  ])('has no resourceVersion and a line feed, and gets the revision back: %j', (object) => {
    const value = encodeObject(object, undefined)
    const stored = unstampedJson(value)
    const { resourceVersion: _stale, ...metadata } = object.metadata as Record<string, unknown>
    expect(JSON.parse(stored)).toEqual({ ...object, metadata })
    expect(stored).toMatch(/\}\n$/)
    expect(stored).not.toMatch(/\n\n$/)
    expect(stamped(stored)).toBe(`${value.before}7${value.after}`)
  })
})

describe('stampedJson', () => {
  it('returns the same bytes where the store has inserted the revision', () => {
    const { before, after } = encodeObject(
      { kind: 'A', apiVersion: 'v1', metadata: { name: 'a', uid: 'u' } },
      undefined,
    )
    const bytes = Buffer.from(`${before}5${after}`)
    expect(stampedJson(bytes, 5n)).toBe(bytes)
  })

  it.each([
    [
      'custom resources of kube-apiserver, whose members are sorted',
      '{"apiVersion":"e.dev/v1","kind":"W","metadata":{"creationTimestamp":"x","name":"a"},"spec":{"a":1}}\n',
      '{"kind":"W","apiVersion":"e.dev/v1","metadata":{"resourceVersion":"7","creationTimestamp":"x","name":"a"},"spec":{"a":1}}',
    ],
    [
      'built-in kinds of kube-apiserver',
      '{"kind":"P","apiVersion":"v1","metadata":{"name":"a","namespace":"b","uid":"u","generation":1},"spec":{}}\n',
      '{"kind":"P","apiVersion":"v1","metadata":{"name":"a","namespace":"b","uid":"u","resourceVersion":"7","generation":1},"spec":{}}',
    ],
    [
      'members before the metadata',
      '{"apiVersion":"v1","data":{"a":"b"},"kind":"W","metadata":{"name":"a","resourceVersion":"2"}}',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7"},"data":{"a":"b"}}',
    ],
    [
      'spaces',
      '{ "kind": "W", "apiVersion": "v1", "metadata": {"name": "a"} }',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7"}}',
    ],
    [
      'a revision of another write, in another order of members',
      '{"apiVersion":"v1","kind":"W","metadata":{"name":"a","resourceVersion":"2"}}',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7"}}',
    ],
    [
      'a revision of another store, which begins with this one',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"71","labels":{"a":"b"}}}',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7","labels":{"a":"b"}}}',
    ],
    [
      'quotes and backslashes in names',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a\\\\","namespace":"b\\"","labels":{}}}\n',
      '{"kind":"W","apiVersion":"v1","metadata":{"name":"a\\\\","namespace":"b\\"","resourceVersion":"7","labels":{}}}',
    ],
  ])('reads %s', (_name, stored, wanted) => {
    expect(stamped(stored)).toBe(`${wanted}\n`)
  })

  it.each(['{', '{}', '{"kind":"W"}', '{"kind":"W","apiVersion":"v1","metadata":{"name":"a'])(
    'throws for what is no object: %s',
    (stored) => expect(() => stamped(stored)).toThrow(),
  )
})
