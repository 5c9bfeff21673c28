import type { Area, Case, Step } from './case.ts'
import { defaultClasses } from './default-classes.ts'
import { webhookReviews } from './webhook-reviews.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'
import {
  deviceSelectors,
  mutatedKinds,
  mutatingPolicies,
  validatingPolicies,
  webhookConditions,
  writtenPolicyCases,
} from './policies/index.ts'

/** What the admission plugins that are on by default change and refuse, admission policies among them. */
export const admission: Area = {
  name: 'admission',
  title: 'admission plugins of the defaults',
  async stages({ prefix }) {
    const names = ['pods', 'secure', 'limits', 'claims', 'policies'].map((name) => `${prefix}-adm-${name}`)
    const [pods = '', secure = '', limits = '', claims = '', policies = ''] = names
    return [
      makeNamespaces(names),
      [
        podDefaults(pods, prefix),
        podSecurity(secure),
        limitRanges(limits),
        claimsAndClasses(claims, prefix),
        namespaces(prefix),
        ...validatingPolicies(policies, prefix),
        ...mutatingPolicies(policies, prefix),
        ...writtenPolicyCases(),
        mutatedKinds(policies, prefix),
        ...deviceSelectors(policies),
        ...webhookConditions(policies, prefix),
        ...webhookReviews(policies, prefix),
      ],
      [defaultClasses(claims, prefix)],
      deleteNamespaces(names),
    ]
  },
}

function podSteps(namespace: string, specs: readonly object[], metadata: object = {}): Step[] {
  const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`
  return specs.map((spec) => ({
    method: 'POST',
    path,
    body: { metadata: { name: 'p', ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
  }))
}

function podDefaults(namespace: string, prefix: string): Case {
  const cluster = (path: string, body: object): Step => ({ method: 'POST', path, body })
  const priorities = '/apis/scheduling.k8s.io/v1/priorityclasses'
  const runtimes = '/apis/node.k8s.io/v1/runtimeclasses'
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const no = 'node.kubernetes.io'
  return {
    name: 'pods',
    kind: 'pods',
    steps: [
      cluster(priorities, { metadata: { name: `${prefix}-high` }, value: 1000, preemptionPolicy: 'Never' }),
      cluster(`${priorities}?dryRun=All`, { metadata: { name: 'system-x' }, value: 1 }),
      cluster(`${priorities}?dryRun=All`, { metadata: { name: `${prefix}-y` }, value: 2_000_000_000 }),
      cluster(runtimes, {
        metadata: { name: `${prefix}-rt` },
        handler: 'h',
        overhead: { podFixed: { cpu: '10m' } },
        scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
      }),
      cluster(accounts, {
        metadata: { name: 'custom' },
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: 'pull' }],
        secrets: [{ name: 'mounted' }],
      }),
      cluster(accounts, {
        metadata: { name: 'strict', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
        secrets: [{ name: 'mounted' }],
      }),
      { method: 'GET', path: '/version', afterMs: 1500, silent: true },
      ...podSteps(namespace, [
        {},
        { priorityClassName: `${prefix}-high` },
        { priorityClassName: 'none' },
        { priority: 5 },
        { priorityClassName: `${prefix}-high`, priority: 5 },
        { priorityClassName: 'system-node-critical' },
        { preemptionPolicy: 'Never' },
        { priorityClassName: `${prefix}-high`, preemptionPolicy: 'PreemptLowerPriority' },
        { runtimeClassName: `${prefix}-rt` },
        { runtimeClassName: 'none' },
        { runtimeClassName: `${prefix}-rt`, overhead: { cpu: '20m' } },
        { overhead: { cpu: '1' } },
        { overhead: {} },
        { runtimeClassName: `${prefix}-rt`, nodeSelector: { a: 'c' } },
        { serviceAccountName: 'none' },
        { serviceAccountName: 'custom' },
        { serviceAccountName: 'custom', automountServiceAccountToken: true },
        { serviceAccount: 'custom' },
        { serviceAccountName: 'custom', serviceAccount: 'default' },
        { imagePullSecrets: [{ name: 'x' }] },
        { serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
        { serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'mounted' } }] },
        {
          serviceAccountName: 'strict',
          containers: [
            { name: 'c', image: 'i', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] },
          ],
        },
        { serviceAccountName: 'strict', imagePullSecrets: [{ name: 'other' }] },
        { tolerations: [{ key: `${no}/not-ready`, operator: 'Exists', effect: 'NoExecute' }] },
        { tolerations: [{ operator: 'Exists' }] },
        { tolerations: [{ key: `${no}/unreachable`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }] },
        { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'none' } }] },
        { containers: [{ name: 'c', image: 'i', resources: { limits: { 'a.b/gpu': '1' } } }] },
        { containers: [{ name: 'c', image: 'i', imagePullPolicy: 'Never' }] },
        {
          containers: [
            { name: 'c', image: 'i:latest' },
            { name: 'd', image: 'i:1' },
            { name: 'e', image: 'i@sha256:0123456789012345678901234567890123456789012345678901234567890123' },
          ],
        },
        { hostNetwork: true, containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }] },
        { nodeName: 'n', priorityClassName: `${prefix}-high` },
        { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'ScheduleAnyway' }] },
        { securityContext: { sysctls: [{ name: 'kernel.x', value: '1' }] } },
        { restartPolicy: 'Never', activeDeadlineSeconds: 5 },
        { os: { name: 'windows' }, hostPID: true },
        { setHostnameAsFQDN: true, hostname: 'x', subdomain: 'y' },
        { schedulingGates: [{ name: 'a.b/g' }] },
        { hostUsers: false },
        { hostUsers: false, hostNetwork: true },
        { dnsPolicy: 'None' },
        { dnsConfig: { nameservers: ['x'] } },
        { enableServiceLinks: false, shareProcessNamespace: true },
        { readinessGates: [{ conditionType: 'a' }] },
      ]),
      ...podSteps(namespace, [{}], { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
      ...podSteps(namespace, [{ nodeName: 'n' }], { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
      { method: 'DELETE', path: `${priorities}/${prefix}-high` },
      { method: 'DELETE', path: `${priorities}/system-node-critical?dryRun=All` },
      { method: 'DELETE', path: `${runtimes}/${prefix}-rt` },
    ],
  }
}

function podSecurity(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}`
  const label = (labels: object, query = ''): Step => ({
    method: 'PATCH',
    path: `${path}${query}`,
    body: { metadata: { labels } },
  })
  const key = (name: string): string => `pod-security.kubernetes.io/${name}`
  const container = (securityContext: object, others: object = {}): object => ({
    containers: [{ name: 'c', image: 'i', securityContext, ...others }],
  })
  const restricted = {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  }
  const specs = [
    {},
    container({ privileged: true }),
    container(restricted),
    container({ ...restricted, runAsUser: 0 }),
    container({ ...restricted, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }),
    container({ capabilities: { add: ['SYS_ADMIN'] } }),
    { ...container(restricted), hostNetwork: true, hostPID: true, hostIPC: true },
    { ...container(restricted), volumes: [{ name: 'h', hostPath: { path: '/x' } }] },
    { ...container(restricted), volumes: [{ name: 'h', nfs: { server: 'a', path: '/b' } }] },
    container({ procMount: 'Unmasked' }),
    container({ seccompProfile: { type: 'Unconfined' } }),
    { ...container({}), securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } },
    { ...container({}), securityContext: { seLinuxOptions: { type: 'x', user: 'y' } } },
    container({}, { ports: [{ containerPort: 1, hostPort: 1 }] }),
    container({ windowsOptions: { hostProcess: true } }),
    container({ appArmorProfile: { type: 'Unconfined' } }),
    container({}, { livenessProbe: { httpGet: { host: '1.2.3.4', port: 1 } } }),
  ]
  const deployment = (spec: object): Step => ({
    method: 'POST',
    path: `/apis/apps/v1/namespaces/${namespace}/deployments?dryRun=All`,
    body: {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec } },
    },
  })
  const tried = [
    ...podSteps(namespace, specs),
    ...specs.slice(0, 7).map((spec) => deployment({ containers: [{ name: 'c', image: 'i' }], ...spec })),
  ]
  // The plugin of kube-apiserver sees the labels a moment after they are written.
  const seen = (until: string): Step[] =>
    podSteps(namespace, [container({ privileged: true })]).map((step) => ({ ...step, silent: true, until }))
  return {
    name: 'pod security',
    kind: 'podsecurity',
    steps: [
      label({ [key('enforce')]: 'nope' }),
      label({ [key('enforce-version')]: 'v0' }),
      label({ [key('enforce')]: 'baseline', [key('warn')]: 'restricted' }),
      ...seen('baseline:latest'),
      ...tried,
      label({ [key('enforce')]: 'restricted', [key('enforce-version')]: 'latest', [key('warn')]: 'restricted' }),
      ...seen('restricted:latest'),
      ...tried,
      label({ [key('enforce')]: 'privileged', [key('warn')]: 'baseline', [key('audit')]: 'restricted' }),
      ...seen('"kind":"Pod"'),
      ...tried,
      label({ [key('enforce')]: 'restricted', [key('enforce-version')]: 'v1.24', [key('warn')]: null }),
      ...seen('restricted:v1.24'),
      ...tried,
      label({ [key('enforce')]: null }, '?dryRun=All'),
    ],
  }
}

function limitRanges(namespace: string): Case {
  const path = `/api/v1/namespaces/${namespace}/limitranges`
  const limits = [
    {
      type: 'Container',
      default: { cpu: '500m' },
      defaultRequest: { cpu: '100m' },
      min: { cpu: '50m', memory: '10Mi' },
      max: { cpu: '1', memory: '1Gi' },
      maxLimitRequestRatio: { cpu: '4' },
    },
    { type: 'Pod', max: { cpu: '2' } },
  ]
  const pod = (...resources: object[]): object => ({
    containers: resources.map((each, at) => ({ name: `c${at}`, image: 'i', resources: each })),
  })
  return {
    name: 'limit ranges',
    kind: 'limitranges',
    steps: [
      { method: 'POST', path, body: { metadata: { name: 'l' }, spec: { limits } } },
      { method: 'GET', path: '/version', afterMs: 1000, silent: true },
      ...podSteps(namespace, [
        pod({}),
        pod({ limits: { cpu: '2' } }),
        pod({ requests: { cpu: '10m' } }),
        pod({ requests: { memory: '1Mi' }, limits: { memory: '2Gi' } }),
        pod({ requests: { memory: '20Mi' }, limits: { memory: '20Mi' } }),
        pod({ requests: { cpu: '100m', memory: '20Mi' }, limits: { cpu: '900m', memory: '20Mi' } }),
        pod(
          { limits: { cpu: '1', memory: '1Gi' } },
          { limits: { cpu: '1', memory: '1Gi' } },
          { limits: { cpu: '1', memory: '1Gi' } },
        ),
        { ...pod({ limits: { cpu: '1', memory: '1Gi' } }), initContainers: [{ name: 'i', image: 'i' }] },
        { ...pod({ limits: { cpu: '1', memory: '1Gi' } }), resources: { limits: { cpu: '1' } } },
      ]),
      { method: 'DELETE', path: `${path}/l` },
    ],
  }
}

function claimsAndClasses(namespace: string, prefix: string): Case {
  const classes = '/apis/storage.k8s.io/v1/storageclasses'
  const ingressClasses = '/apis/networking.k8s.io/v1/ingressclasses'
  const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`
  const ingresses = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`
  const claim = (name: string, spec: object = {}): Step => ({
    method: 'POST',
    path: claims,
    body: {
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    },
  })
  const ingress = (spec: object = {}, metadata: object = {}): Step => ({
    method: 'POST',
    path: `${ingresses}?dryRun=All`,
    body: {
      metadata: { name: 'i', ...metadata },
      spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } }, ...spec },
    },
  })
  const bound = (name: string): Step => ({
    method: 'PATCH',
    path: `${claims}/${name}/status`,
    body: { status: { phase: 'Bound', capacity: { storage: '1Gi' } } },
  })
  const grow = (name: string, storage: string): Step => ({
    method: 'PATCH',
    path: `${claims}/${name}`,
    body: { spec: { resources: { requests: { storage } } } },
  })
  return {
    name: 'claims and classes',
    kind: 'persistentvolumeclaims',
    steps: [
      claim('none'),
      { method: 'POST', path: classes, body: { metadata: { name: `${prefix}-fixed` }, provisioner: 'a.b/c' } },
      {
        method: 'POST',
        path: classes,
        body: { metadata: { name: `${prefix}-growing` }, provisioner: 'a.b/c', allowVolumeExpansion: true },
      },
      claim('fixed', { storageClassName: `${prefix}-fixed`, volumeName: 'v' }),
      claim('growing', { storageClassName: `${prefix}-growing`, volumeName: 'v' }),
      claim('plain', { storageClassName: '', volumeName: 'v' }),
      { method: 'GET', path: '/version', afterMs: 1000, silent: true },
      ...['fixed', 'growing', 'plain'].flatMap((name) => [bound(name), grow(name, '2Gi'), grow(name, '500Mi')]),
      { method: 'DELETE', path: `${claims}/none` },
      { method: 'GET', path: `${claims}/none` },
      ingress(),
      {
        method: 'POST',
        path: `${ingressClasses}?dryRun=All`,
        body: { metadata: { name: `${prefix}-i` }, spec: { controller: 'a.b/c' } },
      },
      ingress({ ingressClassName: 'none' }),
      ingress({ ingressClassName: 'a' }, { annotations: { 'kubernetes.io/ingress.class': 'b' } }),
      { method: 'DELETE', path: `${classes}/${prefix}-fixed` },
      { method: 'DELETE', path: `${classes}/${prefix}-growing` },
      ...['none', 'fixed', 'growing', 'plain'].map((name) => ({
        method: 'PATCH',
        path: `${claims}/${name}`,
        body: { metadata: { finalizers: null } },
        silent: true,
      })),
      ...['none', 'fixed', 'growing', 'plain'].map((name) => ({
        method: 'DELETE',
        path: `${claims}/${name}`,
        silent: true,
      })),
    ],
  }
}

function namespaces(prefix: string): Case {
  const node = { metadata: { name: `${prefix}-n` }, spec: {} }
  return {
    name: 'namespaces and nodes',
    kind: 'namespaces',
    steps: [
      ...['pods', 'configmaps', 'secrets', 'services'].map((resource) => ({
        method: 'POST',
        path: `/api/v1/namespaces/none/${resource}`,
        body: { metadata: { name: 'x' }, spec: { ports: [{ port: 1 }], containers: [{ name: 'c', image: 'i' }] } },
      })),
      {
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/namespaces/none/localsubjectaccessreviews',
        body: { spec: { user: 'u', resourceAttributes: { namespace: 'none', verb: 'get', resource: 'pods' } } },
      },
      { method: 'DELETE', path: '/api/v1/namespaces/none/configmaps/x' },
      { method: 'DELETE', path: '/api/v1/namespaces/kube-public?dryRun=All' },
      { method: 'POST', path: '/api/v1/nodes', body: node },
      { method: 'GET', path: `/api/v1/nodes/${prefix}-n` },
      {
        method: 'PATCH',
        path: `/api/v1/nodes/${prefix}-n`,
        body: { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] } },
      },
      {
        method: 'PATCH',
        path: `/api/v1/nodes/${prefix}-n`,
        body: { spec: { podCIDR: '10.2.0.0/24', podCIDRs: ['10.2.0.0/24'] } },
      },
      { method: 'PATCH', path: `/api/v1/nodes/${prefix}-n`, body: { spec: { providerID: 'x' } } },
      { method: 'PATCH', path: `/api/v1/nodes/${prefix}-n`, body: { spec: { providerID: 'y' } } },
      { method: 'DELETE', path: `/api/v1/nodes/${prefix}-n` },
    ],
  }
}
