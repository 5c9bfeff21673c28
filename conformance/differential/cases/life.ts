import { statusOf } from '../../every-kind/samples.ts'
import type { Area, Case, Step } from './case.ts'
import { storedKinds, type Kind, type Sample } from './kinds.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'
const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
const merge = 'application/merge-patch+json'
const json = 'application/json-patch+json'
const strategic = 'application/strategic-merge-patch+json'
const apply = 'application/apply-patch+yaml'

/** Time for what the server does after an answer, milliseconds. */
const settleMs = 3000

/** Every kind: an object through every verb and subresource. */
export const life: Area = {
  name: 'life',
  title: 'every kind: create, read, update, patch, apply, status, scale, delete',
  async stages({ prefix }) {
    const namespace = `${prefix}-life`
    const cases = livesOf(await storedKinds(), prefix, namespace)
    return [makeNamespaces([namespace]), cases, deleteNamespaces([namespace])]
  },
}

/** An object of each kind through every verb and subresource. */
export function livesOf(kinds: readonly Kind[], prefix: string, namespace: string): readonly Case[] {
  return kinds.map((kind) => lifeOf(kind, prefix, namespace))
}

/** The requests about one object of a kind. */
interface Subject {
  readonly kind: Kind
  readonly sample: Sample
  readonly collection: string
  readonly path: string
  /** Selects the objects of the case. */
  readonly selector: string
}

function lifeOf(kind: Kind, prefix: string, namespace: string): Case {
  const plain = kind.sample({ prefix, namespace })
  const label = `${prefix}-${kind.name}`.slice(0, 63)
  const labels = { ...(plain.metadata['labels'] as object | undefined), differential: label }
  const sample = { ...plain, metadata: { ...plain.metadata, labels } }
  const subject: Subject = {
    kind,
    sample,
    collection: kind.path(namespace),
    path: kind.path(namespace, sample.metadata.name),
    selector: `labelSelector=differential%3D${label}`,
  }
  const steps = [creates, reads, lists, updates, patches, applies, statuses, scales, deletes].flatMap((part) =>
    part(subject),
  )
  return { name: kind.name, kind: kind.resource, steps }
}

function creates({ collection, path, sample, kind }: Subject): Step[] {
  const generated = { ...sample, metadata: { ...sample.metadata, name: undefined, generateName: 'gen-' } }
  const unknown = { ...sample, nope: 1, metadata: { ...sample.metadata, nope: 2 } }
  const settles = /^(customresourcedefinitions|flowschemas|prioritylevelconfigurations|apiservices)$/.test(
    kind.resource,
  )
  return [
    { method: 'POST', path: `${collection}?dryRun=All`, body: sample },
    ...['Strict', 'Warn', 'Ignore', 'Nope'].map((mode) => ({
      method: 'POST',
      path: `${collection}?dryRun=All&fieldValidation=${mode}`,
      body: unknown,
    })),
    { method: 'POST', path: `${collection}?dryRun=All`, body: generated },
    { method: 'POST', path: `${collection}?fieldManager=creator`, body: sample },
    { method: 'GET', path, ...(settles ? { afterMs: settleMs } : {}) },
    { method: 'POST', path: collection, body: sample },
    { method: 'POST', path: path, body: sample },
  ]
}

function reads({ path }: Subject): Step[] {
  const accepts = [
    table,
    metadataOnly,
    metadataList,
    'application/yaml',
    'text/plain',
    'application/vnd.kubernetes.protobuf',
    '*/*',
    `${table},application/json`,
  ]
  return [
    ...accepts.map((accept) => ({ method: 'GET', path, headers: { accept }, withDescriptions: accept === table })),
    ...['pretty=true', 'resourceVersion=0', 'resourceVersion=abc', 'resourceVersion=9999999999'].map((query) => ({
      method: 'GET',
      path: `${path}?${query}`,
    })),
    { method: 'GET', path: `${path}?includeObject=None`, headers: { accept: table } },
    { method: 'GET', path: `${path}?includeObject=Object`, headers: { accept: table } },
    { method: 'HEAD', path },
    { method: 'GET', path: `${path}-none` },
    { method: 'GET', path: `${path}/none` },
    { method: 'GET', path, as: 'nobody-token' },
    { method: 'GET', path, as: '' },
  ]
}

function lists({ collection, selector, sample }: Subject): Step[] {
  const accepts = [table, metadataList, metadataOnly, 'application/yaml']
  const queries = [
    '',
    '&limit=1',
    '&resourceVersion=0',
    '&resourceVersionMatch=Exact',
    '&resourceVersion=0&resourceVersionMatch=NotOlderThan',
    `&fieldSelector=metadata.name%3D${sample.metadata.name}`,
    '&fieldSelector=metadata.namespace!%3Dx',
    '&fieldSelector=nope%3Dx',
    '&timeoutSeconds=1&pretty=1',
    '&watch=1&timeoutSeconds=1',
    '&watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true',
    '&continue=nope',
    '&limit=-1',
  ]
  return [
    ...queries.map((query) => ({ method: 'GET', path: `${collection}?${selector}${query}` })),
    ...accepts.map((accept) => ({ method: 'GET', path: `${collection}?${selector}`, headers: { accept } })),
    { method: 'GET', path: `${collection}?labelSelector=a!!` },
  ]
}

function updates({ path, sample }: Subject): Step[] {
  const put = (body: unknown, query = ''): Step => ({ method: 'PUT', path: `${path}${query}`, body })
  const annotated = (value: string, others = {}): unknown => ({
    ...sample,
    metadata: { ...sample.metadata, annotations: { a: value }, ...others },
  })
  return [
    put(annotated('1', { resourceVersion: '1' })),
    put(annotated('1', { name: 'other' })),
    put(annotated('1', { uid: 'other' })),
    // The version of step 7: the server itself changes a definition after the create.
    put(annotated('1', { resourceVersion: '{{7.metadata.resourceVersion}}' }), '?dryRun=All'),
    { method: 'GET', path, silent: true },
    put(annotated('1'), '?fieldManager=updater&dryRun=All'),
    put(annotated('2', { resourceVersion: '{{7.metadata.resourceVersion}}' }), '?fieldManager=updater'),
    put(annotated('2', { resourceVersion: '{{7.metadata.resourceVersion}}' }), '?fieldManager=updater'),
    {
      ...put({ ...sample, metadata: { ...sample.metadata, name: `${sample.metadata.name}-x` } }, '?dryRun=All'),
      path: `${path}-x?dryRun=All`,
    },
    put('{'),
  ]
}

function patches({ path }: Subject): Step[] {
  const patch = (type: string, body: unknown, query = ''): Step => ({
    method: 'PATCH',
    path: `${path}${query}`,
    type,
    body,
  })
  const label = { metadata: { labels: { patched: 'yes' } } }
  return [
    patch(merge, label),
    patch(merge, label),
    patch(strategic, { metadata: { labels: { patched: null, other: 'x' } } }),
    patch(json, [{ op: 'add', path: '/metadata/labels/third', value: 'x' }]),
    patch(json, [{ op: 'test', path: '/metadata/labels/third', value: 'y' }]),
    patch(json, [{ op: 'remove', path: '/metadata/labels/none' }]),
    patch(json, [{ op: 'replace', path: '/metadata/name', value: 'other' }]),
    patch(json, '{'),
    patch(json, []),
    patch(merge, '{'),
    patch(merge, { nope: 1 }, '?fieldValidation=Strict'),
    patch(merge, { metadata: { resourceVersion: '1' } }),
    patch(merge, { metadata: { name: 'other' } }),
    patch(merge, { metadata: { labels: { 'bad key': 'x' } } }),
    patch(strategic, '{'),
    patch(strategic, { $patch: 'replace' }, '?dryRun=All'),
    patch(strategic, { metadata: { $retainKeys: ['name'], labels: { b: 'c' } } }, '?dryRun=All'),
    patch('application/json', label),
    patch('text/plain', label),
    patch(merge, label, '?dryRun=All&fieldManager=m'),
    patch(merge, {}),
    { ...patch(merge, label), path: `${path}-none` },
    patch(merge, label, '?force=true'),
  ]
}

function applies({ path, kind, sample }: Subject): Step[] {
  const head = { apiVersion: kind.groupVersion, kind: kind.row.kind }
  const configuration = (labels: object, others = {}): unknown => ({
    ...head,
    metadata: { name: sample.metadata.name, labels },
    ...others,
  })
  const send = (query: string, body: unknown): Step => ({ method: 'PATCH', path: `${path}${query}`, type: apply, body })
  return [
    send('', configuration({ applied: 'a' })),
    send('?fieldManager=a', configuration({ applied: 'a' })),
    send('?fieldManager=a', configuration({ applied: 'a' })),
    send('?fieldManager=b', configuration({ applied: 'b' })),
    send('?fieldManager=b&force=true', configuration({ applied: 'b', more: 'x' })),
    send('?fieldManager=b&dryRun=All', configuration({})),
    send('?fieldManager=b', configuration({ more: 'x' })),
    send('?fieldManager=a', { ...sample, apiVersion: 'v2' }),
    send('?fieldManager=a', { ...sample, nope: 1 }),
    send('?fieldManager=a&force=true&dryRun=All', sample),
    send('?fieldManager=creator&dryRun=All', sample),
    send('?fieldManager=a', '{'),
    send('?fieldManager=a', { ...head }),
    send('?fieldManager=a', configuration({}, { metadata: { name: sample.metadata.name, managedFields: [{}] } })),
    send('?fieldManager=a', configuration({}, { metadata: { name: 'other' } })),
    { ...send('?fieldManager=a&dryRun=All', sample), path: `${path}?fieldManager=a&dryRun=All` },
    { method: 'GET', path },
  ]
}

function statuses({ path, kind, sample }: Subject): Step[] {
  const own = `${path}/status`
  const status = statusOf(kind)
  if (kind.row.hasStatus !== true)
    return [
      { method: 'GET', path: own },
      { method: 'PUT', path: own, body: sample },
    ]
  const head = { apiVersion: kind.groupVersion, kind: kind.row.kind }
  const metadata = { name: sample.metadata.name, labels: { status: 'x' } }
  const settled = conditionSet(kind, path)
  const settles = kind.resource === 'customresourcedefinitions' ? { afterMs: settleMs } : {}
  const writes: Step[] = [
    { method: 'PATCH', path: own, body: { status } },
    { method: 'PATCH', path: own, body: { status, spec: { nope: 1 } } },
    { method: 'PATCH', path: own, type: strategic, body: { status, metadata: { annotations: { s: 't' } } } },
    { method: 'PUT', path: own, body: { ...sample, status } },
    { method: 'PUT', path: own, body: { ...sample, metadata, status } },
    {
      method: 'PATCH',
      path: `${own}?fieldManager=a&force=true`,
      type: apply,
      body: { ...head, metadata: { name: sample.metadata.name }, status },
    },
    { method: 'PATCH', path: own, body: { status: null } },
  ]
  return [
    { method: 'GET', path: own },
    ...writes.flatMap((step) => [step, ...settled]),
    { method: 'DELETE', path: own },
    { method: 'POST', path: own, body: sample },
    { method: 'PATCH', path, body: { status: { nope: 1 } }, ...settles },
    { method: 'GET', path },
  ]
}

/** Waits for the condition of an APIService, which both servers add a moment after a write. */
function conditionSet({ resource }: Kind, path: string): Step[] {
  return resource === 'apiservices' ? [{ method: 'GET', path, silent: true, until: '"type":"Available"' }] : []
}

function scales({ path }: Subject): Step[] {
  const own = `${path}/scale`
  const scale = (replicas: unknown): unknown => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas } })
  const named = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: path.split('/').pop() },
    spec: { replicas: 2 },
  }
  return [
    { method: 'GET', path: own },
    { method: 'PATCH', path: own, body: scale(1) },
    { method: 'PATCH', path: own, body: scale(-1) },
    { method: 'PATCH', path: own, body: scale('x') },
    { method: 'PUT', path: own, body: named },
    { method: 'PUT', path: own, body: scale(0) },
    { method: 'GET', path: own, headers: { accept: table } },
    { method: 'PATCH', path: `${own}?fieldManager=a`, type: apply, body: scale(3) },
    { method: 'DELETE', path: own },
  ]
}

function deletes({ path, collection, selector, sample, kind }: Subject): Step[] {
  // A definition goes once its objects have gone, which a controller looks after.
  const isSlow = kind.resource === 'customresourcedefinitions'
  const remove = (body?: unknown, query = ''): Step => ({
    method: 'DELETE',
    path: `${path}${query}`,
    ...(body === undefined ? {} : { body }),
  })
  const finalizers = (value: readonly string[]): Step => ({
    method: 'PATCH',
    path,
    body: { metadata: { finalizers: value } },
  })
  return [
    remove(undefined, '?dryRun=All'),
    remove({ dryRun: ['All'] }),
    remove({ dryRun: ['Nope'] }),
    remove({ preconditions: { uid: 'x' } }),
    remove({ preconditions: { resourceVersion: '1' } }),
    remove({ propagationPolicy: 'Nope' }),
    remove({ orphanDependents: true, propagationPolicy: 'Orphan' }),
    remove('{'),
    remove({ kind: 'Nope', apiVersion: 'v1' }),
    remove({ nope: 1, dryRun: ['All'] }),
    remove(undefined, '?gracePeriodSeconds=x'),
    remove({ gracePeriodSeconds: -5, dryRun: ['All'] }),
    ...['Foreground', 'Background', 'Orphan'].map((policy) => remove({ propagationPolicy: policy, dryRun: ['All'] })),
    { method: 'DELETE', path: `${collection}?${selector}&dryRun=All` },
    { method: 'DELETE', path: `${path}-none` },
    finalizers(['example.com/f']),
    remove({ propagationPolicy: 'Foreground', gracePeriodSeconds: 0 }),
    { method: 'GET', path },
    { method: 'PUT', path, body: sample },
    finalizers(['example.com/f', 'example.com/new']),
    remove({ gracePeriodSeconds: 0 }),
    { method: 'PATCH', path, body: { metadata: { labels: { last: 'x' } } } },
    finalizers([]),
    { method: 'GET', path },
    { method: 'POST', path: collection, body: sample },
    ...conditionSet(kind, path),
    { ...remove({ propagationPolicy: 'Background' }), ...(isSlow ? { afterMs: settleMs } : {}) },
    { method: 'GET', path, ...(isSlow ? { afterMs: settleMs } : {}) },
    { method: 'POST', path: collection, body: sample },
    ...conditionSet(kind, path),
    ...(isSlow ? [{ method: 'GET', path, afterMs: settleMs }] : []),
    { method: 'DELETE', path: `${collection}?${selector}&propagationPolicy=Background&gracePeriodSeconds=0` },
    { method: 'GET', path: `${collection}?${selector}`, ...(isSlow ? { afterMs: settleMs } : {}) },
    { method: 'PATCH', path, body: { metadata: { finalizers: null } }, silent: true },
    { ...remove({ gracePeriodSeconds: 0 }), silent: true },
  ]
}
