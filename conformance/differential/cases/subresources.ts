import type { Case, Step } from './case.ts'

type Ask = (method: string, path: string, body?: unknown, more?: Partial<Step>) => Step

/** Evictions, bindings, tokens, reviews, certificates, services, namespaces, ephemeral containers, resize, connections. */
export function subresources(namespace: string, prefix: string): Case[] {
  const root = `/api/v1/namespaces/${namespace}`
  const of = (name: string, make: (ask: Ask) => readonly Step[]): Case => ({
    name,
    kind: name,
    steps: make((method, path, body, more) => ({
      method,
      path: path.startsWith('/') ? path : `${root}/${path}`,
      ...(body === undefined ? {} : { body }),
      ...more,
    })),
  })
  return [
    of('evictions', evictions),
    of('bindings', bindings),
    of('tokens', tokens),
    of('reviews', reviews),
    of('certificates', (ask) => certificates(ask, prefix)),
    of('services', services),
    of('finalization', (ask) => finalization(ask, prefix)),
    of('ephemeralcontainers', ephemeral),
    of('resize', resize),
    of('connections', connections),
    of('quota', quota),
    of('limits', limits),
  ]
}

function pod(name: string, others: object = {}, metadata: object = {}): object {
  return {
    metadata: { name, labels: { app: 'p' }, ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...others },
  }
}

function evictions(ask: Ask): Step[] {
  const evict = (name: string, body: unknown, query = ''): Step => ask('POST', `pods/${name}/eviction${query}`, body)
  const named = (name: string, others: object = {}): object => ({ metadata: { name }, ...others })
  const budget = (name: string, spec: object): object => ({
    apiVersion: 'policy/v1',
    metadata: { name },
    spec: { selector: { matchLabels: { app: 'p' } }, ...spec },
  })
  const budgets = ask('POST', '').path.replace('/api/v1/', '/apis/policy/v1/') + 'poddisruptionbudgets'
  return [
    ...['e1', 'e2', 'e3', 'e4'].map((name) => ask('POST', 'pods', pod(name))),
    evict('e1', {}),
    evict('e1', named('e2')),
    evict('none', named('none')),
    evict('e1', named('e1', { deleteOptions: { dryRun: ['All'] } })),
    evict('e1', named('e1'), '?dryRun=All'),
    evict('e1', named('e1', { deleteOptions: { dryRun: ['Nope'] } })),
    evict('e1', named('e1', { deleteOptions: { preconditions: { uid: 'x' } } })),
    evict('e1', named('e1', { deleteOptions: { gracePeriodSeconds: -1 } }), '?dryRun=All'),
    evict('e1', { ...named('e1'), apiVersion: 'policy/v1', kind: 'Eviction' }, '?dryRun=All'),
    evict('e1', { ...named('e1'), apiVersion: 'policy/v1beta1', kind: 'Eviction' }, '?dryRun=All'),
    evict('e1', { ...named('e1'), kind: 'Nope', apiVersion: 'v1' }),
    evict('e1', '{'),
    evict('e1', named('e1', { nope: 1 }), '?dryRun=All&fieldValidation=Strict'),
    evict('e1', null),
    ask('GET', 'pods/e1/eviction'),
    ask('POST', budgets, budget('b', { minAvailable: 1 })),
    evict('e1', named('e1')),
    ask(
      'PATCH',
      `${budgets}/b/status`,
      {
        status: { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 4, desiredHealthy: 3, expectedPods: 4 },
      },
      { type: 'application/merge-patch+json' },
    ),
    ask('PATCH', 'pods/e1/status', { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
    ask('PATCH', 'pods/e2/status', { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }),
    evict('e1', named('e1')),
    ask('GET', 'pods/e1'),
    ask('GET', `${budgets}/b`),
    evict('e2', named('e2')),
    ask('POST', budgets, budget('b2', { maxUnavailable: 1 })),
    evict('e2', named('e2')),
    ask('DELETE', `${budgets}/b2`),
    ask('DELETE', `${budgets}/b`),
    evict('e3', named('e3')),
    ask('GET', 'pods/e3'),
    ask('GET', 'pods'),
    ...['e1', 'e2', 'e3', 'e4'].map((name) => ask('DELETE', `pods/${name}?gracePeriodSeconds=0`)),
  ]
}

function bindings(ask: Ask): Step[] {
  const bind = (name: string, body: unknown, query = ''): Step => ask('POST', `pods/${name}/binding${query}`, body)
  const target = { target: { kind: 'Node', name: 'n' } }
  return [
    ...['b1', 'b2', 'b3'].map((name) => ask('POST', 'pods', pod(name))),
    bind('b1', {}),
    bind('b1', { target: {} }),
    bind('b1', { target: { kind: 'Pod', name: 'x' } }),
    bind('b1', { metadata: { name: 'other' }, ...target }),
    bind('b1', { ...target, metadata: { name: 'b1', uid: 'x' } }),
    bind('b1', target, '?dryRun=All'),
    bind('none', target),
    bind('b1', { ...target, metadata: { annotations: { a: 'b' }, labels: { l: 'm' } } }),
    ask('GET', 'pods/b1'),
    bind('b1', target),
    bind('b1', { target: { kind: 'Node', name: 'm' } }),
    ask('POST', 'bindings', { metadata: { name: 'b2' }, ...target }),
    ask('POST', 'bindings', target),
    ask('GET', 'pods/b2'),
    ask('GET', 'bindings'),
    ask('DELETE', 'pods/b2'),
    ask('DELETE', 'pods/b2', { gracePeriodSeconds: 5 }),
    ask('GET', 'pods/b2'),
    bind('b2', target),
    ask('DELETE', 'pods/b2?gracePeriodSeconds=0'),
    ask('GET', 'pods/b2'),
    ask('POST', 'pods', pod('b4', { schedulingGates: [{ name: 'g' }] })),
    bind('b4', target),
    ask('DELETE', 'pods/b4'),
    ask('DELETE', 'pods/b1?gracePeriodSeconds=0'),
    ask('DELETE', 'pods/b3'),
  ]
}

function tokens(ask: Ask): Step[] {
  const request = (spec: unknown, query = '', name = 'default'): Step =>
    ask('POST', `serviceaccounts/${name}/token${query}`, { spec })
  return [
    request({}),
    request({ audiences: ['a'] }),
    request({ expirationSeconds: 1 }),
    request({ expirationSeconds: 600 }),
    request({ expirationSeconds: 10_000_000_000 }),
    request({ expirationSeconds: -1 }),
    request({ audiences: [''] }),
    request({}, '?dryRun=All'),
    request({}, '', 'none'),
    request({ boundObjectRef: { kind: 'Pod', name: 'none', apiVersion: 'v1' } }),
    request({ boundObjectRef: { kind: 'Nope', name: 'x' } }),
    request({ boundObjectRef: { kind: 'Secret', name: 'none', apiVersion: 'v1' } }),
    request({ boundObjectRef: { kind: 'Node', name: 'none', apiVersion: 'v1' } }),
    request({ boundObjectRef: {} }),
    ask('POST', 'serviceaccounts/default/token', { metadata: { name: 'other' }, spec: {} }),
    ask('POST', 'serviceaccounts/default/token', { metadata: { namespace: 'other' }, spec: {} }),
    ask('GET', 'serviceaccounts/default/token'),
    ask('POST', 'serviceaccounts/default/token', '{'),
    ask('POST', 'serviceaccounts/default/token', { kind: 'Nope', apiVersion: 'v1' }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: '{{0.status.token}}' } }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
      spec: { token: '{{0.status.token}}', audiences: ['x'] },
    }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
      spec: { token: '{{1.status.token}}', audiences: ['a'] },
    }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'viewer-token' } }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: {} }),
    ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'x' } }),
  ]
}

function reviews(ask: Ask): Step[] {
  const group = '/apis/authorization.k8s.io/v1'
  const subject = (spec: unknown): Step => ask('POST', `${group}/subjectaccessreviews`, { spec })
  const own = (spec: unknown, as = 'viewer-token'): Step =>
    ask('POST', `${group}/selfsubjectaccessreviews`, { spec }, { as })
  const pods = { verb: 'get', resource: 'pods' }
  return [
    subject({}),
    subject({ user: 'u' }),
    subject({ user: 'u', resourceAttributes: pods, nonResourceAttributes: { path: '/x', verb: 'get' } }),
    subject({ resourceAttributes: pods }),
    subject({ groups: ['system:masters'], resourceAttributes: pods }),
    subject({ user: 'u', nonResourceAttributes: { path: '/version', verb: 'get' } }),
    subject({ user: 'u', groups: ['system:authenticated'], nonResourceAttributes: { path: '/version', verb: 'get' } }),
    subject({
      user: 'u',
      resourceAttributes: {
        ...pods,
        labelSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
      },
    }),
    subject({
      user: 'u',
      resourceAttributes: { ...pods, fieldSelector: { requirements: [{ operator: 'In', values: ['b'] }] } },
    }),
    subject({ user: 'u', resourceAttributes: { ...pods, labelSelector: { rawSelector: 'a!!' } } }),
    subject({
      user: 'u',
      resourceAttributes: { ...pods, labelSelector: { requirements: [{ key: 'a', operator: 'Nope' }] } },
    }),
    subject({ user: 'u', resourceAttributes: { ...pods, fieldSelector: { rawSelector: 'x' } } }),
    own({}),
    own({ resourceAttributes: pods }),
    own({ nonResourceAttributes: { path: '/healthz', verb: 'get' } }),
    own({ resourceAttributes: { verb: '*', resource: '*', group: '*' } }, 'admin-token'),
    own({ resourceAttributes: pods }, 'nobody-token'),
    own({ resourceAttributes: pods }, ''),
    ask('POST', `${group}/selfsubjectrulesreviews`, { spec: {} }, { as: 'viewer-token' }),
    ask('POST', `${group}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }, { as: 'viewer-token' }),
    ask('POST', `${group}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }),
    ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}),
    ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, { as: 'viewer-token' }),
    ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, { as: '' }),
    ask('GET', '/apis/authentication.k8s.io/v1/selfsubjectreviews'),
    ask(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {},
      { headers: { 'impersonate-user': 'x', 'impersonate-extra-a': 'b' } },
    ),
    ask('POST', `${group}/subjectaccessreviews?dryRun=All`, { spec: { user: 'u', resourceAttributes: pods } }),
  ]
}

function certificates(ask: Ask, prefix: string): Step[] {
  const root = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
  const path = `${root}/${prefix}-csr`
  const request = Buffer.from(
    [
      '-----BEGIN CERTIFICATE REQUEST-----',
      'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCYm0RVP+6rMGA4M1845vJloc64ElQFC4xM',
      'Wzm214EW6qAAMAUGAytlcANBAOHCxV26+PRxlWq8UPauHmnVLD3WcrrUA5KCOUAPTxpT6c9vneC0WucY',
      'hqwd+8NbeNzHQB2DiJ0nYVrMdHJCtQc=',
      '-----END CERTIFICATE REQUEST-----',
      '',
    ].join('\n'),
  ).toString('base64')
  const spec = { request, signerName: 'example.com/x', usages: ['client auth'] }
  const create = (others: object, query = '?dryRun=All'): Step =>
    ask('POST', `${root}${query}`, { metadata: { name: `${prefix}-csr` }, spec: { ...spec, ...others } })
  const condition = (type: string, status = 'True', others: object = {}): unknown => ({
    metadata: { name: `${prefix}-csr` },
    spec,
    status: { conditions: [{ type, status, reason: 'r', message: 'm', ...others }] },
  })
  return [
    create({ signerName: 'x' }),
    create({ signerName: 'kubernetes.io/legacy-unknown' }),
    create({ signerName: 'kubernetes.io/kube-apiserver-client' }),
    create({ signerName: 'kubernetes.io/kubelet-serving' }),
    create({ usages: [] }),
    create({ usages: ['nope'] }),
    create({ usages: ['client auth', 'client auth'] }),
    create({ expirationSeconds: 1 }),
    create({ expirationSeconds: 600 }),
    create({ request: '' }),
    create({ request: 'eA==' }),
    create({ username: 'x' }),
    create({}, ''),
    ask('PUT', `${path}/approval`, condition('Approved', 'False')),
    ask('PUT', `${path}/approval`, condition('Nope')),
    ask('PUT', `${path}/approval?dryRun=All`, condition('Denied')),
    ask('PUT', `${path}/approval`, condition('Approved', 'Nope')),
    ask('PUT', `${path}/approval`, condition('Approved')),
    ask('PUT', `${path}/approval`, condition('Denied')),
    ask('GET', `${path}/approval`),
    ask('GET', `${path}/status`),
    ask('PUT', `${path}/status`, condition('Failed')),
    ask('PUT', `${path}/status`, { metadata: { name: `${prefix}-csr` }, spec, status: { certificate: 'eA==' } }),
    ask('PATCH', path, { spec: { usages: ['server auth'] } }),
    ask('GET', path),
    ask('DELETE', path),
  ]
}

function services(ask: Ask): Step[] {
  const create = (name: string, spec: object, query = ''): Step =>
    ask('POST', `services${query}`, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } })
  const patch = (name: string, spec: object): Step => ask('PATCH', `services/${name}`, { spec })
  return [
    create('s1', {}),
    create('s2', { clusterIP: 'None' }),
    create('s3', { type: 'NodePort' }),
    create('s4', { type: 'LoadBalancer' }),
    create('s5', { type: 'ExternalName', externalName: 'a.b' }),
    create('s6', { type: 'ExternalName' }),
    create('s7', { clusterIP: '10.0.0.1' }),
    create('s8', { clusterIP: '10.96.0.1' }),
    create('s9', { clusterIP: 'x' }),
    create('s10', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }),
    create('s11', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_999 }] }),
    create('s12', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_999 }] }),
    create('s13', { ipFamilyPolicy: 'RequireDualStack' }),
    create('s14', { ipFamilies: ['IPv6'] }),
    create('s15', { ipFamilyPolicy: 'PreferDualStack' }),
    create('s16', { externalIPs: ['1.2.3.4'] }),
    create('s17', { trafficDistribution: 'PreferClose' }),
    create('s18', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }),
    create('s19', { type: 'LoadBalancer', loadBalancerIP: '1.2.3.4', loadBalancerSourceRanges: ['x'] }),
    create('s20', { sessionAffinity: 'ClientIP' }),
    create('s21', { allocateLoadBalancerNodePorts: false, type: 'LoadBalancer' }),
    create('s22', { ports: [] }),
    create('s23', { ports: [{ port: 1 }, { port: 2 }] }),
    create('s24', {
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 1 },
      ],
    }),
    create('1a', {}),
    create('s25', { internalTrafficPolicy: 'Local' }),
    create('s26', { publishNotReadyAddresses: true }),
    create('s27', { clusterIPs: ['10.96.77.77'] }),
    create('s28', { clusterIP: '10.96.77.77' }),
    patch('s1', { type: 'NodePort' }),
    patch('s1', { type: 'ClusterIP' }),
    patch('s1', { clusterIP: '10.96.77.78' }),
    patch('s1', { clusterIP: '' }),
    patch('s1', { clusterIP: 'None' }),
    patch('s1', { type: 'ExternalName', externalName: 'x.y' }),
    patch('s1', { type: 'ClusterIP', externalName: null }),
    patch('s2', { clusterIP: null }),
    patch('s3', { ports: [{ port: 81 }] }),
    patch('s4', { type: 'ClusterIP' }),
    patch('s5', { type: 'ClusterIP' }),
    patch('s1', { ipFamilyPolicy: 'RequireDualStack' }),
    patch('s18', { externalTrafficPolicy: 'Cluster' }),
    patch('s3', { ports: [{ port: 80, nodePort: 31_999 }] }),
    patch('s1', { selector: { a: 'b' } }),
    patch('s1', {
      ports: [
        { name: 'a', port: 1, protocol: 'SCTP' },
        { name: 'b', port: 1, protocol: 'UDP' },
      ],
    }),
    ask('PATCH', 'services/s4/status', { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } }),
    ask('PATCH', 'services/s4/status', { status: { loadBalancer: { ingress: [{ ip: 'x', hostname: '1.2.3.4' }] } } }),
    ask('GET', 'services'),
    ask('GET', 'services', undefined, { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } }),
    ask('DELETE', 'services?dryRun=All'),
    ...[1, 2, 3, 4, 5, 11, 15, 16, 17, 18, 20, 21, 25, 26, 27].map((at) => ask('DELETE', `services/s${at}`)),
    ask('DELETE', 'services/1a', undefined, { silent: true }),
  ]
}

function finalization(ask: Ask, prefix: string): Step[] {
  const name = `${prefix}-final`
  const path = `/api/v1/namespaces/${name}`
  const put = (finalizers: unknown, metadata: object = { name }): Step =>
    ask('PUT', `${path}/finalize`, { apiVersion: 'v1', kind: 'Namespace', metadata, spec: { finalizers } })
  return [
    ask('POST', '/api/v1/namespaces', { metadata: { name } }),
    ask('PATCH', path, { spec: { finalizers: ['example.com/x'] } }),
    put(['kubernetes', 'example.com/y']),
    put(['Bad Name']),
    put(['x'], { name: 'other' }),
    ask('GET', `${path}/finalize`),
    ask('PATCH', `${path}/finalize`, {}),
    ask('DELETE', `${path}?dryRun=All`),
    ask('DELETE', path),
    ask('GET', path),
    ask('DELETE', path),
    ask('POST', `${path}/configmaps`, { metadata: { name: 'x' } }),
    ask('POST', `${path}/pods`, pod('x')),
    ask('PATCH', path, { metadata: { labels: { a: 'b' } } }),
    ask('PATCH', path, { metadata: { finalizers: ['example.com/z'] } }),
    put(['example.com/y']),
    put([]),
    ask('GET', path),
    ask('POST', '/api/v1/namespaces/none/configmaps', { metadata: { name: 'x' } }),
    ask('DELETE', '/api/v1/namespaces/default?dryRun=All'),
    ask('DELETE', '/api/v1/namespaces/kube-system?dryRun=All'),
    ask('DELETE', '/api/v1/namespaces?dryRun=All'),
    ask('POST', '/api/v1/namespaces?dryRun=All', { metadata: { generateName: 'gen-' } }),
  ]
}

function ephemeral(ask: Ask): Step[] {
  const path = 'pods/d1/ephemeralcontainers'
  const strategic = 'application/strategic-merge-patch+json'
  const patch = (containers: unknown, query = ''): Step =>
    ask('PATCH', `${path}${query}`, { spec: { ephemeralContainers: containers } }, { type: strategic })
  return [
    ask('POST', 'pods', pod('d1')),
    ask('GET', path),
    patch([{ name: 'x', image: 'i' }], '?dryRun=All'),
    patch([{ name: 'c', image: 'i' }]),
    patch([{ name: 'x' }]),
    patch([{ name: 'x', image: 'i', ports: [{ containerPort: 1 }] }]),
    patch([{ name: 'x', image: 'i', resources: { limits: { cpu: '1' } } }]),
    patch([{ name: 'x', image: 'i', targetContainerName: 'none' }]),
    patch([{ name: 'x', image: 'i', livenessProbe: {} }]),
    patch([{ name: 'x', image: 'i' }]),
    patch([{ name: 'x', image: 'j' }]),
    patch([{ name: 'y', image: 'i' }]),
    patch([{ $patch: 'delete', name: 'x' }]),
    ask('PATCH', path, { metadata: { labels: { a: 'b' } } }),
    ask('PATCH', path, { spec: { activeDeadlineSeconds: 1 } }),
    ask('PATCH', 'pods/d1', { spec: { ephemeralContainers: [] } }),
    ask('GET', 'pods/d1'),
    ask('GET', 'pods/none/ephemeralcontainers'),
    ask('POST', 'pods', pod('d2', { ephemeralContainers: [{ name: 'x', image: 'i' }] })),
    ask('DELETE', 'pods/d1'),
  ]
}

function resize(ask: Ask): Step[] {
  const patch = (resources: unknown, others: object = {}): Step =>
    ask(
      'PATCH',
      'pods/r1/resize',
      { spec: { containers: [{ name: 'c', resources, ...others }] } },
      { type: 'application/strategic-merge-patch+json' },
    )
  return [
    ask(
      'POST',
      'pods',
      pod('r1', {
        containers: [
          {
            name: 'c',
            image: 'i',
            resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
          },
        ],
      }),
    ),
    ask('GET', 'pods/r1/resize'),
    patch({ limits: { 'x.y/gpu': '1' } }),
    patch({ requests: { cpu: '3' } }),
    patch({ requests: { cpu: '1500m' } }),
    patch({ limits: { memory: '1500Mi' } }),
    patch({}, { image: 'j' }),
    patch({ limits: { cpu: null } }),
    patch({ limits: { cpu: '-1' } }),
    patch({ requests: { cpu: '2', memory: '1500Mi' }, limits: { cpu: '2', memory: '1500Mi' } }),
    ask(
      'PATCH',
      'pods/r1',
      { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] } },
      { type: 'application/strategic-merge-patch+json' },
    ),
    ask('PATCH', 'pods/r1/resize', { metadata: { labels: { a: 'b' } } }),
    ask('GET', 'pods/r1'),
    ask('POST', 'pods', pod('r2')),
    ask(
      'PATCH',
      'pods/r2/resize',
      { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] } },
      { type: 'application/strategic-merge-patch+json' },
    ),
    ask('GET', 'pods/none/resize'),
    ask('DELETE', 'pods/r1'),
    ask('DELETE', 'pods/r2'),
  ]
}

function connections(ask: Ask): Step[] {
  const queries = [
    '',
    '?command=x',
    '?stdin=x',
    '?container=none',
    '?container=c&follow=x',
    '?tailLines=-1',
    '?limitBytes=0',
    '?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z',
    '?stream=Nope',
    '?ports=x',
  ]
  const names = ['log', 'exec', 'attach', 'portforward', 'proxy', 'proxy/x']
  return [
    ask('POST', 'pods', pod('l1')),
    ask(
      'POST',
      'pods',
      pod('l2', {
        containers: [
          { name: 'a', image: 'i' },
          { name: 'b', image: 'i' },
        ],
      }),
    ),
    ...names.flatMap((name) => queries.map((query) => ask('GET', `pods/l1/${name}${query}`))),
    ...names.map((name) => ask('GET', `pods/l2/${name}`)),
    ...names.map((name) => ask('GET', `pods/none/${name}`)),
    ...names.map((name) => ask('POST', `pods/l1/${name}`)),
    ask('GET', 'services/none/proxy'),
    ask('GET', '/api/v1/nodes/none/proxy'),
    ask('DELETE', 'pods/l1'),
    ask('DELETE', 'pods/l2'),
  ]
}

function quota(ask: Ask): Step[] {
  const name = 'resourcequotas'
  const set = (hard: object, used: object): Step => ask('PATCH', `${name}/q/status`, { status: { hard, used } })
  return [
    ask('POST', name, {
      metadata: { name: 'q' },
      spec: { hard: { 'count/leases.coordination.k8s.io': '1', 'requests.storage': '5Gi' } },
    }),
    ask('GET', `${name}/q`),
    set(
      { 'count/leases.coordination.k8s.io': '1', 'requests.storage': '5Gi' },
      { 'count/leases.coordination.k8s.io': '0', 'requests.storage': '1Gi' },
    ),
    // What was used is seen a moment after it was written.
    ...['l1', 'l2'].map((lease) => ({
      afterMs: 1000,
      ...ask('POST', 'x', { metadata: { name: lease }, spec: {} }),
      path: ask('POST', 'leases').path.replace('/api/v1/', '/apis/coordination.k8s.io/v1/'),
    })),
    ask('GET', `${name}/q`),
    ask('POST', 'persistentvolumeclaims', {
      metadata: { name: 'c1' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
    }),
    ask('POST', 'persistentvolumeclaims', {
      metadata: { name: 'c1' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '3Gi' } } },
    }),
    ask('GET', `${name}/q`),
    ask('DELETE', `${name}/q`),
    ask('DELETE', 'persistentvolumeclaims/c1'),
  ]
}

function limits(ask: Ask): Step[] {
  const create = (name: string, resources: unknown): Step =>
    ask(
      'POST',
      'pods?dryRun=All',
      pod(name, { containers: [{ name: 'c', image: 'i', resources }] }, { labels: { limited: 'yes' } }),
    )
  const claim = (storage: string): Step =>
    ask('POST', 'persistentvolumeclaims?dryRun=All', {
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    })
  return [
    ask('POST', 'limitranges', {
      metadata: { name: 'l' },
      spec: { limits: [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }] },
    }),
    claim('500Mi'),
    claim('1Gi'),
    claim('3Gi'),
    ask('DELETE', 'limitranges/l'),
    create('x', {}),
    create('x', { requests: { cpu: '2' }, limits: { cpu: '1' } }),
    create('x', { requests: { nope: '1' } }),
    create('x', { requests: { 'a.b/c': '1' } }),
    create('x', { limits: { 'hugepages-2Mi': '2Mi' } }),
    create('x', { claims: [{ name: 'x' }] }),
  ]
}
