import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const policy = [
  { user: 'viewer', namespace: '*', resource: 'configmaps', readonly: true },
  { group: 'system:masters', namespace: '*', resource: '*', apiGroup: '*' },
  { group: 'system:masters', nonResourcePath: '*' },
  { user: 'nobody', nonResourcePath: '/version', readonly: true },
  { user: 'nobody', namespace: 'px-closed', resource: 'secrets' },
]

/** Servers with fewer kinds, no anonymous requests and other authorizers. */
export const closed: Area = {
  name: 'closed',
  title: '`--anonymous-auth=false`, `--runtime-config`, `--authorization-mode=ABAC,RBAC`',
  servers: {
    both: [
      '--anonymous-auth=false',
      '--runtime-config=batch/v1=false,storage.k8s.io/v1/csinodes=false',
      '--authorization-mode=ABAC,RBAC',
      '--authorization-policy-file={{files}}/policy.jsonl',
      '--service-account-max-token-expiration=2h',
      '--enable-priority-and-fairness=false',
      '--event-ttl=10m',
      '--profiling=false',
    ],
    original: ['--enable-aggregator-routing=false'],
    files: {
      'policy.jsonl': policy
        .map((spec) => JSON.stringify({ apiVersion: 'abac.authorization.kubernetes.io/v1beta1', kind: 'Policy', spec }))
        .join('\n'),
    },
  },
  async stages({ prefix }) {
    const namespace = `${prefix}-closed`
    return [
      makeNamespaces([namespace]),
      [anonymous(), disabled(namespace), rules(namespace)],
      deleteNamespaces([namespace]),
    ]
  },
}

function anonymous(): Case {
  const paths = ['/', '/healthz', '/livez', '/readyz', '/version', '/api', '/apis', '/api/v1/pods', '/nope', '/metrics']
  const senders = ['', 'viewer-token', 'nobody-token', 'wrong-token']
  return {
    name: 'anonymous',
    kind: 'anonymous',
    steps: [
      ...paths.flatMap((path) =>
        senders.map((as) => ({ method: 'GET', path, as, ...(path === '/' ? { parts: 'paths' as const } : {}) })),
      ),
      { method: 'POST', path: '/api/v1/namespaces', as: '', body: { metadata: { name: 'x' } } },
      { method: 'OPTIONS', path: '/api', as: '' },
    ],
  }
}

function disabled(namespace: string): Case {
  const json = { accept: 'application/json' }
  const get = (path: string): Step => ({ method: 'GET', path, headers: json })
  const roots = ['/apis/batch', '/apis/batch/v1', '/apis/storage.k8s.io/v1']
  const parts = roots.map((path) => ({ ...get(path), parts: 'resources' as const }))
  return {
    name: 'disabled',
    kind: 'disabled',
    steps: [
      ...parts,
      get(`/apis/batch/v1/namespaces/${namespace}/jobs`),
      get('/apis/storage.k8s.io/v1/csinodes'),
      get('/apis/storage.k8s.io/v1/storageclasses'),
      get('/apis/scheduling.k8s.io/v1/priorityclasses'),
      { ...get('/openapi/v3'), parts: 'paths' },
      { method: 'POST', path: `/apis/batch/v1/namespaces/${namespace}/jobs`, body: { metadata: { name: 'j' } } },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
        body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
        body: {
          metadata: { name: 'p' },
          spec: { priorityClassName: 'system-node-critical', containers: [{ name: 'c', image: 'i' }] },
        },
      },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`,
        body: { spec: { expirationSeconds: 100_000 } },
      },
    ],
  }
}

function rules(namespace: string): Case {
  const review = (attributes: object, as: string): Step => ({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { spec: attributes },
    as,
  })
  const asked = [
    { resourceAttributes: { verb: 'get', resource: 'configmaps', namespace } },
    { resourceAttributes: { verb: 'create', resource: 'configmaps', namespace } },
    { resourceAttributes: { verb: 'watch', resource: 'configmaps' } },
    { resourceAttributes: { verb: 'create', resource: 'secrets', namespace } },
    { resourceAttributes: { verb: 'create', resource: 'secrets', namespace: 'default' } },
    { resourceAttributes: { verb: 'list', resource: 'pods', subresource: 'log', namespace } },
    { nonResourceAttributes: { verb: 'get', path: '/version' } },
    { nonResourceAttributes: { verb: 'get', path: '/metrics' } },
    { nonResourceAttributes: { verb: 'post', path: '/version' } },
  ]
  const senders = ['admin-token', 'viewer-token', 'nobody-token']
  const calls = ['configmaps', 'secrets', 'pods'].flatMap((resource) =>
    senders.flatMap((as): Step[] => [
      { method: 'GET', path: `/api/v1/namespaces/${namespace}/${resource}`, as },
      { method: 'GET', path: `/api/v1/${resource}?limit=1`, as },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/${resource}?dryRun=All`,
        as,
        body: { metadata: { name: 'a' } },
      },
    ]),
  )
  return {
    name: 'rules',
    kind: 'rules',
    steps: [
      ...senders.flatMap((as) => asked.map((attributes) => review(attributes, as))),
      ...senders.map((as) => ({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
        body: { spec: { namespace } },
        as,
      })),
      ...calls.filter(({ path, as }) => !(path.includes('limit=1') && as === 'admin-token')),
      {
        method: 'GET',
        path: '/api/v1/nodes',
        headers: { 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' },
      },
    ],
  }
}
