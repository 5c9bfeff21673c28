import type { HostileRequest } from './hostile-request.ts'

const path = '/api/v1/namespaces/default/configmaps?dryRun=All'
const post = (name: string, metadata: unknown): HostileRequest => ({
  name,
  method: 'POST',
  path,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata }),
})
const many = (count: number, of: (index: number) => readonly [string, string]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => of(index)))

export const metadata: readonly HostileRequest[] = [
  ...['x', 1, true, [], null].map((value) => post(`metadata ${JSON.stringify(value)}`, value)),
  ...[
    '',
    '.',
    '..',
    'A',
    'a/b',
    'a b',
    '-a',
    'a-',
    'x'.repeat(254),
    '__proto__',
    '%2f',
    '\u0000',
    'ä',
    1,
    null,
    {},
    [],
  ].map((name) => post(`the name ${JSON.stringify(name).slice(0, 40)}`, { name })),
  ...['other', '', 1, null, '..'].map((namespace) =>
    post(`the namespace ${JSON.stringify(namespace)}`, { name: 'a', namespace }),
  ),
  ...['a', '1', 1, null, ''].map((resourceVersion) =>
    post(`the resourceVersion ${JSON.stringify(resourceVersion)}`, { name: 'a', resourceVersion }),
  ),
  post('a uid', { name: 'a', uid: 'x' }),
  post('a creationTimestamp that is no time', { name: 'a', creationTimestamp: 'yesterday' }),
  post('a creationTimestamp of the year 99999', { name: 'a', creationTimestamp: '99999-01-01T00:00:00Z' }),
  post('a deletionTimestamp', { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' }),
  post('a generation that is too large', { name: 'a', generation: 1e30 }),
  post('a generateName of 300 characters', { generateName: 'x'.repeat(300) }),
  post('a generateName that is invalid', { generateName: 'A!' }),
  post('labels that are a list', { name: 'a', labels: [] }),
  post('a label that is a number', { name: 'a', labels: { a: 1 } }),
  post('a label that is too long', { name: 'a', labels: { a: 'x'.repeat(64) } }),
  post('a label key that is invalid', { name: 'a', labels: { 'a/b/c': 'd' } }),
  post('10,000 labels', { name: 'a', labels: many(10_000, (index) => [`k${index}`, 'v']) }),
  post('annotations over 256 KiB', { name: 'a', annotations: { a: 'x'.repeat(262_145) } }),
  post('an annotation key that is invalid', { name: 'a', annotations: { 'a b': 'c' } }),
  post('5,000 invalid annotation keys', { name: 'a', annotations: many(5000, (index) => [`k k${index}`, 'v']) }),
  post('a finalizer that is invalid', { name: 'a', finalizers: ['a b'] }),
  post('10,000 finalizers', {
    name: 'a',
    finalizers: Array.from({ length: 10_000 }, (_, index) => `example.dev/f${index}`),
  }),
  post('an owner without uid', { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'b' }] }),
  post('an owner of an invalid version', {
    name: 'a',
    ownerReferences: [{ apiVersion: 'a/b/c', kind: 'Pod', name: 'b', uid: 'c' }],
  }),
  post('two controllers', {
    name: 'a',
    ownerReferences: ['b', 'c'].map((name) => ({ apiVersion: 'v1', kind: 'Pod', name, uid: name, controller: true })),
  }),
  post('managedFields that are garbage', {
    name: 'a',
    managedFields: [{ manager: 'x', operation: 'Nonsense', fieldsType: 'FieldsV9', fieldsV1: 1 }],
  }),
  post('managedFields with __proto__', {
    name: 'a',
    managedFields: [
      {
        manager: 'x',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: JSON.parse('{"f:__proto__":{"f:a":{}}}'),
      },
    ],
  }),
]
