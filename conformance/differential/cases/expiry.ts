import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

/** Time after which what was written before has been compacted, milliseconds. */
const compactedMs = 9000

/** Lists, continue tokens and watches at versions that have been compacted. */
export const expiry: Area = {
  name: 'expiry',
  title: 'versions and continue tokens that have been compacted',
  servers: { both: ['--etcd-compaction-interval=2s'], pinnace: ['--etcd-servers={{etcd}}'] },
  async stages({ prefix }) {
    const resources = ['configmaps', 'secrets', 'leases', 'roles']
    const namespaces = resources.map((resource) => `${prefix}-expiry-${resource}`)
    return [
      makeNamespaces(namespaces),
      resources.map((resource, at) => expires(resource, namespaces[at] ?? '')),
      deleteNamespaces(namespaces),
    ]
  },
}

const roots: Readonly<Record<string, string>> = {
  leases: '/apis/coordination.k8s.io/v1',
  roles: '/apis/rbac.authorization.k8s.io/v1',
}

function expires(resource: string, namespace: string): Case {
  const path = `${roots[resource] ?? '/api/v1'}/namespaces/${namespace}/${resource}`
  const create = (name: string): Step => ({ method: 'POST', path, body: { metadata: { name, labels: { a: 'b' } } } })
  const get = (query: string, others: Partial<Step> = {}): Step => ({
    method: 'GET',
    path: `${path}?${query}`,
    ...others,
  })
  const version = '{{0.metadata.resourceVersion}}'
  const token = '{{4.metadata.continue}}'
  const table = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }
  return {
    name: resource,
    kind: resource,
    steps: [
      create('a'),
      create('b'),
      create('c'),
      create('d'),
      get('limit=1'),
      get(`limit=1&continue=${token}`),
      get(`resourceVersion=${version}&resourceVersionMatch=Exact`),
      get(`resourceVersion=${version}&resourceVersionMatch=Exact&limit=1`),
      { method: 'DELETE', path: `${path}/d` },
      { ...create('e'), afterMs: 2000, silent: true },
      { ...create('f'), afterMs: 2000, silent: true },
      { ...create('g'), afterMs: 2000, silent: true },
      { method: 'GET', path: '/version', afterMs: compactedMs, silent: true },
      get(`limit=1&continue=${token}`),
      get(`continue=${token}`),
      get(`limit=2&continue=${token}&labelSelector=a%3Db`),
      get(`limit=2&continue=${token}`, table),
      get('limit=2&continue={{13.metadata.continue}}'),
      get(`resourceVersion=${version}&resourceVersionMatch=Exact`),
      get(`resourceVersion=${version}&resourceVersionMatch=Exact&limit=1`),
      get(`resourceVersion=${version}&resourceVersionMatch=NotOlderThan`),
      get(`resourceVersion=${version}`),
      get(`resourceVersion=${version}&limit=1`),
      get(`limit=1`),
      { method: 'DELETE', path: `${path}?limit=1&continue=${token}` },
      { method: 'GET', path: `${path}/a?resourceVersion=${version}` },
      { method: 'DELETE', path },
    ],
  }
}
