import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'
const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

interface Watched {
  readonly resource: string
  readonly root: string
  readonly body: object
  readonly patch: object
}

const watched: readonly Watched[] = [
  { resource: 'configmaps', root: '/api/v1', body: { data: { k: 'v' } }, patch: { data: { k: 'w' } } },
  { resource: 'secrets', root: '/api/v1', body: { stringData: { k: 'v' } }, patch: { stringData: { k: 'w' } } },
  {
    resource: 'pods',
    root: '/api/v1',
    body: { spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'i' }] } },
    patch: { spec: { containers: [{ name: 'c', image: 'j' }] } },
  },
  {
    resource: 'services',
    root: '/api/v1',
    body: { spec: { clusterIP: 'None', ports: [{ port: 80 }] } },
    patch: { spec: { selector: { a: 'b' } } },
  },
  {
    resource: 'leases',
    root: '/apis/coordination.k8s.io/v1',
    body: { spec: { holderIdentity: 'a' } },
    patch: { spec: { holderIdentity: 'b' } },
  },
  {
    resource: 'deployments',
    root: '/apis/apps/v1',
    body: {
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
    patch: { spec: { replicas: 3 } },
  },
  {
    resource: 'roles',
    root: '/apis/rbac.authorization.k8s.io/v1',
    body: { rules: [] },
    patch: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  },
]

/** The watches that see the history of each resource: a query and a media type. */
const views: readonly (readonly [string, string])[] = [
  ['', 'application/json'],
  ['labelSelector=shown%3Dyes', 'application/json'],
  ['labelSelector=!shown', 'application/json'],
  ['fieldSelector=metadata.name%3Db', 'application/json'],
  ['fieldSelector=metadata.name!%3Db', 'application/json'],
  ['', table],
  ['includeObject=Object', table],
  ['includeObject=None', table],
  ['', metadataOnly],
  ['labelSelector=shown%3Dyes', metadataOnly],
  ['resourceVersion=0', 'application/json'],
  ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true', 'application/json'],
  ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', table],
  ['pretty=true', 'application/json'],
]

/** The same history of writes, seen by watches of every form. */
export const watches: Area = {
  name: 'watches',
  title: 'event streams of the same writes',
  async stages({ prefix }) {
    const namespaces = watched.map(({ resource }) => `${prefix}-w-${resource}`)
    const cases = watched.map((one, at) => historyOf(one, namespaces[at] ?? ''))
    return [
      makeNamespaces(namespaces),
      cases,
      watched.map((one, at) => replayOf(one, namespaces[at] ?? '')),
      deleteNamespaces(namespaces),
    ]
  },
}

function historyOf({ resource, root, body, patch }: Watched, namespace: string): Case {
  const path = `${root}/namespaces/${namespace}/${resource}`
  const everywhere = `${root}/${resource}`
  const watch = (target: string, query: string, accept: string): Step => ({
    method: 'GET',
    path: `${target}?watch=1&timeoutSeconds=6${query === '' ? '' : `&${query}`}`,
    headers: { accept },
    background: true,
  })
  const own = `fieldSelector=metadata.namespace%3D${namespace}`
  return {
    name: resource,
    kind: resource,
    steps: [
      { method: 'POST', path, body: { metadata: { name: 'first', labels: { shown: 'yes' } }, ...body } },
      ...views.map(([query, accept]) => watch(path, query, accept)),
      watch(everywhere, own, 'application/json'),
      watch(everywhere, `${own},metadata.name%3Db`, 'application/json'),
      { ...watch(`${path.replace(root, `${root}/watch`)}/b`, '', 'application/json') },
      ...writes(path, body, patch),
    ],
  }
}

function writes(path: string, body: object, patch: object): Step[] {
  const create = (name: string, labels: object): Step => ({
    method: 'POST',
    path,
    body: { metadata: { name, labels }, ...body },
  })
  const change = (name: string, content: unknown): Step => ({
    method: 'PATCH',
    path: `${path}/${name}`,
    type: 'application/strategic-merge-patch+json',
    body: content,
  })
  return [
    create('a', { shown: 'yes' }),
    create('b', {}),
    change('a', patch),
    change('a', patch),
    change('a', { metadata: { labels: { shown: null } } }),
    change('b', { metadata: { labels: { shown: 'yes' } } }),
    change('b', { metadata: { labels: { other: 'x' } } }),
    change('b', { metadata: { finalizers: ['example.com/f'] } }),
    { method: 'DELETE', path: `${path}/b?gracePeriodSeconds=0` },
    change('b', { metadata: { finalizers: null } }),
    { method: 'DELETE', path: `${path}/a?gracePeriodSeconds=0` },
    create('c', { shown: 'yes' }),
    { method: 'DELETE', path: `${path}/none` },
    { method: 'DELETE', path: `${path}?labelSelector=shown&gracePeriodSeconds=0&propagationPolicy=Background` },
  ]
}

/** Watches that begin in the past. */
function replayOf({ resource, root, body, patch }: Watched, namespace: string): Case {
  const path = `${root}/namespaces/${namespace}/${resource}`
  const from = (version: string, query: string, accept = 'application/json'): Step => ({
    method: 'GET',
    path: `${path}?watch=1&timeoutSeconds=1&resourceVersion=${version}${query}`,
    headers: { accept },
  })
  const version = '{{0.metadata.resourceVersion}}'
  return {
    name: `${resource} resumed`,
    kind: resource,
    steps: [
      { method: 'GET', path, silent: true },
      ...writes(path, body, patch),
      from(version, ''),
      from(version, '&labelSelector=shown%3Dyes'),
      from(version, '&fieldSelector=metadata.name%3Db'),
      from(version, '', table),
      from(version, '', metadataOnly),
      from(version, '&allowWatchBookmarks=true'),
      from(version, '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'),
      from('{{1.metadata.resourceVersion}}', ''),
      from('1', ''),
      from('9999999999', ''),
    ],
  }
}
