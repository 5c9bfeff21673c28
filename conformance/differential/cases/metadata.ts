import type { Mutation } from './mutate.ts'

const long = 'a'.repeat(254)

/** Changes of metadata, the same for every kind: `field = value` in place of what is there. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  name: ['', 'Bad_Name', 'a/b', '..', 'a.b', '1a', 'a'.repeat(64), long, null, 1, {}],
  generateName: ['', 'gen-', 'Bad_', 'a'.repeat(300), 1],
  namespace: ['other', '', 'Bad_Namespace', 1],
  labels: [
    { a: 'b' },
    { 'bad key': 'v' },
    { a: 'bad value!' },
    { 'a/b/c': 'v' },
    { '': 'v' },
    { ['k'.repeat(64)]: 'v' },
    { a: 'v'.repeat(64) },
    { 'Example.com/a': 'v' },
    { [`${long}/a`]: 'v' },
    { a: 1 },
    { a: null },
    [],
    'x',
    null,
    {},
    { 'bad key': 'bad value!', 'other key': 'x' },
  ],
  annotations: [
    { a: 'any value!' },
    { 'bad key': 'v' },
    { 'a/b/c': 'v' },
    { '': 'v' },
    { a: 'v'.repeat(262_145) },
    { a: 1 },
    { UPPER: 'v' },
    { 'Example.com/a': 'v' },
    [],
    null,
    {},
  ],
  finalizers: [
    ['example.com/f'],
    ['abc'],
    ['Bad Finalizer'],
    [''],
    ['example.com/f', 'example.com/f'],
    ['orphan'],
    ['foregroundDeletion'],
    ['orphan', 'foregroundDeletion'],
    [1],
    'x',
    [],
  ],
  ownerReferences: [
    [{}],
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }],
    [{ apiVersion: 'v1', kind: 'Event', name: 'o', uid: 'u' }],
    [{ apiVersion: 'a/b/c', kind: 'X', name: 'o', uid: 'u' }],
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: '', uid: '' }],
    [1, 2].map((at) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: `o${at}`, uid: `u${at}`, controller: true })),
    [1, 1].map((at) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: `o${at}`, uid: `u${at}` })),
    [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u', nope: 1, blockOwnerDeletion: 'x' }],
    'x',
    [null],
  ],
  resourceVersion: ['0', '1', '123456789', 'x', '-1', 1],
  uid: ['u', '', 1],
  generation: [0, 7, -1, 'x'],
  selfLink: ['/x'],
  creationTimestamp: [null, '2020-01-02T03:04:05Z', 'x', '2020-01-02T03:04:05.123Z', 1],
  deletionTimestamp: [null, '2020-01-02T03:04:05Z', 'x'],
  deletionGracePeriodSeconds: [0, 30, -1],
  managedFields: [
    [],
    [{}],
    null,
    'x',
    [{ manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:metadata': {} } }],
    [{ manager: 'm', operation: 'Nope' }],
    [{ manager: 'm', operation: 'Update', fieldsType: 'Nope' }],
    [{ manager: 'a'.repeat(129), operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
    [{ manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { x: {} } }],
  ],
  nope: [1],
  clusterName: ['x'],
}

/** The object with one change of its metadata at a time. */
export function* mutateMetadata(object: Readonly<Record<string, unknown>>): Generator<Mutation> {
  const metadata = object['metadata'] as object | undefined
  for (const [field, others] of Object.entries(values)) {
    for (const value of others) {
      const name = `metadata.${field} = ${JSON.stringify(value).slice(0, 40)}`
      yield { name, object: { ...object, metadata: { ...metadata, [field]: value } } }
    }
  }
  for (const value of [null, 'x', [], {}])
    yield { name: `metadata = ${JSON.stringify(value)}`, object: { ...object, metadata: value } }
}
