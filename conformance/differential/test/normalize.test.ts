import { describe, expect, it } from 'vitest'
import { normalize } from '../judge/normalize.ts'

const now = Date.parse('2026-11-22T20:00:00Z')

function bodyOf(text: string, request = 'GET /x', type = 'application/json'): unknown {
  const answer = { status: 200, headers: [['content-type', type] as const], text }
  return normalize(answer, { request, prefix: 'p12abq', now }).body
}

it('keeps a resource version that the request names', () => {
  const body = JSON.stringify({ resourceVersion: '8' })
  expect(bodyOf(body, 'GET /x?resourceVersion=8')).toEqual({ resourceVersion: '8' })
  expect(bodyOf(body, 'PATCH /x [{"op":"test","path":"/metadata/resourceVersion","value":"8"}]')).toEqual({
    resourceVersion: '8',
  })
  expect(bodyOf(body, 'GET /apis/a.k8s.io/v18')).toEqual({ resourceVersion: '<version>' })
  expect(bodyOf(body, 'PUT /x {"expirationSeconds":8}')).toEqual({ resourceVersion: '<version>' })
})

describe('a normalized answer has no', () => {
  it.each([
    ['uid', { uid: '7bfe4f12-3ab5-407b-9daf-ee9e3dcfc40c' }, { uid: '<uid>' }],
    ['resource version', { resourceVersion: '123' }, { resourceVersion: '<version>' }],
    ['time of this run', { t: '2026-11-22T19:59:58Z' }, { t: '<time>' }],
    ['precise time of this run', { t: '2026-11-22T19:59:58.123456Z' }, { t: '<precise time>' }],
    ['address of a service', { clusterIP: '10.101.2.3' }, { clusterIP: '<address>' }],
    ['random node port', { nodePort: 30_123 }, { nodePort: '<port>' }],
    ['generated name', { name: 'gen-x7k2p' }, { name: 'gen-<random>' }],
    ['continue token', { continue: 'eyJ2Ijox' }, { continue: '<continue>' }],
    ['token', { token: 'eyJhbGciOi.eyJpc3Mi.c2ln' }, { token: '<token>' }],
    ['identity of a server', { name: 'apiserver-lphjr5z7h3imqn7sokpnsue3ha' }, { name: 'apiserver-<identity>' }],
    ['hash of a document', { u: `/x?hash=${'0A'.repeat(64)}` }, { u: '/x?hash=<hash>' }],
    ['id of a key', { kid: 'abc', n: 'x' }, { kid: '<kid of a key>', n: 'x' }],
    ['advertised address', { a: '192.0.2.1:6443' }, { a: '<host>' }],
    ['prefix of the run', { name: 'p12abq-life' }, { name: 'px-life' }],
    [
      'resource version of a failed precondition',
      { message: 'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (99).' },
      {
        message:
          'the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (<version>).',
      },
    ],
    [
      'resource version of a failed precondition of a namespace',
      { message: 'ResourceVersion in precondition: 1, ResourceVersion in object meta: 99' },
      { message: 'ResourceVersion in precondition: 1, ResourceVersion in object meta: <version>' },
    ],
    [
      'resource version in words',
      { message: 'Too large resource version: 99, current: 7' },
      { message: 'Too large resource version: <version>, current: <version>' },
    ],
    [
      'order of managedFields',
      { managedFields: [{ manager: 'b' }, { manager: 'a' }] },
      { managedFields: [{ manager: 'a' }, { manager: 'b' }] },
    ],
  ])('%s', (_name, value, expected) => {
    expect(bodyOf(JSON.stringify(value))).toEqual(expected)
  })

  it('age in a table, with or without columns', () => {
    const rows = [{ cells: ['a', '5s'] }]
    const named = { kind: 'Table', columnDefinitions: [{ name: 'Name' }, { name: 'Age' }], rows }
    expect(bodyOf(JSON.stringify(named))).toEqual({ ...named, rows: [{ cells: ['a', '<age>'] }] })
    const later = { kind: 'Table', columnDefinitions: null, rows }
    expect(bodyOf(JSON.stringify(later))).toEqual({ ...later, rows: [{ cells: ['a', '<age>'] }] })
  })

  it('periodic bookmark but the last', () => {
    const bookmark = { type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: '5' } } }
    const added = { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } } }
    const text = [bookmark, added, bookmark].map((event) => `${JSON.stringify(event)}\n`).join('')
    const kept = { ...bookmark, object: { kind: 'Pod', metadata: { resourceVersion: '<version>' } } }
    expect(bodyOf(text)).toEqual({ events: [added, kept] })
  })
})

describe('a normalized answer keeps', () => {
  it.each([
    ['times of other days', { t: '2026-01-02T03:04:05Z' }],
    ['empty and zero resource versions', { items: [{ resourceVersion: '' }, { resourceVersion: '0' }] }],
    ['the first address of services', { clusterIP: '10.96.0.1' }],
    ['null, empty lists and absence apart', { a: null, b: [], c: {} }],
    ['ports of containers', { containerPort: 30_123 }],
  ])('%s', (_name, value) => {
    expect(bodyOf(JSON.stringify(value))).toEqual(value)
  })

  it('what the request asked for', () => {
    const value = { clusterIP: '10.101.2.3', ports: [{ nodePort: 30_123 }], metadata: { resourceVersion: '123' } }
    expect(bodyOf(JSON.stringify(value), `POST /x ${JSON.stringify(value)}`)).toEqual(value)
  })

  it('the content of YAML', () => {
    expect(bodyOf('a: 1\nb: [x]\n', 'GET /x', 'application/yaml')).toEqual({ a: 1, b: ['x'] })
  })
})
