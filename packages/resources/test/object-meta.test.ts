import { FieldErrors, type ObjectMeta } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  maxAnnotationBytes,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type MetadataRules,
} from '../src/object-meta.ts'

const good: ObjectMeta = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1' }

function check(meta: object, options: object = {}): string[] {
  const errors = new FieldErrors()
  validateObjectMeta(meta as ObjectMeta, { namespaced: true, ...options }, errors)
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

function checkUpdate(next: object, live: object = {}, onUpdate: MetadataRules['onUpdate'] = []): string[] {
  const errors = new FieldErrors()
  const options = { namespaced: true, productFinalizer: 'kubernetes', onUpdate }
  validateObjectMetaUpdate({ ...good, ...next }, { ...good, ...live }, errors, options)
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }
const entry = { manager: 'm', operation: 'Update', fieldsType: 'FieldsV1' }
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('metadata of a new object', () => {
  it.each<[string, object, object]>([
    ['a plain name', {}, {}],
    ['a prefix that ends in a dash', { generateName: 'a-' }, {}],
    ['a cluster-scoped object without namespace', { namespace: '' }, { namespaced: false }],
    ['labels with and without prefix', { labels: { a: 'b', 'x.y/z': '' } }, {}],
    ['annotations in capitals, with any value', { annotations: { 'A.B/C': '{"x": 1}' } }, {}],
    ['owners, one of them the controller', { ownerReferences: [owner, { ...owner, controller: true }] }, {}],
    ['the finalizers of the collector', { finalizers: ['orphan', 'a/b'] }, { productFinalizer: 'kubernetes' }],
    ['the finalizer of the product', { finalizers: ['kubernetes'] }, { productFinalizer: 'kubernetes' }],
    ['any finalizer of a kind that is not built in', { finalizers: ['mine'] }, {}],
    ['managers that apply and update', { managedFields: [entry, { ...entry, operation: 'Apply' }] }, {}],
    ['annotations that just fit', { annotations: { a: 'x'.repeat(maxAnnotationBytes - 1) } }, {}],
  ])('may have %s', (_, meta, options) => {
    expect(check({ ...good, ...meta }, options)).toEqual([])
  })

  it.each<[string, object, object, string[]]>([
    ['no name', { name: undefined }, {}, ['metadata.name: Required value: name or generateName is required']],
    ['a name with capitals', { name: 'A' }, {}, [`metadata.name: Invalid value: "A": ${subdomain}`]],
    ['a prefix with capitals', { generateName: 'A' }, {}, [`metadata.generateName: Invalid value: "A": ${subdomain}`]],
    [
      'a namespace out of place',
      {},
      { namespaced: false },
      ['metadata.namespace: Forbidden: not allowed on this type'],
    ],
    ['no namespace', { namespace: '' }, {}, ['metadata.namespace: Required value']],
    [
      'a generation below zero',
      { generation: -1 },
      {},
      ['metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'an owner without version',
      { ownerReferences: [{ ...owner, apiVersion: '' }] },
      {},
      ['metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty'],
    ],
    [
      'an owner with a version of three parts',
      { ownerReferences: [{ ...owner, apiVersion: 'a/b/c' }] },
      {},
      ['metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty'],
    ],
    [
      'an owner without kind, name or uid',
      { ownerReferences: [{ ...owner, kind: '', name: '', uid: '' }] },
      {},
      [
        'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
    ],
    [
      'an event as owner',
      { ownerReferences: [{ ...owner, kind: 'Event' }] },
      {},
      [
        'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"p","uid":"u"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    [
      'two finalizers that contradict each other',
      { finalizers: ['orphan', 'foregroundDeletion'] },
      {},
      [
        'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      'an unknown finalizer without a domain',
      { finalizers: ['orphan', 'x'] },
      { productFinalizer: 'kubernetes' },
      [
        'metadata.finalizers[1]: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'an unknown operation',
      { managedFields: [{ ...entry, operation: 'X' }] },
      {},
      ['metadata.managedFields[0].operation: Invalid value: "X": must be `Apply` or `Update`'],
    ],
    [
      'an unknown type of fields',
      { managedFields: [{ ...entry, fieldsType: 'X' }] },
      {},
      ['metadata.managedFields[0].fieldsType: Invalid value: "X": must be `FieldsV1`'],
    ],
    [
      'a manager of 129 bytes',
      { managedFields: [{ ...entry, manager: 'x'.repeat(129) }] },
      {},
      ['metadata.managedFields[0].manager: Too long: may not be more than 128 bytes'],
    ],
    [
      'a manager that cannot be printed',
      { managedFields: [{ ...entry, manager: 'aé\u0007' }] },
      {},
      ['metadata.managedFields[0].manager: Invalid value: "aé\\a": invalid character U+0007 (at position 3)'],
    ],
    [
      'a subresource of 257 bytes',
      { managedFields: [{ ...entry, subresource: 'x'.repeat(257) }] },
      {},
      ['metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes'],
    ],
    [
      'annotations one byte too large',
      { annotations: { a: 'x'.repeat(maxAnnotationBytes) } },
      {},
      ['metadata.annotations: Too long: may not be more than 262144 bytes'],
    ],
  ])('is refused %s', (_, meta, options, wanted) => {
    expect(check({ ...good, ...meta }, options)).toEqual(wanted)
  })

  it('is refused a field manager that is too long, whose characters are not each reported with the whole name', () => {
    const manager = '\u0001'.repeat(100_000)
    const errors = check({ ...good, managedFields: [{ manager, operation: 'Apply' }] })
    expect(errors).toHaveLength(2)
    expect(errors[0]).toBe('metadata.managedFields[0].manager: Too long: may not be more than 128 bytes')
    expect(errors[1]).toMatch(/: invalid character U\+0001 \(at position 0\)$/)
  })

  it('is refused two controllers', () => {
    const owners = [
      { ...owner, controller: true },
      { ...owner, name: 'q', controller: true },
    ]
    expect(check({ ...good, ownerReferences: owners })[0]).toMatch(
      /: Only one reference can have Controller set to true\. Found "true" in references for Pod\/p and Pod\/q$/,
    )
  })

  it('is refused labels and annotations that are misspelled', () => {
    expect(check({ ...good, labels: { '-a': 'b' } })[0]).toContain(
      'metadata.labels: Invalid value: "-a": name part must consist of',
    )
    expect(check({ ...good, labels: { a: '-' } })[0]).toContain(
      'metadata.labels: Invalid value: "-": a valid label must be an empty string or',
    )
    expect(check({ ...good, annotations: { 'a b': '' } })[0]).toContain(
      'metadata.annotations: Invalid value: "a b": name part must consist of',
    )
  })

  it('counts an annotation called __proto__ as any other', () => {
    const annotations = JSON.parse(`{"__proto__": "${'x'.repeat(maxAnnotationBytes)}"}`) as object
    expect(check({ ...good, annotations })).toContain(
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    )
  })
})

describe('metadata of a changed object', () => {
  it('may change in labels, annotations, owners and finalizers', () => {
    expect(
      checkUpdate({ labels: { a: 'b' }, annotations: { a: 'b' }, ownerReferences: [owner], finalizers: ['a/b'] }),
    ).toEqual([])
  })

  it.each(['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp'])('may not change in %s', (field) => {
    expect(checkUpdate({ [field]: 'x' })).toEqual([`metadata.${field}: Invalid value: "x": field is immutable`])
  })

  it('may not change in its grace period', () => {
    expect(checkUpdate({ deletionGracePeriodSeconds: 5 })).toEqual([
      'metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ])
  })

  it('may not go back in generation', () => {
    expect(checkUpdate({ generation: 1 }, { generation: 2 })).toEqual([
      'metadata.generation: Invalid value: 1: must not be decremented',
    ])
    expect(checkUpdate({ generation: 3 }, { generation: 2 })).toEqual([])
  })

  it('must say which version it changes', () => {
    expect(checkUpdate({ resourceVersion: '' })).toEqual([
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    ])
  })

  it('may lose but not gain finalizers once it is being deleted', () => {
    const live = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b', 'a/c'] }
    expect(checkUpdate({ ...live, finalizers: ['a/b'] }, live)).toEqual([])
    expect(checkUpdate({ ...live, finalizers: ['a/z', 'a/b', 'a/d'] }, live)).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/d", "a/z"}',
    ])
  })

  it.each<[MetadataRules['onUpdate'], object, string[]]>([
    [[], { labels: { a: '-' } }, ['labels', 'labels']],
    [['update'], { labels: { a: '-' } }, ['labels', 'labels', 'labels']],
    [['update'], { finalizers: ['a b/c', 'x'] }, ['finalizers', 'finalizers[1]']],
    [['create'], { generateName: 'A', labels: { a: '-' } }, ['labels', 'labels', 'generateName', 'labels']],
    [
      ['update', 'create'],
      { labels: { a: '-' }, finalizers: ['x'] },
      ['labels', 'labels', 'labels', 'finalizers[0]', 'labels', 'finalizers[0]'],
    ],
    [
      ['create', 'update'],
      { generateName: 'A', labels: { a: '-' } },
      ['labels', 'labels', 'generateName', 'labels', 'labels'],
    ],
    [['create', 'create'], { finalizers: ['a b/c'] }, ['finalizers', 'finalizers', 'finalizers']],
  ])('is reported as often as the kind checks it: %j of %j', (onUpdate, next, fields) => {
    expect(checkUpdate(next, {}, onUpdate).map((line) => line.split(': ')[0])).toEqual(
      fields.map((field) => `metadata.${field}`),
    )
  })
})
