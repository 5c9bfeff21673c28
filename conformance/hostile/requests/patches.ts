import type { HostileRequest } from './hostile-request.ts'

const path = '/api/v1/namespaces/default/configmaps/hostile?dryRun=All'
const patch = (name: string, type: string, body: unknown, more = ''): HostileRequest => ({
  name: `${type}: ${name}`,
  method: 'PATCH',
  path: path + more,
  headers: [['content-type', `application/${type}`]],
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const json = (name: string, body: unknown): HostileRequest => patch(name, 'json-patch+json', body)
const merge = (name: string, body: unknown): HostileRequest => patch(name, 'merge-patch+json', body)
const strategic = (name: string, body: unknown): HostileRequest => patch(name, 'strategic-merge-patch+json', body)
const apply = (name: string, body: unknown, more = '&fieldManager=hostile'): HostileRequest =>
  patch(name, 'apply-patch+yaml', body, more)
const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'hostile' } }

export const patches: readonly HostileRequest[] = [
  json('empty', ''),
  json('an object', {}),
  json('null', 'null'),
  json('an unknown operation', [{ op: 'explode', path: '/data' }]),
  json('an operation without path', [{ op: 'add', value: 1 }]),
  json('a path without slash', [{ op: 'add', path: 'data', value: {} }]),
  json('a path to __proto__', [{ op: 'add', path: '/__proto__/admin', value: true }]),
  json('a path to constructor', [{ op: 'add', path: '/constructor/prototype/admin', value: true }]),
  json('an invalid escape', [{ op: 'add', path: '/data/~2', value: 'a' }]),
  json('an index that is too large', [{ op: 'add', path: '/metadata/finalizers/99999999999', value: 'a' }]),
  json('a negative index', [{ op: 'remove', path: '/metadata/finalizers/-1' }]),
  json('the removal of what is not there', [{ op: 'remove', path: '/data/nothing' }]),
  json('a test that fails', [{ op: 'test', path: '/data/a', value: 'other' }]),
  json('a copy into itself', [{ op: 'copy', from: '/data', path: '/data/a' }]),
  json('a move into its own child', [{ op: 'move', from: '/data', path: '/data/a/b' }]),
  json('the removal of everything', [{ op: 'remove', path: '' }]),
  json('the replacement of everything', [{ op: 'replace', path: '', value: 1 }]),
  json('another name', [{ op: 'replace', path: '/metadata/name', value: 'other' }]),
  json('another kind', [{ op: 'replace', path: '/kind', value: 'Secret' }]),
  json(
    '10,001 operations',
    Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
  ),
  json(
    'copies that double 40 times',
    Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/data', path: `/data/k${index}` })),
  ),
  merge('empty', ''),
  merge('a list', []),
  merge('null', 'null'),
  merge('a string', '"a"'),
  merge('metadata null', { metadata: null }),
  merge('another uid', { metadata: { uid: 'x' } }),
  merge('a resourceVersion that is not current', { metadata: { resourceVersion: '1' } }),
  merge('__proto__', '{"__proto__":{"admin":true}}'),
  merge('data with __proto__', '{"data":{"__proto__":"a"}}'),
  merge('nesting of 20,000', `{"x":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
  strategic('empty', ''),
  strategic('a list', []),
  strategic('an unknown directive', { data: { $patch: 'explode' } }),
  strategic('$retainKeys that is a string', { data: { $retainKeys: 'a' } }),
  strategic('$setElementOrder of a map', { '$setElementOrder/data': ['a'] }),
  strategic('$deleteFromPrimitiveList that is no list', { metadata: { '$deleteFromPrimitiveList/finalizers': 'a' } }),
  strategic('the deletion of everything', { $patch: 'delete' }),
  strategic('the replacement of everything', { $patch: 'replace' }),
  apply('without a field manager', own, ''),
  apply('a field manager of 200 characters', own, `&fieldManager=${'x'.repeat(200)}`),
  apply('an empty body', ''),
  apply('without apiVersion', { kind: 'ConfigMap', metadata: { name: 'hostile' } }),
  apply('another name', { ...own, metadata: { name: 'other' } }),
  apply('managedFields', { ...own, metadata: { name: 'hostile', managedFields: [{ manager: 'x' }] } }),
  apply('another version', { ...own, apiVersion: 'v2' }),
  apply('aliases that multiply', 'a: &a [x,x]\nb: [*a,*a]\n'),
  apply('duplicate keys', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hostile}\ndata: {a: b, a: c}\n'),
  apply('an unknown field', { ...own, nothing: 1 }),
  patch('a media type that is no patch', 'json', own),
  patch('a patch of CBOR', 'apply-patch+cbor', 'x'),
]
