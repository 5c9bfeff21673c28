import type { Area, Case, Step } from './case.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const plugins = [
  'AlwaysPullImages',
  'DenyServiceExternalIPs',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'ImagePolicyWebhook',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceExists',
  'NodeRestriction',
  'OwnerReferencesPermissionEnforcement',
  'PodNodeSelector',
  'PodTolerationRestriction',
]

const files = {
  'admission.yaml': `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: EventRateLimit
  path: events.yaml
- name: ImagePolicyWebhook
  configuration:
    imagePolicy: {kubeConfigFile: "{{files}}/images.kubeconfig", allowTTL: 1, denyTTL: 1, retryBackoff: 100, defaultAllow: false}
- name: PodNodeSelector
  configuration:
    podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: "disk=any", px-plug-chosen: "disk=ssd"}
- name: PodTolerationRestriction
  configuration:
    apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
    kind: Configuration
    default: [{key: everyone, operator: Exists}]
    whitelist: [{key: everyone, operator: Exists}, {key: some, operator: Equal, value: x}]
- name: PodSecurity
  configuration:
    apiVersion: pod-security.admission.config.k8s.io/v1
    kind: PodSecurityConfiguration
    defaults: {enforce: baseline, enforce-version: latest, warn: restricted, warn-version: v1.30, audit: restricted, audit-version: latest}
    exemptions: {usernames: [exempt], runtimeClasses: [sandbox], namespaces: [px-plug-exempt]}
- name: ResourceQuota
  configuration:
    apiVersion: apiserver.config.k8s.io/v1
    kind: ResourceQuotaConfiguration
    limitedResources:
    - {resource: services, matchContains: [".services.loadbalancers"]}
    - {apiGroup: "", resource: pods, matchScopes: [{scopeName: PriorityClass, operator: In, values: [px-dear]}]}
`,
  'events.yaml': `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
- {type: Namespace, qps: 1, burst: 3, cacheSize: 10}
`,
  'images.kubeconfig': `apiVersion: v1
kind: Config
clusters: [{name: images, cluster: {server: "{{webhook}}/images", certificate-authority-data: "{{ca}}"}}]
users: [{name: server, user: {}}]
contexts: [{name: images, context: {cluster: images, user: server}}]
current-context: images
`,
}

/** The admission plugins that are off by default, with their files. */
export const enabledPlugins: Area = {
  name: 'plugins',
  title: 'admission plugins that are off by default, with their files',
  servers: {
    both: [
      `--enable-admission-plugins=${plugins.join(',')}`,
      '--admission-control-config-file={{files}}/admission.yaml',
      '--default-not-ready-toleration-seconds=60',
      '--default-unreachable-toleration-seconds=0',
    ],
    files,
  },
  async stages({ prefix }) {
    const names = ['pods', 'chosen', 'annotated', 'exempt', 'events', 'owners', 'quota'].map(
      (name) => `${prefix}-plug-${name}`,
    )
    const [pods = '', chosen = '', annotated = '', exempt = '', events = '', owners = '', quota = ''] = names
    return [
      makeNamespaces(names),
      [
        podCases(pods),
        namespaced(chosen, 'selected'),
        annotations(annotated),
        namespaced(exempt, 'exempt'),
        eventRates(events),
        ownerReferences(owners, prefix),
        quotas(quota, prefix),
        nodes(pods, prefix),
      ],
      deleteNamespaces(names),
    ]
  },
}

function podStep(namespace: string, spec: object, others: Partial<Step> & { readonly metadata?: object } = {}): Step {
  const { metadata = {}, ...step } = others
  return {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
    body: { metadata: { name: 'p', ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
    ...step,
  }
}

const specs: readonly object[] = [
  {},
  { containers: [{ name: 'c', image: 'bad/image' }] },
  { containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Never' }], initContainers: [{ name: 'i', image: 'j:1' }] },
  { volumes: [{ name: 'v', image: { reference: 'x', pullPolicy: 'IfNotPresent' } }] },
  { nodeSelector: { disk: 'hdd' } },
  { nodeSelector: { disk: 'any', other: 'x' } },
  { tolerations: [{ key: 'some', operator: 'Equal', value: 'x' }] },
  { tolerations: [{ key: 'some', operator: 'Equal', value: 'y' }] },
  { tolerations: [{ key: 'foreign', operator: 'Exists' }] },
  { tolerations: [{ operator: 'Exists' }] },
  { containers: [{ name: 'c', image: 'i', resources: { limits: { 'a.b/gpu': '1', 'a.b/fpga': '2' } } }] },
  { containers: [{ name: 'c', image: 'i', resources: { limits: { memory: '1Gi' } } }] },
  { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] },
  { hostNetwork: true },
  { runtimeClassName: 'sandbox' },
  affinity('kubernetes.io/hostname'),
  affinity('zone'),
]

function affinity(topologyKey: string): object {
  const term = { topologyKey, labelSelector: { matchLabels: { a: 'b' } } }
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } }
}

function podCases(namespace: string): Case {
  const template = (spec: object): Step => ({
    method: 'POST',
    path: `/apis/apps/v1/namespaces/${namespace}/deployments?dryRun=All`,
    body: {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
      },
    },
  })
  const service = (name: string, spec: object, method = 'POST'): Step => ({
    method,
    path: `/api/v1/namespaces/${namespace}/services${method === 'POST' ? '' : `/${name}`}`,
    body: { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } },
  })
  const update = (content: object, query = ''): Step => ({
    method: 'PATCH',
    path: `/api/v1/namespaces/${namespace}/pods/p${query}`,
    body: content,
  })
  return {
    name: 'pods',
    kind: 'pods',
    steps: [
      ...specs.map((spec) => podStep(namespace, spec)),
      ...specs.map((spec) => template(spec)),
      podStep(namespace, {}, { metadata: { annotations: { 'images.example.com/image-policy.k8s.io/x': 'y' } } }),
      podStep(namespace, {}, { path: `/api/v1/namespaces/${namespace}/pods` }),
      update({ metadata: { labels: { a: 'b' } } }),
      update({ spec: { containers: [{ name: 'c', image: 'bad' }] } }),
      {
        ...update({ spec: { containers: [{ name: 'c', image: 'j' }] } }),
        type: 'application/strategic-merge-patch+json',
      },
      { ...update({ spec: { tolerations: [{ key: 'foreign', operator: 'Exists' }] } }) },
      {
        ...update({ spec: { ephemeralContainers: [{ name: 'e', image: 'bad' }] } }),
        path: `/api/v1/namespaces/${namespace}/pods/p/ephemeralcontainers`,
      },
      {
        ...update({ spec: { ephemeralContainers: [{ name: 'e', image: 'fine' }] } }),
        path: `/api/v1/namespaces/${namespace}/pods/p/ephemeralcontainers`,
      },
      { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/pods/p?gracePeriodSeconds=0` },
      service('s', { externalIPs: ['192.0.2.5'] }),
      service('s', { clusterIP: 'None' }),
      service('s', { externalIPs: ['192.0.2.5'] }, 'PATCH'),
      service('s', { type: 'LoadBalancer', clusterIP: null }, 'PATCH'),
      { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/services/s` },
    ],
  }
}

function namespaced(namespace: string, name: string): Case {
  return { name, kind: 'pods', steps: specs.map((spec) => podStep(namespace, spec)) }
}

function annotations(namespace: string): Case {
  const scheduler = 'scheduler.alpha.kubernetes.io'
  const annotate = (values: object): Step[] => [
    { method: 'PATCH', path: `/api/v1/namespaces/${namespace}`, body: { metadata: { annotations: values } } },
    { method: 'GET', path: '/version', afterMs: 1000, silent: true },
  ]
  return {
    name: 'annotations',
    kind: 'pods',
    steps: [
      ...annotate({
        [`${scheduler}/node-selector`]: 'disk=tape,region=x',
        [`${scheduler}/defaultTolerations`]: '[{"key":"own","operator":"Exists","effect":"NoSchedule"}]',
        [`${scheduler}/tolerationsWhitelist`]: '[{"key":"own","operator":"Exists"},{"key":"some"}]',
      }),
      ...specs.map((spec) => podStep(namespace, spec)),
      ...annotate({ [`${scheduler}/node-selector`]: 'not a selector', [`${scheduler}/defaultTolerations`]: '[{' }),
      ...specs.slice(0, 6).map((spec) => podStep(namespace, spec)),
      ...annotate({
        [`${scheduler}/node-selector`]: '',
        [`${scheduler}/defaultTolerations`]: '[]',
        [`${scheduler}/tolerationsWhitelist`]: '[]',
      }),
      ...specs.slice(0, 9).map((spec) => podStep(namespace, spec)),
    ],
  }
}

function eventRates(namespace: string): Case {
  const event = (at: number): Step => ({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/events`,
    body: {
      metadata: { name: `e${at}` },
      involvedObject: { kind: 'Pod', namespace, name: 'p' },
      reason: 'R',
      message: 'm',
    },
  })
  return {
    name: 'events',
    kind: 'events',
    steps: [
      ...[0, 1, 2].map((at) => event(at)),
      // More than the burst: at once, so that no further one is due.
      ...[3, 4].map((at) => ({ ...event(at), background: true })),
      { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/events`, silent: true },
    ],
  }
}

function ownerReferences(namespace: string, prefix: string): Case {
  const roles = '/apis/rbac.authorization.k8s.io/v1'
  const maps = `/api/v1/namespaces/${namespace}/configmaps`
  const owner = (others: object): object => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '{{3.metadata.uid}}', ...others }],
  })
  const own = (method: string, name: string, metadata: object): Step => ({
    method,
    path: method === 'POST' ? maps : `${maps}/${name}`,
    as: 'viewer-token',
    body: { metadata: { name, ...metadata } },
  })
  const rule = (verbs: readonly string[], resources: readonly string[]): object => ({
    apiGroups: [''],
    resources,
    verbs,
  })
  return {
    name: 'owners',
    kind: 'configmaps',
    steps: [
      {
        method: 'POST',
        path: `${roles}/namespaces/${namespace}/roles`,
        body: { metadata: { name: 'r' }, rules: [rule(['create', 'get', 'update', 'patch'], ['configmaps'])] },
      },
      {
        method: 'POST',
        path: `${roles}/namespaces/${namespace}/rolebindings`,
        body: {
          metadata: { name: 'r' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'viewer' }],
        },
      },
      { method: 'GET', path: `${maps}/none`, as: 'viewer-token', until: 'not found', silent: true },
      { method: 'POST', path: maps, body: { metadata: { name: 'owner' } } },
      own('POST', 'a', owner({})),
      own('POST', 'b', owner({ blockOwnerDeletion: true })),
      own('POST', 'c', owner({ apiVersion: 'nope/v1', kind: 'Nope', blockOwnerDeletion: true })),
      own('POST', 'd', {}),
      own('PATCH', 'd', owner({})),
      own('PATCH', 'd', { labels: { a: 'b' } }),
      own('PATCH', 'a', { ownerReferences: null }),
      own('PATCH', 'a', owner({ blockOwnerDeletion: true })),
      {
        method: 'PATCH',
        path: `${roles}/namespaces/${namespace}/roles/r`,
        body: {
          rules: [
            rule(['create', 'get', 'update', 'patch', 'delete'], ['configmaps']),
            rule(['update'], ['configmaps/finalizers']),
          ],
        },
      },
      { method: 'DELETE', path: `${maps}/none`, as: 'viewer-token', until: 'not found', silent: true },
      own('PATCH', 'd', owner({ blockOwnerDeletion: true })),
      own('PATCH', 'd', { ownerReferences: null }),
      { method: 'DELETE', path: maps },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${prefix}-none/configmaps?dryRun=All`,
        body: { metadata: { name: 'x' } },
      },
    ],
  }
}

function quotas(namespace: string, prefix: string): Case {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`
  const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
  const dear = podStep(namespace, { priorityClassName: `${prefix}-dear` })
  const balancer: Step = {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/services?dryRun=All`,
    body: { metadata: { name: 's' }, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } },
  }
  return {
    name: 'limited resources',
    kind: 'resourcequotas',
    steps: [
      { method: 'POST', path: classes, body: { metadata: { name: `${prefix}-dear` }, value: 10 } },
      { method: 'GET', path: '/version', afterMs: 1000, silent: true },
      dear,
      podStep(namespace, {}),
      balancer,
      { ...balancer, body: { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } } },
      { method: 'POST', path, body: { metadata: { name: 'q' }, spec: { hard: { 'services.loadbalancers': '1' } } } },
      {
        method: 'POST',
        path,
        body: {
          metadata: { name: 'p' },
          spec: {
            hard: { pods: '1' },
            scopeSelector: {
              matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: [`${prefix}-dear`] }],
            },
          },
        },
      },
      ...['q', 'p'].map((name) => ({
        method: 'PATCH',
        path: `${path}/${name}/status`,
        body: {
          status:
            name === 'q'
              ? { hard: { 'services.loadbalancers': '1' }, used: { 'services.loadbalancers': '0' } }
              : { hard: { pods: '1' }, used: { pods: '0' } },
        },
      })),
      { method: 'GET', path: '/version', afterMs: 1500, silent: true },
      dear,
      balancer,
      { method: 'DELETE', path: `${classes}/${prefix}-dear`, silent: true },
    ],
  }
}

/** What a node may write. */
function nodes(namespace: string, prefix: string): Case {
  const node = `${prefix}-plug-n1`
  const headers = { 'impersonate-user': `system:node:${node}`, 'impersonate-group': 'system:nodes' }
  const as = (method: string, path: string, body?: unknown, type?: string): Step => ({
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { type }),
  })
  const nodePath = `/api/v1/nodes/${node}`
  const pods = `/api/v1/namespaces/${namespace}/pods`
  const pod = (spec: object, metadata: object = {}): object => ({
    metadata: { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' }, ...metadata },
    spec: { nodeName: node, containers: [{ name: 'c', image: 'i' }], ...spec },
  })
  return {
    name: 'nodes',
    kind: 'nodes',
    steps: [
      as('POST', '/api/v1/nodes', { metadata: { name: `${node}-other` } }),
      as('POST', '/api/v1/nodes', { metadata: { name: node, labels: { 'node-restriction.kubernetes.io/a': 'b' } } }),
      as('POST', '/api/v1/nodes', { metadata: { name: node, labels: { 'kubernetes.io/foreign': 'b' } } }),
      as('POST', '/api/v1/nodes', { metadata: { name: node, labels: { 'kubernetes.io/hostname': 'h', free: 'x' } } }),
      as('PATCH', nodePath, { metadata: { labels: { 'node-restriction.kubernetes.io/a': 'b' } } }),
      as('PATCH', nodePath, { metadata: { labels: { free: 'y' } } }),
      as('PATCH', nodePath, { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }),
      as('PATCH', `${nodePath}/status`, { status: { capacity: { cpu: '1' } } }),
      as('PATCH', `${nodePath}-other/status`, { status: { capacity: { cpu: '1' } } }),
      as('DELETE', nodePath),
      as('POST', pods, pod({})),
      as('POST', pods, { ...pod({}), metadata: { name: 'mirror' } }),
      as('POST', pods, pod({ nodeName: 'other' })),
      as('POST', pods, pod({ serviceAccountName: 'default' })),
      as('POST', pods, pod({ volumes: [{ name: 'v', secret: { secretName: 's' } }] })),
      as('POST', pods, pod({}, { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: node, uid: 'x' }] })),
      as(
        'POST',
        pods,
        pod(
          {},
          {
            ownerReferences: [
              { apiVersion: 'v1', kind: 'Node', name: node, uid: '{{3.metadata.uid}}', controller: true },
            ],
          },
        ),
      ),
      {
        method: 'POST',
        path: pods,
        body: { metadata: { name: 'bound' }, spec: { nodeName: node, containers: [{ name: 'c', image: 'i' }] } },
      },
      { method: 'GET', path: '/version', afterMs: 1000, silent: true },
      as('PATCH', `${pods}/bound/status`, { status: { phase: 'Running' } }),
      as('PATCH', `${pods}/bound/status`, { metadata: { labels: { a: 'b' } } }),
      as('PATCH', `${pods}/bound`, { metadata: { labels: { a: 'b' } } }),
      as('POST', `${pods}/bound/eviction`, { metadata: { name: 'bound' } }),
      as('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`, { spec: { audiences: ['a'] } }),
      as('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/default/token`, {
        spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'bound', uid: '{{17.metadata.uid}}' } },
      }),
      as('POST', '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases', { metadata: { name: node } }),
      as('POST', '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases', { metadata: { name: 'other' } }),
      as('POST', '/apis/coordination.k8s.io/v1/namespaces/default/leases', { metadata: { name: node } }),
      as('POST', '/apis/storage.k8s.io/v1/csinodes', { metadata: { name: node }, spec: { drivers: [] } }),
      as('POST', '/apis/storage.k8s.io/v1/csinodes', { metadata: { name: 'other' }, spec: { drivers: [] } }),
      as('DELETE', `${pods}/bound?gracePeriodSeconds=0`),
      as('DELETE', `${pods}/mirror?gracePeriodSeconds=0`),
      { method: 'DELETE', path: `${pods}?gracePeriodSeconds=0`, silent: true },
      { method: 'DELETE', path: nodePath, silent: true },
      { method: 'DELETE', path: `/apis/storage.k8s.io/v1/csinodes/${node}`, silent: true },
      {
        method: 'DELETE',
        path: `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node}`,
        silent: true,
      },
    ],
  }
}
