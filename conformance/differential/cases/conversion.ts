import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const apply = 'application/apply-patch+yaml'
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'

/** Custom resources at versions that a webhook of the judge converts. */
export const conversion: Area = {
  name: 'conversion',
  title: 'custom resources that a webhook converts',
  async stages({ prefix }) {
    const namespace = `${prefix}-converted`
    const group = `${prefix}.converted.example.com`
    const names = ['works', ...faulty]
    return [
      makeNamespaces([namespace]),
      names.map((mode) => define(group, mode)),
      [lives(group, namespace), lists(group, namespace), ...faulty.map((mode) => fails(group, namespace, mode))],
      [changes(group, namespace)],
      names.map((mode) => ({
        name: `remove ${mode}`,
        steps: [{ method: 'DELETE', path: `${crds}/${pluralOf(mode)}.${group}`, silent: true }],
      })),
      deleteNamespaces([namespace]),
    ]
  },
}

/** What the webhook does wrong, by path: sides/webhook-answers.ts. */
const faulty = [
  'fails',
  'text',
  'refuses',
  'mute',
  'uid',
  'fewer',
  'more',
  'renames',
  'moves',
  'reidentifies',
  'labels',
  'bad-labels',
  'finalizes',
  'unconverted',
  'kinds',
]

function pluralOf(mode: string): string {
  return `hosts${mode.replace('-', '')}`
}

function kindOf(mode: string): string {
  return `Host${mode.replace('-', '')}`
}

function define(group: string, mode: string): Case {
  const plural = pluralOf(mode)
  const version = (name: string, properties: object, others: object = {}): object => ({
    name,
    served: true,
    storage: name === 'v1',
    subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { replicas: { type: 'integer' }, ...properties } },
          status: { type: 'object', properties: { replicas: { type: 'integer' } } },
        },
      },
    },
    ...others,
  })
  const text = { type: 'string' }
  const body = {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind: kindOf(mode), listKind: `${kindOf(mode)}List` },
      versions: [
        version('v1', { hostPort: text, color: { type: 'string', default: 'red' } }),
        version(
          'v2',
          { host: { ...text, maxLength: 20 }, port: text, color: text, size: { type: 'integer', default: 3 } },
          {
            selectableFields: [{ jsonPath: '.spec.host' }],
            additionalPrinterColumns: [{ name: 'Host', type: 'string', jsonPath: '.spec.host' }],
          },
        ),
      ],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1', 'v1beta1'],
          clientConfig: { url: `{{webhook}}/convert/${mode}`, caBundle: '{{ca}}' },
        },
      },
    },
  }
  return {
    name: `define ${mode}`,
    steps: [
      { method: 'POST', path: crds, body, silent: true },
      {
        method: 'GET',
        path: `${crds}/${plural}.${group}`,
        until: '"type":"Established","status":"True"',
        silent: true,
      },
      { method: 'GET', path: `/apis/${group}/v1/${plural}`, until: '"items"', silent: true },
      { method: 'GET', path: `/apis/${group}/v2/${plural}`, until: '"items"', silent: true },
      { method: 'GET', path: `${crds}/${plural}.${group}` },
    ],
  }
}

interface Paths {
  readonly collection: (version: string) => string
  readonly object: (version: string, name: string) => string
  readonly body: (version: string, name: string, spec: object, metadata?: object) => object
}

function pathsOf(group: string, namespace: string, mode: string): Paths {
  const collection = (version: string): string => `/apis/${group}/${version}/namespaces/${namespace}/${pluralOf(mode)}`
  return {
    collection,
    object: (version, name) => `${collection(version)}/${name}`,
    body: (version, name, spec, metadata = {}) => ({
      apiVersion: `${group}/${version}`,
      kind: kindOf(mode),
      metadata: { name, ...metadata },
      spec,
    }),
  }
}

/** An object through every verb at both versions. */
function lives(group: string, namespace: string): Case {
  const { collection, object, body } = pathsOf(group, namespace, 'works')
  const get = (version: string, name: string, accept?: string): Step => ({
    method: 'GET',
    path: object(version, name),
    ...(accept === undefined ? {} : { headers: { accept } }),
  })
  const patch = (version: string, name: string, type: string, content: unknown, query = ''): Step => ({
    method: 'PATCH',
    path: `${object(version, name)}${query}`,
    type,
    body: content,
  })
  const merge = 'application/merge-patch+json'
  const json = 'application/json-patch+json'
  const steps = ['v1', 'v2'].flatMap((version): Step[] => {
    const other = version === 'v1' ? 'v2' : 'v1'
    const name = `at-${version}`
    const spec = version === 'v1' ? { hostPort: 'a:1' } : { host: 'a', port: '1' }
    const own = { metadata: { name }, apiVersion: `${group}/${version}`, kind: kindOf('works') }
    return [
      { method: 'POST', path: `${collection(version)}?dryRun=All`, body: body(version, name, spec) },
      { method: 'POST', path: `${collection(version)}?fieldManager=creator`, body: body(version, name, spec) },
      { method: 'POST', path: collection(other), body: body(version, name, spec) },
      { method: 'POST', path: `${collection(version)}?fieldValidation=Strict`, body: body(version, 'x', { nope: 1 }) },
      { method: 'POST', path: collection('v2'), body: body('v2', 'long', { host: 'a'.repeat(30) }) },
      ...['v1', 'v2'].flatMap((each) => [get(each, name), get(each, name, table)]),
      patch(other, name, merge, { spec: { replicas: 2 } }, '?fieldManager=merger'),
      patch(version, name, merge, { spec: { color: 'blue' } }),
      patch('v2', name, json, [{ op: 'replace', path: '/spec/port', value: '2' }]),
      patch('v2', name, json, [{ op: 'test', path: '/spec/hostPort', value: 'a:1' }]),
      patch('v2', name, merge, { spec: { host: 'b'.repeat(30) } }),
      patch('v2', name, merge, { spec: { host: 'b' } }, '?dryRun=All'),
      get('v1', name),
      patch(version, name, apply, { ...own, spec: { ...spec, color: 'green' } }, '?fieldManager=one'),
      patch(version, name, apply, { ...own, spec: { ...spec, color: 'green' } }, '?fieldManager=one&force=true'),
      patch(
        other,
        name,
        apply,
        { ...own, apiVersion: `${group}/${other}`, spec: { color: 'black' } },
        '?fieldManager=two',
      ),
      patch(
        other,
        name,
        apply,
        { ...own, apiVersion: `${group}/${other}`, spec: { color: 'black' } },
        '?fieldManager=two&force=true',
      ),
      patch(version, name, apply, { ...own, spec: { ...spec } }, '?fieldManager=one'),
      get('v1', name),
      get('v2', name),
      { method: 'PATCH', path: `${object(other, name)}/status`, body: { status: { replicas: 1 } } },
      { method: 'GET', path: `${object(version, name)}/status` },
      { method: 'GET', path: `${object(other, name)}/scale` },
      { method: 'PATCH', path: `${object(other, name)}/scale`, body: { spec: { replicas: 5 } } },
      get(version, name),
      { method: 'PUT', path: object(other, name), body: body(other, name, { color: 'white' }) },
      {
        method: 'PUT',
        path: object(other, name),
        body: body(
          other,
          name,
          { color: 'white' },
          { resourceVersion: `{{${version === 'v1' ? 26 : 61}.metadata.resourceVersion}}` },
        ),
      },
      { method: 'DELETE', path: `${object(other, name)}?dryRun=All` },
      { method: 'DELETE', path: object(other, name) },
      get(version, name),
    ]
  })
  return { name: 'life', kind: 'converted', steps }
}

/** Lists, pages, selectors and watches at the version that is not stored. */
function lists(group: string, namespace: string): Case {
  const paths = pathsOf(group, namespace, 'works')
  const label = { labels: { listed: 'yes' } }
  const make = (name: string, host: string): Step => ({
    method: 'POST',
    path: paths.collection('v2'),
    body: paths.body('v2', name, { host, port: '1' }, label),
  })
  const list = (version: string, query: string, accept = 'application/json'): Step => ({
    method: 'GET',
    path: `${paths.collection(version)}?labelSelector=listed&${query}`,
    headers: { accept },
  })
  const watch = (version: string, query: string, accept = 'application/json'): Step => ({
    ...list(version, `watch=1&timeoutSeconds=4&${query}`, accept),
    background: true,
  })
  const one = '/fieldSelector=spec.host%3Done'.slice(1)
  return {
    name: 'lists',
    kind: 'converted',
    steps: [
      make('l1', 'one'),
      make('l2', 'one'),
      make('l3', 'two'),
      ...['v1', 'v2'].flatMap((version) => [
        list(version, ''),
        list(version, 'limit=2'),
        list(version, '', table),
        list(version, 'resourceVersion=0'),
        list(version, one),
        list(version, 'fieldSelector=spec.port%3D1'),
        list(version, 'fieldSelector=metadata.name%3Dl2'),
        list(version, '', 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'),
      ]),
      watch('v2', ''),
      watch('v2', one),
      watch('v2', '', table),
      watch('v1', ''),
      watch('v2', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'),
      { method: 'PATCH', path: paths.object('v1', 'l3'), body: { spec: { hostPort: 'one:3' } } },
      { method: 'PATCH', path: paths.object('v1', 'l1'), body: { spec: { hostPort: 'three:3' } } },
      make('l4', 'one'),
      { method: 'DELETE', path: paths.object('v1', 'l2') },
      { method: 'DELETE', path: `${paths.collection('v2')}?labelSelector=listed&${one}` },
      list('v1', ''),
      { method: 'DELETE', path: `${paths.collection('v1')}?labelSelector=listed` },
    ],
  }
}

/** A webhook that does one thing wrong. */
function fails(group: string, namespace: string, mode: string): Case {
  const { collection, object, body } = pathsOf(group, namespace, mode)
  const merge = { spec: { replicas: 4 } }
  return {
    name: mode,
    kind: 'converted',
    steps: [
      { method: 'POST', path: collection('v1'), body: body('v1', 'stored', { hostPort: 'a:1' }) },
      { method: 'POST', path: collection('v2'), body: body('v2', 'new', { host: 'a', port: '1' }) },
      { method: 'GET', path: object('v1', 'stored') },
      { method: 'GET', path: object('v2', 'stored') },
      { method: 'GET', path: object('v2', 'none') },
      { method: 'GET', path: collection('v2') },
      { method: 'GET', path: collection('v2'), headers: { accept: table } },
      {
        method: 'GET',
        path: `${collection('v2')}?watch=1&timeoutSeconds=1&resourceVersion={{0.metadata.resourceVersion}}`,
      },
      { method: 'GET', path: `${collection('v2')}?watch=1&timeoutSeconds=1` },
      { method: 'PATCH', path: object('v2', 'stored'), body: merge },
      { method: 'PATCH', path: object('v1', 'stored'), body: merge },
      {
        method: 'PATCH',
        path: `${object('v2', 'stored')}?fieldManager=a`,
        type: apply,
        body: body('v2', 'stored', { host: 'b' }),
      },
      { method: 'PUT', path: object('v2', 'stored'), body: body('v2', 'stored', { host: 'b' }) },
      { method: 'GET', path: `${object('v2', 'stored')}/scale` },
      { method: 'DELETE', path: `${object('v2', 'stored')}?dryRun=All` },
      { method: 'DELETE', path: `${collection('v2')}?dryRun=All` },
      { method: 'DELETE', path: object('v1', 'stored') },
      { method: 'DELETE', path: object('v1', 'new'), silent: true },
    ],
  }
}

/** A definition whose storage version, and then whose strategy changes. */
function changes(group: string, namespace: string): Case {
  const { collection, object, body } = pathsOf(group, namespace, 'works')
  const path = `${crds}/${pluralOf('works')}.${group}`
  const settle: Step = { method: 'GET', path: '/version', afterMs: 1500, silent: true }
  const patch = (content: unknown): Step => ({
    method: 'PATCH',
    path,
    type: 'application/json-patch+json',
    body: content,
  })
  return {
    name: 'changes',
    kind: 'converted',
    steps: [
      { method: 'POST', path: collection('v2'), body: body('v2', 'moved', { host: 'a', port: '1' }) },
      patch([
        { op: 'replace', path: '/spec/versions/0/storage', value: false },
        { op: 'replace', path: '/spec/versions/1/storage', value: true },
      ]),
      settle,
      { method: 'GET', path: object('v1', 'moved') },
      { method: 'GET', path: object('v2', 'moved') },
      { method: 'PATCH', path: object('v1', 'moved'), body: { metadata: { labels: { a: 'b' } } } },
      { method: 'POST', path: collection('v1'), body: body('v1', 'later', { hostPort: 'c:4' }) },
      { method: 'GET', path: object('v2', 'later') },
      { method: 'GET', path },
      patch([{ op: 'replace', path: '/spec/conversion', value: { strategy: 'None' } }]),
      settle,
      { method: 'GET', path: object('v1', 'moved') },
      { method: 'GET', path: object('v2', 'moved') },
      { method: 'GET', path: collection('v1') },
      patch([{ op: 'replace', path: '/spec/versions/0/served', value: false }]),
      settle,
      { method: 'GET', path: object('v1', 'moved') },
      { method: 'GET', path: `/apis/${group}`, silent: true },
      { method: 'DELETE', path: collection('v2') },
    ],
  }
}
