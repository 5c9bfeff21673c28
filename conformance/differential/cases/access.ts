import type { Area, Case, Step } from './case.ts'
import { allKinds, type Kind } from './kinds.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']
const roles = ['view', 'edit', 'admin']

/** Who may do what: default roles, escalation, impersonation, nodes, messages of refusals. */
export const access: Area = {
  name: 'access',
  title: 'RBAC, escalation, impersonation, reviews, nodes',
  async stages({ prefix, every = 1 }) {
    const namespace = `${prefix}-access`
    const kinds = await allKinds()
    const asked = kinds.filter((_kind, at) => at % every === 0)
    return [
      makeNamespaces([namespace]),
      [bindRoles(namespace)],
      [
        ...asked.map((kind) => reviewsOf(kind, namespace)),
        ...asked.map((kind) => refusals(kind, namespace)),
        ...escalations(namespace, prefix),
        nodes(namespace, prefix),
      ],
      // They list what the others make.
      [impersonations(namespace)],
      deleteNamespaces([namespace]),
    ]
  },
}

/** The users `view`, `edit` and `admin` have the rules that are aggregated to these roles: no controller runs. */
function bindRoles(namespace: string): Case {
  const bind = (role: string): Step => ({
    method: 'POST',
    path: `${rbac}/namespaces/${namespace}/rolebindings`,
    body: {
      metadata: { name: role },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `system:aggregate-to-${role}` },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: role }],
    },
  })
  return { name: 'bind roles', steps: roles.map(bind) }
}

function groupOf({ groupVersion }: Kind): string {
  return groupVersion.includes('/') ? groupVersion.slice(0, groupVersion.indexOf('/')) : ''
}

function reviewsOf(kind: Kind, namespace: string): Case {
  const ask = (user: string, groups: readonly string[], verb: string, subresource = ''): Step => ({
    method: 'POST',
    path: reviews,
    body: {
      spec: {
        user,
        groups,
        resourceAttributes: {
          verb,
          group: groupOf(kind),
          resource: kind.resource,
          namespace,
          ...(subresource === '' ? {} : { subresource }),
        },
      },
    },
  })
  const subresources = [
    'status',
    'scale',
    'log',
    'exec',
    'eviction',
    'token',
    'binding',
    'ephemeralcontainers',
    'proxy',
  ]
  return {
    name: `reviews ${kind.name}`,
    kind: kind.resource,
    steps: [
      ...roles.flatMap((role) => verbs.map((verb) => ask(role, [], verb))),
      ...roles.flatMap((role) => subresources.map((name) => ask(role, [], 'update', name))),
      ...verbs.map((verb) => ask('x', ['system:authenticated'], verb)),
      ...verbs.map((verb) => ask('system:node:n1', ['system:nodes'], verb)),
      ...[
        'system:kube-scheduler',
        'system:kube-controller-manager',
        'system:serviceaccount:kube-system:generic-garbage-collector',
      ].flatMap((user) => ['get', 'update'].map((verb) => ask(user, [], verb))),
    ],
  }
}

/** The words of 403 for each verb. */
function refusals(kind: Kind, namespace: string): Case {
  const collection = kind.path(namespace)
  const object = kind.path(namespace, 's')
  const body = { apiVersion: kind.groupVersion, kind: kind.row.kind, metadata: { name: 's' } }
  const steps: Step[] = [
    { method: 'GET', path: object },
    { method: 'GET', path: collection },
    { method: 'GET', path: `${collection}?watch=1` },
    { method: 'POST', path: collection, body },
    { method: 'PUT', path: object, body },
    { method: 'PATCH', path: object, body },
    { method: 'PATCH', path: object, type: 'application/apply-patch+yaml', body },
    { method: 'DELETE', path: object },
    { method: 'DELETE', path: collection },
    { method: 'GET', path: `${object}/status` },
    { method: 'GET', path: `${collection}?fieldSelector=metadata.name%3Ds` },
  ]
  return {
    name: `refusals ${kind.name}`,
    kind: kind.resource,
    steps: [
      ...steps.map((step) => ({ ...step, as: 'nobody-token' })),
      ...steps.slice(0, 3).map((step) => ({ ...step, as: '' })),
    ],
  }
}

function escalations(namespace: string, prefix: string): Case[] {
  const as = (user: string): Record<string, string> => ({ 'impersonate-user': user })
  const rule = (verbsOf: readonly string[], resources: readonly string[], others: object = {}): object => ({
    apiGroups: [''],
    resources,
    verbs: verbsOf,
    ...others,
  })
  const role = (rules: readonly unknown[], name = 'new'): object => ({ metadata: { name }, rules })
  const roleRef = (kind: string, name: string): object => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name })
  const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'someone' }]
  const local = `${rbac}/namespaces/${namespace}`
  const grants: readonly (readonly [string, readonly object[]])[] = [
    [
      'maker',
      [
        { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['*'] },
        rule(['get', 'list'], ['pods', 'configmaps']),
        rule(['update'], ['secrets'], { resourceNames: ['a'] }),
      ],
    ],
    [
      'binder',
      [
        { apiGroups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'], verbs: ['*'] },
        {
          apiGroups: ['rbac.authorization.k8s.io'],
          resources: ['roles', 'clusterroles'],
          verbs: ['bind'],
          resourceNames: ['given', 'view'],
        },
      ],
    ],
    ['escalator', [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['*', 'escalate'] }]],
  ]
  const setup = grants.flatMap(([user, rules]) => [
    { method: 'POST', path: `${local}/roles`, body: role(rules, user) },
    {
      method: 'POST',
      path: `${local}/rolebindings`,
      body: { metadata: { name: user }, roleRef: roleRef('Role', user), subjects: [{ ...subjects[0], name: user }] },
    },
  ])
  const tried = [
    [rule(['get'], ['pods'])],
    [rule(['get', 'list'], ['configmaps', 'pods'])],
    [rule(['get'], ['secrets'])],
    [rule(['*'], ['pods'])],
    [rule(['get'], ['*'])],
    [rule(['update'], ['secrets'], { resourceNames: ['a'] })],
    [rule(['update'], ['secrets'], { resourceNames: ['a', 'b'] })],
    [rule(['get'], ['pods/status'])],
    [rule(['get'], ['pods'], { apiGroups: ['*'] })],
    [rule(['get', 'delete'], ['pods', 'nodes', 'secrets'])],
    [{ nonResourceURLs: ['/x'], verbs: ['get'] }],
    [rule(['escalate'], ['roles'], { apiGroups: ['rbac.authorization.k8s.io'] })],
    [],
  ]
  const users = ['maker', 'binder', 'escalator', 'edit', 'admin', 'nobody']
  const create = (user: string): Case => ({
    name: `escalation ${user}`,
    kind: 'roles',
    steps: [
      ...tried.map((rules) => ({
        method: 'POST',
        path: `${local}/roles?dryRun=All`,
        body: role(rules),
        headers: as(user),
      })),
      ...tried.map((rules) => ({
        method: 'PATCH',
        path: `${local}/roles/given?dryRun=All`,
        body: { rules },
        headers: as(user),
      })),
      ...tried.slice(0, 4).map((rules) => ({
        method: 'POST',
        path: `${rbac}/clusterroles?dryRun=All`,
        body: role(rules, `${prefix}-new`),
        headers: as(user),
      })),
      ...[
        roleRef('Role', 'given'),
        roleRef('Role', 'maker'),
        roleRef('Role', 'none'),
        roleRef('ClusterRole', 'view'),
        roleRef('ClusterRole', 'cluster-admin'),
        roleRef('ClusterRole', 'none'),
        roleRef('Nope', 'x'),
      ].map((ref) => ({
        method: 'POST',
        path: `${local}/rolebindings?dryRun=All`,
        body: { metadata: { name: 'new' }, roleRef: ref, subjects },
        headers: as(user),
      })),
      {
        method: 'POST',
        path: `${rbac}/clusterrolebindings?dryRun=All`,
        body: { metadata: { name: `${prefix}-new` }, roleRef: roleRef('ClusterRole', 'view'), subjects },
        headers: as(user),
      },
    ],
  })
  return [
    {
      name: 'escalation',
      kind: 'roles',
      steps: [...setup, { method: 'POST', path: `${local}/roles`, body: role([rule(['get'], ['secrets'])], 'given') }],
    },
    ...users.map((user) => ({
      ...create(user),
      steps: [{ method: 'GET', path: '/version', afterMs: 2000, silent: true }, ...create(user).steps],
    })),
  ]
}

function impersonations(namespace: string): Case {
  const local = `${rbac}/namespaces/${namespace}`
  const headers: readonly Record<string, string>[] = [
    { 'impersonate-user': 'viewer' },
    { 'impersonate-user': 'view' },
    { 'impersonate-user': 'other' },
    { 'impersonate-user': 'view', 'impersonate-group': 'g' },
    { 'impersonate-user': 'view', 'impersonate-uid': 'u' },
    { 'impersonate-user': 'view', 'impersonate-extra-scopes': 'a' },
    { 'impersonate-user': 'system:anonymous' },
    { 'impersonate-user': `system:serviceaccount:${namespace}:default` },
    { 'impersonate-user': 'system:serviceaccount:x:y:z' },
    { 'impersonate-user': 'system:node:n1' },
    { 'impersonate-user': 'view', 'impersonate-extra-a%2fb': 'c' },
    { 'impersonate-extra-a': 'b' },
    {},
  ]
  const targets = [
    `/api/v1/namespaces/${namespace}/pods`,
    '/api/v1/nodes?fieldSelector=metadata.name%3Dnone',
    '/version',
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
  ]
  const ask = (as: string): Step[] =>
    headers.flatMap((extra) =>
      targets.map((path) =>
        path.endsWith('reviews')
          ? { method: 'POST', path, body: {}, headers: extra, as }
          : { method: 'GET', path, headers: extra, as },
      ),
    )
  return {
    name: 'impersonation',
    kind: 'impersonation',
    steps: [
      { method: 'GET', path: `${local}/roles` },
      ...ask('admin-token'),
      ...ask('viewer-token'),
      ...ask('nobody-token'),
      ...ask(''),
    ],
  }
}

function nodes(namespace: string, prefix: string): Case {
  const node = `${prefix}-n1`
  const user = `system:node:${node}`
  const root = `/api/v1/namespaces/${namespace}`
  const ask = (attributes: object): Step => ({
    method: 'POST',
    path: reviews,
    body: { spec: { user, groups: ['system:nodes'], resourceAttributes: { namespace, ...attributes } } },
  })
  const spec = {
    nodeName: node,
    containers: [{ name: 'c', image: 'i', envFrom: [{ configMapRef: { name: 'used' } }] }],
    volumes: [
      { name: 'v', secret: { secretName: 'used' } },
      { name: 'w', persistentVolumeClaim: { claimName: 'used' } },
    ],
  }
  const resources = [
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'pods',
    'serviceaccounts',
    'nodes',
    'services',
    'endpoints',
    'events',
  ]
  return {
    name: 'nodes',
    kind: 'nodes',
    steps: [
      { method: 'POST', path: `${root}/pods`, body: { metadata: { name: 'on-node' }, spec } },
      { method: 'GET', path: '/version', afterMs: 1000, silent: true },
      ...resources.flatMap((resource) =>
        ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'].flatMap((verb) =>
          ['used', 'other', ''].map((name) => ask({ verb, resource, name })),
        ),
      ),
      ...['get', 'update', 'delete', 'create'].flatMap((verb) =>
        ['on-node', node, 'other'].flatMap((name) =>
          ['status', 'eviction', 'token'].flatMap((subresource) =>
            ['pods', 'nodes', 'serviceaccounts'].map((resource) => ask({ verb, resource, subresource, name })),
          ),
        ),
      ),
      ask({
        verb: 'list',
        resource: 'pods',
        fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: [node] }] },
      }),
      ask({
        verb: 'list',
        resource: 'pods',
        fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['other'] }] },
      }),
      ...['leases', 'csinodes'].flatMap((resource) =>
        ['get', 'create', 'update', 'delete'].map((verb) =>
          ask({
            verb,
            resource,
            group: resource === 'leases' ? 'coordination.k8s.io' : 'storage.k8s.io',
            namespace: resource === 'leases' ? 'kube-node-lease' : '',
            name: node,
          }),
        ),
      ),
      {
        method: 'GET',
        path: `${root}/secrets/used`,
        headers: { 'impersonate-user': user, 'impersonate-group': 'system:nodes' },
      },
      {
        method: 'GET',
        path: `${root}/secrets/other`,
        headers: { 'impersonate-user': user, 'impersonate-group': 'system:nodes' },
      },
      { method: 'DELETE', path: `${root}/pods/on-node?gracePeriodSeconds=0` },
    ],
  }
}
