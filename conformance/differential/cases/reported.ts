import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const merge = 'application/merge-patch+json'
const applyType = 'application/apply-patch+yaml'
const strategic = 'application/strategic-merge-patch+json'
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const metadataList = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'

/** Requests that Pinnace once answered otherwise than kube-apiserver, one case for each group of them. */
export const reported: Area = {
  name: 'reported',
  title: 'requests that were once answered otherwise',
  async stages({ prefix }) {
    const namespace = `${prefix}-reported`
    const other = `${prefix}-reported2`
    return [
      makeNamespaces([namespace, other]),
      // One after the other: lists and watches show what other cases have made.
      ...[
        malformed(namespace),
        rules(namespace, prefix),
        places(namespace, prefix),
        creations(namespace),
        accepted(namespace, prefix),
        selectors(namespace),
        methods(namespace),
        finalizers(namespace),
        watched(namespace, other),
        preconditions(namespace),
        lists(namespace),
        messages(namespace),
        strategies(namespace),
        warnings(namespace),
        details(namespace, prefix),
      ].map((one) => [one]),
      deleteNamespaces([namespace, other]),
    ]
  },
}

function of(name: string, steps: readonly Step[]): Case {
  return { name, kind: 'reported', steps }
}

const container = { name: 'c', image: 'i' }
const pod = (name: string, spec: object = {}, metadata: object = {}): object => ({
  metadata: { name, ...metadata },
  spec: { containers: [container], ...spec },
})

function malformed(namespace: string): Case {
  const root = `/api/v1/namespaces/${namespace}`
  const projected = (source: object, name?: string): object => ({
    ...(name === undefined ? {} : { name }),
    projected: { sources: [{ podCertificate: source }] },
  })
  const job = (onExitCodes: object): object => ({
    metadata: { name: 'j' },
    spec: {
      podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes }] },
      template: { spec: { restartPolicy: 'Never', containers: [container] } },
    },
  })
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs?dryRun=All`
  return of('malformed', [
    ...[{ keyType: 'x' }, {}, { keyType: 'ED25519' }, { signerName: 'x', keyType: 'x' }].flatMap((source) =>
      [undefined, 'v'].map((name): Step => {
        return {
          method: 'POST',
          path: `${root}/pods?dryRun=All`,
          body: pod('m', { volumes: [projected(source, name)] }),
        }
      }),
    ),
    ...[{}, { operator: 'In' }, { operator: 'NotIn', values: [] }, { values: null, operator: 'In' }].map(
      (codes): Step => ({ method: 'POST', path: jobs, body: job(codes) }),
    ),
  ])
}

function rules(namespace: string, prefix: string): Case {
  const apps = `/apis/apps/v1/namespaces/${namespace}`
  const claims = (spec: object): object => ({
    metadata: { name: 's' },
    spec: {
      serviceName: 'x',
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
      volumeClaimTemplates: [{ metadata: { name: 'v' }, spec }],
    },
  })
  const revision = (data: unknown): object => ({ metadata: { name: 'r' }, revision: 1, data })
  const service = (port: number): object => ({
    metadata: { name: `v1.${prefix}.example.com` },
    spec: {
      group: `${prefix}.example.com`,
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 1,
      insecureSkipTLSVerify: true,
      service: { name: 'x', namespace: 'y', port },
    },
  })
  const node = `${prefix}-reported-node`
  const sts = (spec: object): Step => ({ method: 'POST', path: `${apps}/statefulsets?dryRun=All`, body: claims(spec) })
  const storage = { requests: { storage: '1Gi' } }
  return of('rules', [
    sts({}),
    sts({ accessModes: ['ReadWriteOnce'] }),
    sts({ accessModes: ['Nope'], resources: storage }),
    sts({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'], resources: storage }),
    sts({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '-1' } } }),
    sts({
      accessModes: ['ReadWriteOnce'],
      resources: storage,
      selector: { matchExpressions: [{ key: '', operator: 'x' }] },
    }),
    sts({ accessModes: ['ReadWriteOnce'], resources: storage, dataSource: { apiGroup: 'x_y', kind: '', name: '' } }),
    { method: 'POST', path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`, body: pod('o', { overhead: {} }) },
    {
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
      body: pod('o', { overhead: { cpu: '1' } }),
    },
    ...[-1, 0, 1_000_000_000, 443].map((port): Step => ({
      method: 'POST',
      path: '/apis/apiregistration.k8s.io/v1/apiservices?dryRun=All',
      body: service(port),
    })),
    ...['text', [1], 1, true, null, { a: 1 }].map((data): Step => ({
      method: 'POST',
      path: `${apps}/controllerrevisions?dryRun=All`,
      body: revision(data),
    })),
    {
      method: 'POST',
      path: '/api/v1/nodes',
      body: { metadata: { name: node }, spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] } },
    },
    {
      method: 'PATCH',
      path: `/api/v1/nodes/${node}`,
      body: { spec: { podCIDR: '10.2.0.0/24', podCIDRs: ['10.2.0.0/24'] } },
    },
    {
      method: 'PATCH',
      path: `/api/v1/nodes/${node}/status`,
      body: { status: { declaredFeatures: ['B', 'A', 'bad feature!'] } },
    },
    { method: 'PATCH', path: `/api/v1/nodes/${node}/status`, body: { status: { declaredFeatures: ['A', 'A'] } } },
    {
      method: 'PUT',
      path: `/api/v1/nodes/${node}`,
      body: { metadata: { name: node }, spec: { configSource: {}, podCIDR: '10.1.0.0/24' } },
    },
    { method: 'DELETE', path: `/api/v1/nodes/${node}` },
  ])
}

function places(namespace: string, prefix: string): Case {
  const named = (apiVersion: string, kind: string, more: object = {}): object => ({
    apiVersion,
    kind,
    metadata: { name: `${prefix}-placed`, namespace: 'other' },
    ...more,
  })
  const rbac = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
  const ip = (name: string): object => ({
    metadata: { name },
    spec: { parentRef: { resource: 'services', name: 'foo', namespace: 'bar' } },
  })
  return of('places', [
    { method: 'POST', path: '/api/v1/namespaces?dryRun=All', body: named('v1', 'Namespace') },
    { method: 'POST', path: rbac, body: named('rbac.authorization.k8s.io/v1', 'ClusterRole') },
    {
      method: 'PUT',
      path: `${rbac}/${prefix}-placed`,
      body: named('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: null }),
    },
    { method: 'DELETE', path: `${rbac}/${prefix}-placed` },
    {
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/configmaps`,
      body: { metadata: { name: 'x', namespace: 'other' } },
    },
    ...['fe80::1', 'FE80::1', 'fe80:0::1', '010.0.0.1', '10.0.0.300', 'x'].map((name): Step => ({
      method: 'POST',
      path: '/apis/networking.k8s.io/v1/ipaddresses?dryRun=All',
      body: ip(name),
    })),
  ])
}

function creations(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const body = (version: string, name = 'c', more: object = {}): object => ({
    metadata: { name, resourceVersion: version, ...more },
  })
  const post = (object: object, query = ''): Step => ({ method: 'POST', path: `${path}${query}`, body: object })
  const versions = ['5', 'x', '', '0', '-1', '18446744073709551616']
  return of('creations', [
    ...versions.flatMap((version) => [
      post(body(version, 'c'), '?dryRun=All'),
      post(body(version, `c${versions.indexOf(version)}`)),
    ]),
    post(body('5', 'bad name')),
    post({ metadata: { name: 'there' } }),
    post(body('5', 'there'), '?dryRun=All'),
    post(body('5', 'there')),
    post({ metadata: { name: 'u', uid: 'given' } }),
    post({ metadata: { name: 'g', generation: 7, selfLink: '/x', deletionTimestamp: '2026-01-02T03:04:05Z' } }),
    { method: 'PUT', path: `${path}/there`, body: body('changed', 'there') },
    { method: 'PUT', path: `${path}/there`, body: body('1', 'there') },
    { method: 'PUT', path: `${path}/there`, body: { metadata: { name: 'there', selfLink: '/x' } } },
    { method: 'PUT', path: `${path}/there`, body: { metadata: { name: 'there', uid: 'other' } } },
    { method: 'PATCH', path: `${path}/there`, body: { metadata: { uid: 'other' } } },
    { method: 'PATCH', path: `${path}/there`, body: { metadata: { resourceVersion: 'x' } } },
    {
      method: 'PATCH',
      path: `${path}/there?fieldManager=a`,
      type: applyType,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'there', uid: 'other' } },
    },
    ...['nope: 1', 'data: x', 'data: {a: 1}', 'data: [1]'].map((line): Step => ({
      method: 'PATCH',
      path: `${path}/there?fieldManager=a`,
      type: applyType,
      body: `{apiVersion: v1, kind: ConfigMap, ${line}}`,
    })),
    {
      method: 'PATCH',
      path: `${path}/there?fieldManager=a`,
      type: applyType,
      body: { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'there' } },
    },
    { method: 'PATCH', path: `${path}/there`, type: merge, body: '{bad' },
    { method: 'PATCH', path: `${path}/there?force=false`, type: merge, body: {} },
    { method: 'PATCH', path: `${path}/there?force=true`, type: merge, body: {} },
    {
      method: 'PATCH',
      path: `${path}/there`,
      type: 'application/json-patch+json',
      body: [{ op: 'copy', from: '/constructor', path: '/data' }],
    },
  ])
}

function accepted(namespace: string, prefix: string): Case {
  const root = `/api/v1/namespaces/${namespace}`
  const post = (path: string, body: object, query = '?dryRun=All'): Step => ({
    method: 'POST',
    path: `${path}${query}`,
    body,
  })
  const slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`
  const pdbs = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`
  const lease = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`
  const budget = (metadata: object): object => ({ metadata, spec: { minAvailable: 1, selector: {} } })
  return of('accepted', [
    post(pdbs, budget({ name: 'b', finalizers: ['abc'] })),
    post(pdbs, budget({ name: 'Bad_Name' })),
    post(lease, { metadata: { name: 'l', finalizers: ['abc'] }, spec: {} }),
    ...['OldestEmulationVersion', 'x', 'example.com/s', ''].map((strategy) =>
      post(lease, { metadata: { name: 'l' }, spec: { strategy } }),
    ),
    post(`${root}/events`, {
      metadata: { name: 'e', finalizers: ['abc'] },
      involvedObject: { namespace, name: 'x', kind: 'Pod', apiVersion: 'v1' },
    }),
    post('/apis/node.k8s.io/v1/runtimeclasses', {
      metadata: { name: `${prefix}-rc`, finalizers: ['abc'] },
      handler: 'x',
    }),
    post(`${root}/services`, { metadata: { name: '1a' }, spec: { ports: [{ port: 1 }] } }),
    post(`${root}/services`, {
      metadata: { name: 'n' },
      spec: { type: 'NodePort', ports: [{ port: 1, nodePort: -5 }] },
    }),
    ...[{ stopSignal: 'SIGTERM' }, { stopSignal: 'SIGNOPE' }].map((lifecycle) =>
      post(`${root}/pods`, pod('s', { containers: [{ ...container, lifecycle }] })),
    ),
    ...[['a.b'], ['a'], ['a.b.c'], ['A_B']].map((addresses) =>
      post(slices, { metadata: { name: 's' }, addressType: 'FQDN', endpoints: [{ addresses }], ports: [] }),
    ),
    post(`/apis/apps/v1/namespaces/${namespace}/statefulsets`, {
      metadata: { name: 's' },
      spec: {
        revisionHistoryLimit: -1,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
      },
    }),
    ...['-1s', '0s', '1', 'x'].map((timeout) =>
      post(`${root}/configmaps`, { metadata: { name: 't' } }, `?dryRun=All&timeout=${timeout}`),
    ),
    ...['', ' '].map((user): Step => ({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body: {},
      headers: { 'impersonate-user': user },
    })),
    ...[{ 'impersonate-group': 'x' }, { 'impersonate-uid': 'x' }, { 'impersonate-extra-a': 'x' }].map(
      (headers): Step => ({
        method: 'POST',
        path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
        body: {},
        headers,
      }),
    ),
  ])
}

function selectors(namespace: string): Case {
  const apps = `/apis/apps/v1/namespaces/${namespace}`
  const root = `/api/v1/namespaces/${namespace}`
  const get = (path: string): Step => ({ method: 'GET', path })
  const fields = [
    'status.replicas=1',
    'metadata.name=x',
    'spec.replicas=1',
    'name=x',
    'status.phase=None',
    'spec.nodeName=x',
  ]
  const paths = [
    `${apps}/replicasets`,
    `${apps}/deployments`,
    `${root}/replicationcontrollers`,
    '/api/v1/namespaces',
    `${root}/pods`,
    '/api/v1/nodes',
  ]
  const labels = [
    'x in (a,,)',
    'x in (a,,,,,,)',
    'x in (a,,a,,a,,a,,)',
    'x in (,)',
    'x in (,a)',
    'x notin (,)',
    'x in (a',
    'a//b=c',
    'x>1,x<3',
  ]
  const review = (attributes: object): Step => ({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    body: { spec: { user: 'u', resourceAttributes: { verb: 'list', resource: 'pods', ...attributes } } },
  })
  const requirement = { key: 'a', operator: 'In', values: ['b'] }
  return of('selectors', [
    ...paths.flatMap((path) => fields.map((field) => get(`${path}?fieldSelector=${encodeURIComponent(field)}`))),
    ...labels.map((label) => get(`${root}/pods?labelSelector=${encodeURIComponent(label)}`)),
    review({ labelSelector: { rawSelector: 'a=b', requirements: [requirement] } }),
    review({ labelSelector: { rawSelector: 'a in (' } }),
    review({ fieldSelector: { rawSelector: 'a' } }),
    review({ fieldSelector: { requirements: [{ key: '', operator: 'In', values: ['x'] }] } }),
    review({ fieldSelector: { requirements: [{ key: 'a', operator: 'Nope', values: ['x'] }] } }),
    review({ labelSelector: { requirements: [{ key: 'bad key', operator: 'In', values: [] }] } }),
    get(`/api/v1/watch/namespaces/${namespace}/configmaps/cm1?fieldSelector=metadata.name%3Dother`),
    get(`${root}/configmaps?watch=1&continue=x&timeoutSeconds=1`),
    get(`${root}/configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact`),
    get(`${root}/configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&continue=123`),
    get(`${root}/configmaps?limit=9223372036854775808`),
    get(`${root}/configmaps?export=true`),
  ])
}

function methods(namespace: string): Case {
  const discovery = ['/api', '/api/v1', '/apis/apps', '/apis/apps/v1', '/healthz', '/livez', '/readyz', '/version']
  const wrong = ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE']
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const paths = [
    `${path}/%2e%2e`,
    `${path}/a%2fb`,
    `${path}/%00`,
    `${path}/x/y/z`,
    '/apis/certificates.k8s.io/v1beta1',
    '/apis/authentication.k8s.io/v1beta1',
    '/apis/admissionregistration.k8s.io/v1beta1',
    '/componentstatuses',
    '/api/v1/componentstatuses',
    '/logs',
    '/logs/',
    '/api/',
    '/nope',
    '/apis/nope',
    '/apis/apps/v9',
    '/openapi/v3/nope',
    '/.well-known/openid-configuration',
    '/openid/v1/jwks',
    '/healthz/ping',
    '/healthz/nope',
    '/livez?exclude=ping&verbose',
    '/livez?exclude=nope&verbose',
  ]
  const accepts = [
    'application/*',
    '*/*',
    'text/plain',
    'application/json;q=0.1,application/yaml',
    table,
    `${table},application/json`,
    'application/cbor',
  ]
  const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  return of('methods', [
    ...discovery.flatMap((at) => wrong.map((method): Step => ({ method, path: at }))),
    ...['HEAD', 'OPTIONS', 'TRACE'].flatMap((method) =>
      [path, `${path}/x`, '/api/v1/namespaces'].map((at): Step => ({ method, path: at })),
    ),
    ...paths.map((at): Step => ({ method: 'GET', path: at })),
    ...accepts.flatMap((accept): Step[] => [
      { method: 'GET', path, headers: { accept } },
      { method: 'GET', path: `${path}/none`, headers: { accept } },
      {
        method: 'POST',
        path: reviews,
        body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
        headers: { accept },
      },
      { method: 'GET', path: `${path}?watch=1&timeoutSeconds=1`, headers: { accept } },
    ]),
    {
      method: 'GET',
      path: '/api',
      headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList' },
    },
    {
      method: 'GET',
      path: '/apis',
      headers: { accept: 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList' },
    },
    { method: 'POST', path, body: 'x', type: 'text/plain' },
    { method: 'POST', path, body: 'null' },
    { method: 'POST', path, body: '', type: 'application/yaml' },
    { method: 'GET', path: '/api/v1/namespaces/default/pods/one/portforward?ports=80,81' },
    { method: 'GET', path: `/api/v1/namespaces/${namespace}/pods/none/log?tailLines=-1` },
    { method: 'GET', path: `/api/v1/namespaces/${namespace}/pods/none/log?limitBytes=0` },
    {
      method: 'GET',
      path: `/api/v1/namespaces/${namespace}/pods/none/log?sinceSeconds=1&sinceTime=2026-01-02T03:04:05Z`,
    },
    { method: 'GET', path: `/api/v1/namespaces/${namespace}/pods/none/log?sinceTime=x` },
    { method: 'GET', path: `/api/v1/namespaces/${namespace}/pods/none/log?follow=x` },
    { method: 'POST', path: `/api/v1/namespaces/${namespace}/pods/none/exec?command=x` },
    { method: 'GET', path: `/api/v1/namespaces/${namespace}/pods/none/exec` },
  ])
}

function finalizers(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`
  const controllers = `/api/v1/namespaces/${namespace}/replicationcontrollers`
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u' }
  return of('finalizers', [
    { method: 'POST', path, body: { metadata: { name: 'f', finalizers: ['a.b/c'] } } },
    { method: 'DELETE', path: `${path}/f?propagationPolicy=Foreground` },
    {
      method: 'PATCH',
      path: `${path}/f`,
      body: { metadata: { finalizers: ['a.b/c', 'd.e/f', 'foregroundDeletion'] } },
    },
    { method: 'DELETE', path: `${path}/f?orphanDependents=false` },
    { method: 'DELETE', path: `${path}/f?orphanDependents=true` },
    { method: 'PATCH', path: `${path}/f`, body: { metadata: { finalizers: null } } },
    { method: 'GET', path: `${path}/f` },
    { method: 'POST', path, body: { metadata: { name: 'o', ownerReferences: [owner, owner] } } },
    {
      method: 'PATCH',
      path: `${path}/o`,
      body: { metadata: { ownerReferences: [owner, { ...owner, name: 'y' }, owner] } },
    },
    { method: 'DELETE', path: `${path}/o` },
    {
      method: 'POST',
      path: jobs,
      body: {
        metadata: { name: 'j' },
        spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
      },
    },
    { method: 'DELETE', path: `${jobs}/j` },
    { method: 'PATCH', path: `${jobs}/j`, body: { metadata: { finalizers: null } } },
    {
      method: 'POST',
      path: controllers,
      body: {
        metadata: { name: 'r' },
        spec: {
          selector: { a: 'b' },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
        },
      },
    },
    {
      method: 'PATCH',
      path: `${controllers}/r/status`,
      body: { status: { replicas: 1, readyReplicas: 2, availableReplicas: 3, fullyLabeledReplicas: 4 } },
    },
    { method: 'DELETE', path: `${controllers}/r` },
    { method: 'PATCH', path: `${controllers}/r`, body: { metadata: { finalizers: null } } },
    { method: 'POST', path: `/api/v1/namespaces/${namespace}/pods`, body: pod('d', { nodeName: 'n' }) },
    {
      method: 'PATCH',
      path: `/api/v1/namespaces/${namespace}/pods/d/resize`,
      body: {
        spec: {
          containers: [
            { name: 'c', image: 'i', resources: { limits: { 'x.y/gpu': '1' }, requests: { 'x.y/gpu': '1' } } },
          ],
        },
      },
    },
    {
      method: 'PATCH',
      path: `/api/v1/namespaces/${namespace}/pods/d/status`,
      body: {
        status: {
          phase: 'Running',
          containerStatuses: [
            {
              name: 'c',
              image: 'i',
              imageID: '',
              ready: true,
              restartCount: 0,
              allocatedResourcesStatus: [{ name: 'bad name', resources: [{ resourceID: 'x' }, { resourceID: 'x' }] }],
            },
          ],
          extendedResourceClaimStatus: {
            requestMappings: [{ containerName: 'none', resourceName: 'x', requestName: 'Y_' }],
            resourceClaimName: 'Bad_',
          },
        },
      },
    },
    { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/pods/d` },
    { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/pods/d?gracePeriodSeconds=0` },
  ])
}

/** A watch of all namespaces for one name. */
function watched(namespace: string, other: string): Case {
  const at = (where: string): string => `/api/v1/namespaces/${where}/configmaps`
  const watch = (query: string): Step => ({
    method: 'GET',
    path: `/api/v1/configmaps?watch=1&timeoutSeconds=3&resourceVersion={{0.metadata.resourceVersion}}&${query}`,
    background: true,
  })
  const make = (where: string, name: string): Step => ({
    method: 'POST',
    path: at(where),
    body: { metadata: { name } },
  })
  return of('watched', [
    make(namespace, 'first'),
    watch('fieldSelector=metadata.name%3Dseen'),
    watch(`fieldSelector=metadata.name%3Dseen,metadata.namespace%3D${other}`),
    watch('fieldSelector=metadata.name!%3Dseen,metadata.name!%3Dfirst'),
    make(namespace, 'seen'),
    make(other, 'seen'),
    { method: 'DELETE', path: `${at(namespace)}/seen` },
    { method: 'GET', path: `/api/v1/configmaps?fieldSelector=metadata.name%3Dseen` },
    {
      method: 'GET',
      path: '/api/v1/configmaps?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=2&fieldSelector=metadata.name%3Dseen',
    },
    { method: 'DELETE', path: `${at(other)}/seen` },
  ])
}

function preconditions(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/services`
  const body = (conditions: object): object => ({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: conditions })
  return of('preconditions', [
    { method: 'POST', path, body: { metadata: { name: 'p' }, spec: { ports: [{ port: 1 }] } } },
    { method: 'DELETE', path: `${path}/p`, body: body({ uid: 'other' }) },
    { method: 'DELETE', path: `${path}/p`, body: body({ resourceVersion: '1' }) },
    { method: 'DELETE', path: `${path}/p`, body: body({ uid: 'other', resourceVersion: '1' }) },
    { method: 'DELETE', path: `${path}/p`, body: { propagationPolicy: 'Nope' } },
    { method: 'DELETE', path: `${path}/p`, body: { propagationPolicy: 'Orphan', orphanDependents: true } },
    { method: 'DELETE', path: `${path}/p`, body: { dryRun: ['All', 'All'] } },
    { method: 'DELETE', path: `${path}/p`, body: { kind: 'Nope', apiVersion: 'v1' } },
    { method: 'DELETE', path: `${path}/p` },
  ])
}

function lists(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/secrets`
  const make = (name: string): Step => ({ method: 'POST', path, body: { metadata: { name } } })
  return of('lists', [
    make('a'),
    make('b'),
    make('c'),
    { method: 'GET', path: `${path}?resourceVersion=0&limit=1`, afterMs: 1000 },
    { method: 'GET', path: `${path}?limit=1` },
    { method: 'GET', path: `${path}?limit=1&continue={{4.metadata.continue}}` },
    { method: 'GET', path: `${path}?limit=1&continue={{4.metadata.continue}}&resourceVersion=0` },
    { method: 'GET', path: `${path}?limit=1&continue={{4.metadata.continue}}&resourceVersion=1` },
    { method: 'GET', path: `${path}?limit=1&fieldSelector=metadata.name%3Db` },
    { method: 'GET', path: `${path}?watch=1&resourceVersion=abc` },
    { method: 'GET', path: `${path}/a?resourceVersion=abc` },
    { method: 'GET', path: `${path}?limit=1`, headers: { accept: table } },
    { method: 'GET', path: `/api/v1/configmaps?limit=0&resourceVersion=abc` },
    ...[metadataList, table, 'application/yaml'].map((accept): Step => ({
      method: 'GET',
      path: `${path}?labelSelector=none`,
      headers: { accept },
    })),
    { method: 'DELETE', path: `${path}?labelSelector=none`, headers: { accept: metadataList } },
  ])
}

function messages(namespace: string): Case {
  const root = `/api/v1/namespaces/${namespace}`
  const long = 'x'.repeat(64)
  const patch = (path: string, body: object): Step => ({ method: 'PATCH', path, body })
  return of('messages', [
    { method: 'POST', path: `${root}/configmaps`, body: { metadata: { name: 'm' } } },
    patch(`${root}/configmaps/m`, { metadata: { labels: { 'bad key': 'x' } } }),
    patch(`${root}/configmaps/m`, { metadata: { labels: { a: long } } }),
    patch(`${root}/configmaps/m`, { metadata: { labels: { 'a/b/c': 'x' } } }),
    patch(`${root}/configmaps/m`, { metadata: { annotations: { 'a/b/c': 'x', [`x/${long}`]: 'y' } } }),
    { method: 'POST', path: `${root}/pods`, body: pod('m') },
    patch(`${root}/pods/m`, { spec: { volumes: [{ name: 'v', emptyDir: {} }] } }),
    patch(`${root}/pods/m`, { spec: { hostNetwork: true, terminationGracePeriodSeconds: 5 } }),
    patch(`${root}/pods/m`, { spec: { containers: [{ name: 'c', image: '' }] } }),
    {
      method: 'POST',
      path: `${root}/pods?dryRun=All`,
      body: pod('x', { containers: [{ ...container, imagePullPolicy: 1 }] }),
    },
    { method: 'POST', path: `${root}/pods?dryRun=All`, body: pod('x', { volumes: [{ name: 'v', secret: 'x' }] }) },
    { method: 'POST', path: `${root}/secrets?dryRun=All`, body: { metadata: { name: 'x' }, type: 1 } },
    {
      method: 'POST',
      path: `${root}/configmaps?dryRun=All`,
      body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } },
    },
    {
      method: 'POST',
      path: `/apis/events.k8s.io/v1/namespaces/${namespace}/events`,
      body: { metadata: { name: 'x' } },
    },
    {
      method: 'POST',
      path: `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
      as: 'viewer-token',
      body: {
        metadata: { name: 'x' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'missing' },
      },
    },
    { method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews', body: { spec: {} } },
    { method: 'GET', path: `${root}/pods`, as: 'viewer-token', headers: { 'impersonate-user': 'x' } },
    {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      as: 'viewer-token',
      body: {},
      headers: { 'impersonate-user': 'x', 'impersonate-group': 'g' },
    },
    {
      method: 'POST',
      path: `/apis/apps/v1/namespaces/${namespace}/deployments?fieldValidation=Strict`,
      body: `{"metadata":{"name":"d"},"spec":{"unknownField":"x","replicas":1,"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}`,
    },
    { method: 'DELETE', path: `${root}/pods/m?gracePeriodSeconds=0` },
  ])
}

function strategies(namespace: string): Case {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`
  const deployment = (containers: readonly object[]): object => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 's' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
    },
  })
  const patch = (containers: unknown, order?: readonly string[]): Step => ({
    method: 'PATCH',
    path: `${path}/s`,
    type: strategic,
    body: {
      spec: {
        template: {
          spec: {
            containers,
            ...(order === undefined ? {} : { '$setElementOrder/containers': order.map((name) => ({ name })) }),
          },
        },
      },
    },
  })
  const apply = (manager: string, containers: readonly object[]): Step => ({
    method: 'PATCH',
    path: `${path}/t?fieldManager=${manager}&force=true`,
    type: applyType,
    body: { ...deployment(containers), metadata: { name: 't' } },
  })
  return of('strategies', [
    { method: 'POST', path, body: deployment(['a', 'b', 'd'].map((name) => ({ name, image: 'i' }))) },
    patch([{ image: 'x' }]),
    patch(
      [
        { name: 'c', image: 'i' },
        { $patch: 'delete', name: 'a' },
      ],
      ['b', 'c'],
    ),
    patch([{ name: 'e', image: 'i' }], ['e', 'b', 'c', 'd']),
    patch([{ $patch: 'delete' }]),
    patch('x'),
    { method: 'PATCH', path: `${path}/s`, type: strategic, body: { spec: { repliicas: 1 } } },
    { method: 'PATCH', path: `${path}/s?fieldValidation=Strict`, type: strategic, body: { spec: { repliicas: 1 } } },
    { method: 'PATCH', path: `${path}/s`, type: strategic, body: { spec: { replicas: 'two' } } },
    { method: 'PATCH', path: `${path}/s`, type: merge, body: { spec: { replicas: 'two' } } },
    apply('one', [{ name: 'c', image: 'i', ports: [{ protocol: 'TCP', name: 'x' }] }]),
    apply('one', [{ name: 'c', image: 'i', ports: [{ containerPort: 1, name: 'x' }] }]),
    apply('two', [{ name: 'c', image: 'i', ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'UDP' }] }]),
    apply('two', [{ name: 'c', image: 'i', ports: [{}] }]),
    apply('two', [{ image: 'i' }]),
    { method: 'GET', path: `${path}/t` },
    { method: 'GET', path: `${path}/t`, headers: { accept: table } },
  ])
}

function warnings(namespace: string): Case {
  const root = `/api/v1/namespaces/${namespace}`
  const post = (path: string, body: object): Step => ({ method: 'POST', path: `${path}?dryRun=All`, body })
  const service = (spec: object): Step =>
    post(`${root}/services`, { metadata: { name: 'w' }, spec: { ports: [{ port: 1 }], ...spec } })
  return of('warnings', [
    post(`${root}/endpoints`, { metadata: { name: 'w' } }),
    service({ trafficDistribution: 'PreferClose' }),
    service({ externalIPs: ['192.0.2.7'] }),
    service({ type: 'ExternalName', externalName: 'a.b', externalIPs: ['192.0.2.7'] }),
    service({ externalName: 'a.b' }),
    post(`${root}/secrets`, {
      metadata: { name: 'w' },
      type: 'kubernetes.io/tls',
      data: { 'tls.crt': 'eA==', 'tls.key': 'eA==' },
    }),
    post('/apis/storage.k8s.io/v1/csidrivers', {
      metadata: { name: 'w' },
      spec: { serviceAccountTokenInSecrets: true, tokenRequests: [{ audience: 'a' }] },
    }),
    post('/apis/storage.k8s.io/v1/csidrivers', {
      metadata: { name: 'w' },
      spec: { serviceAccountTokenInSecrets: true },
    }),
    post(
      `${root}/pods`,
      pod('w', { containers: [{ ...container, ports: [{ containerPort: 1, hostIP: '1.2.3.4' }] }] }),
    ),
    post(
      `${root}/pods`,
      pod('w', {
        containers: [
          {
            ...container,
            env: [
              { name: 'a', value: '1' },
              { name: 'a', value: '2' },
            ],
          },
        ],
      }),
    ),
    { method: 'GET', path: `${root}/configmaps`, headers: { authorization: 'Bearer  admin-token' } },
    { method: 'GET', path: `${root}/configmaps`, as: '', headers: { authorization: 'bearer admin-token' } },
  ])
}

/** Rules whose fields the generated changes do not reach. */
function details(namespace: string, prefix: string): Case {
  const root = `/api/v1/namespaces/${namespace}`
  const post = (path: string, body: object): Step => ({ method: 'POST', path: `${path}?dryRun=All`, body })
  const attribute = (attributes: object): Step =>
    post('/apis/resource.k8s.io/v1/resourceslices', {
      metadata: { name: `${prefix}-slice` },
      spec: {
        driver: 'd.example.com',
        nodeName: 'n',
        pool: { name: 'p', resourceSliceCount: 1, generation: 1 },
        devices: [{ name: 'd', attributes }],
      },
    })
  const ephemeral = (metadata: object): object => ({
    name: 'v',
    ephemeral: {
      volumeClaimTemplate: {
        metadata,
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
      },
    },
  })
  const file = { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'Bad_Name', path: 'p', key: 'k' } } }
  const template = (spec: object): object => ({ metadata: { labels: { a: 'b' } }, spec })
  const workload = (resource: string, spec: object): Step =>
    post(`/apis/apps/v1/namespaces/${namespace}/${resource}`, {
      metadata: { name: 'w' },
      spec: { selector: { matchLabels: { a: 'b' } }, template: template({ containers: [container], ...spec }) },
    })
  const balanced = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 1 }] }
  const path = `${root}/services/balanced`
  return of('details', [
    ...[{ a: {} }, { d: { version: '' } }, { a: { string: 's'.repeat(65) } }, { b: { int: 1, bool: true } }].map(
      attribute,
    ),
    post(`${root}/pods`, pod('e', { volumes: [ephemeral({ uid: 'x' }), { ...ephemeral({ name: 'x' }), name: 'w' }] })),
    post(`${root}/pods`, pod('w', { os: { name: 'windows' }, resources: { limits: { cpu: '1' } } })),
    post(
      `${root}/pods`,
      pod('a', {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'operatorValue', values: ['v'] }] }, {}],
            },
          },
        },
      }),
    ),
    ...['daemonsets', 'deployments', 'replicasets', 'statefulsets'].map((resource) =>
      workload(resource, { initContainers: [{ name: 'i', image: 'i', env: [file] }] }),
    ),
    post(`/apis/batch/v1/namespaces/${namespace}/jobs`, {
      metadata: { name: 'j' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c' }] } } },
    }),
    post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: `${prefix}-hook` },
      webhooks: [
        { name: 'a.b.c', clientConfig: { service: {} }, sideEffects: 'None', admissionReviewVersions: ['v1'] },
      ],
    }),
    post('/api/v1/persistentvolumes', {
      metadata: { name: `${prefix}-volume` },
      spec: { capacity: { storage: '0', other: '-1' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    }),
    post(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
      metadata: { name: 's' },
      addressType: 'IPv4',
      endpoints: [{ addresses: [''] }, { addresses: [] }],
    }),
    { method: 'POST', path: `${root}/services`, body: { metadata: { name: 'balanced' }, spec: balanced } },
    { method: 'PATCH', path, body: { spec: { healthCheckNodePort: 31999 } } },
    { method: 'PATCH', path, body: { spec: { healthCheckNodePort: null } } },
    { method: 'DELETE', path },
  ])
}
