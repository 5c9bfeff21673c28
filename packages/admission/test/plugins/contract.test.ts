import { kubernetesVocabulary, noMetrics, systemRandom, type ApiObject } from '@pinnace/meta'
import { admissionPluginContract, type AdmissionScene } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import type { RequestToEvaluate } from '../../src/define/define.ts'
import { builtInPlugins, defaultExpressionEngine, type AdmissionPlugin } from '../../src/index.ts'
import { mastersRequest, nodeRequest } from '../support/certificate-requests.ts'

type Scene = Omit<AdmissionScene, 'plugin'> & { readonly configuration?: unknown }

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  metadata: object = {},
): ApiObject => ({
  apiVersion,
  kind,
  metadata: { name, ...metadata },
  ...rest,
})
const inDefault = { namespace: 'default' }
const pod = (spec: object = {}, metadata: object = {}): ApiObject =>
  object(
    'v1',
    'Pod',
    'a',
    { spec: { containers: [{ name: 'c', image: 'i' }], ...spec } },
    { ...inDefault, ...metadata },
  )
const created = (one: ApiObject): RequestToEvaluate => ({ object: one })
const updated = (oldObject: ApiObject, next: ApiObject): RequestToEvaluate => ({ oldObject, object: next })
const deleted = (oldObject: ApiObject): RequestToEvaluate => ({ oldObject })
const on = (subresource: string, request: RequestToEvaluate): RequestToEvaluate => ({ ...request, subresource })
const by = (username: string, groups: readonly string[], request: RequestToEvaluate): RequestToEvaluate => ({
  ...request,
  user: { username, groups, extra: {} },
})
const annotated = (annotations: object): ApiObject => object('v1', 'Namespace', 'team', {}, { annotations })
const configMap = object('v1', 'ConfigMap', 'a', {}, inDefault)
const storageClass = (name: string, over: object = {}, annotations: object = {}): ApiObject =>
  object('storage.k8s.io/v1', 'StorageClass', name, { provisioner: 'p', ...over }, { annotations })
const claim = (storage = '1Gi', over: object = {}): ApiObject =>
  object(
    'v1',
    'PersistentVolumeClaim',
    'a',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...over } },
    inDefault,
  )
const ingress = object('networking.k8s.io/v1', 'Ingress', 'a', { spec: { defaultBackend: {} } }, inDefault)
const service = (externalIPs?: readonly string[]): ApiObject =>
  object('v1', 'Service', 'a', { spec: { ports: [{ port: 80 }], ...(externalIPs && { externalIPs }) } }, inDefault)
const certificateRequest = (request: string): ApiObject =>
  object('certificates.k8s.io/v1', 'CertificateSigningRequest', 'a', {
    spec: { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] },
  })
const trustBundle = (signerName: string): ApiObject =>
  object('certificates.k8s.io/v1beta1', 'ClusterTrustBundle', 'a', { spec: { signerName, trustBundle: 'x' } })
const event = object(
  'v1',
  'Event',
  'a',
  { involvedObject: { kind: 'Pod', name: 'a', namespace: 'default' } },
  inDefault,
)
const node = (labels: object = {}): ApiObject => object('v1', 'Node', 'n1', {}, { labels })
const priorityClass = (name: string, value: number, globalDefault = false): ApiObject =>
  object('scheduling.k8s.io/v1', 'PriorityClass', name, { value, globalDefault, description: name })
const resources = { requests: { cpu: '1' } }
const team = { namespace: 'team' }
const podRequests = [created(pod()), updated(pod(), pod({}, { labels: { a: 'b' } }))]
const podOthers = [deleted(pod()), created(configMap)]

const scenes: Readonly<Record<string, Scene>> = {
  NamespaceLifecycle: {
    requests: [
      created(configMap),
      created({ ...configMap, metadata: { name: 'a', namespace: 'nowhere' } }),
      updated(configMap, configMap),
      deleted(object('v1', 'Namespace', 'kube-system')),
      deleted(object('v1', 'Namespace', 'team')),
    ],
  },
  NamespaceAutoProvision: {
    requests: [created(configMap), created({ ...configMap, metadata: { name: 'a', namespace: 'nowhere' } })],
  },
  NamespaceExists: {
    requests: [created(configMap), created({ ...configMap, metadata: { name: 'a', namespace: 'nowhere' } })],
  },
  LimitPodHardAntiAffinityTopology: {
    requests: [
      created(pod()),
      created(
        pod({
          affinity: {
            podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] },
          },
        }),
      ),
    ],
    others: podOthers,
  },
  LimitRanger: {
    requests: [
      ...podRequests,
      created(pod({ containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '4' } } }] })),
      created(claim('1Mi')),
    ],
    others: podOthers,
    stored: [
      object('v1', 'LimitRange', 'limits', {
        spec: {
          limits: [
            { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m' }, max: { cpu: '2' } },
            { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } },
          ],
        },
      }),
    ],
  },
  ServiceAccount: {
    others: podOthers,
    requests: [
      ...podRequests,
      created(pod({ serviceAccountName: 'none' })),
      created(pod({ serviceAccountName: 'web' })),
    ],
    stored: [
      object('v1', 'ServiceAccount', 'default', { imagePullSecrets: [{ name: 'pull' }] }),
      object('v1', 'ServiceAccount', 'web', { automountServiceAccountToken: false }),
    ],
  },
  NodeRestriction: {
    requests: [
      by('system:node:n1', ['system:nodes'], created(node())),
      by('system:node:n2', ['system:nodes'], created(node())),
      by('system:node:n1', ['system:nodes'], updated(node(), node({ 'node-restriction.kubernetes.io/a': 'b' }))),
      by('system:node:n1', ['system:nodes'], created(pod({ nodeName: 'n1' }))),
    ],
    others: [created(node())],
  },
  TaintNodesByCondition: {
    requests: [created(node())],
    others: [updated(node(), node({ a: 'b' })), created(configMap)],
  },
  AlwaysPullImages: {
    others: podOthers,
    requests: [...podRequests, updated(pod(), pod({ containers: [{ name: 'c', image: 'other' }] }))],
  },
  PodSecurity: {
    requests: [
      created(pod({ hostNetwork: true }, team)),
      created(pod({ securityContext: { runAsNonRoot: true } }, team)),
      created(object('v1', 'Namespace', 'b', {}, { labels: { 'pod-security.kubernetes.io/enforce': 'none' } })),
    ],
    others: [on('status', updated(pod({}, team), pod({ hostPID: true }, team)))],
    stored: [
      object(
        'v1',
        'Namespace',
        'team',
        {},
        {
          labels: { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/warn': 'restricted' },
        },
      ),
    ],
  },
  PodNodeSelector: {
    requests: [
      created(pod({}, team)),
      created(pod({ nodeSelector: { zone: 'b' } }, team)),
      created(pod({ nodeSelector: { disk: 'ssd' } }, team)),
    ],
    others: [updated(pod({}, team), pod({}, team)), ...podOthers],
    stored: [annotated({ 'scheduler.alpha.kubernetes.io/node-selector': 'zone=a' })],
    configuration: { podNodeSelectorPluginConfig: { team: 'zone=a' } },
  },
  Priority: {
    others: podOthers,
    requests: [
      ...podRequests,
      created(pod({ priorityClassName: 'high' })),
      created(pod({ priorityClassName: 'none' })),
      created(pod({ priority: 3 })),
      updated(pod({ priority: 5 }), pod()),
      created(priorityClass('other', 1, true)),
    ],
    stored: [priorityClass('high', 1000), priorityClass('usual', 5, true)],
  },
  DefaultTolerationSeconds: {
    others: podOthers,
    requests: [...podRequests, created(pod({ tolerations: [{ operator: 'Exists' }] }))],
  },
  PodTolerationRestriction: {
    requests: [created(pod({}, team)), created(pod({ tolerations: [{ key: 'other', operator: 'Exists' }] }, team))],
    others: podOthers,
    stored: [
      annotated({
        'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"a","operator":"Exists"}]',
        'scheduler.alpha.kubernetes.io/tolerationsWhitelist': '[{"key":"a","operator":"Exists"}]',
      }),
    ],
  },
  ...Object.fromEntries(
    ['DenyEscalatingExec', 'DenyExecOnPrivileged'].map((name) => [
      name,
      {
        requests: ['a', 'none'].map((of) =>
          on('exec', {
            operation: 'CONNECT',
            kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
            resource: { group: '', version: 'v1', resource: 'pods' },
            name: of,
            namespace: 'default',
            object: { apiVersion: 'v1', kind: 'PodExecOptions', metadata: {} },
          }),
        ),
        stored: [
          pod({ hostPID: true, containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] }),
        ],
      },
    ]),
  ),
  EventRateLimit: {
    requests: [created(event), updated(event, event)],
    others: [deleted(event), created(configMap)],
    configuration: {
      apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
      kind: 'Configuration',
      limits: [{ type: 'Server', qps: 100, burst: 100 }],
    },
  },
  ExtendedResourceToleration: {
    others: podOthers,
    requests: [
      ...podRequests,
      created(pod({ containers: [{ name: 'c', image: 'i', resources: { requests: { 'example.com/gpu': '1' } } }] })),
    ],
  },
  DefaultStorageClass: {
    requests: [created(claim()), created(claim('1Gi', { storageClassName: '' }))],
    others: [updated(claim(), claim())],
    stored: [storageClass('usual', {}, { 'storageclass.kubernetes.io/is-default-class': 'true' })],
  },
  StorageObjectInUseProtection: {
    requests: [created(claim())],
    others: [updated(claim(), claim()), created(configMap)],
  },
  OwnerReferencesPermissionEnforcement: {
    requests: [
      created(configMap),
      updated(configMap, {
        ...configMap,
        metadata: {
          ...configMap.metadata,
          ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'b', uid: '1', blockOwnerDeletion: true }],
        },
      }),
    ],
    others: [deleted(configMap)],
  },
  PersistentVolumeClaimResize: {
    requests: [
      updated(claim(), claim('2Gi')),
      updated(
        { ...claim('1Gi', { storageClassName: 'grows' }), status: { phase: 'Bound' } } as ApiObject,
        claim('2Gi', { storageClassName: 'grows' }),
      ),
    ],
    others: [created(claim())],
    stored: [storageClass('grows', { allowVolumeExpansion: true })],
  },
  RuntimeClass: {
    requests: [
      created(pod()),
      created(pod({ runtimeClassName: 'sandbox' })),
      created(pod({ runtimeClassName: 'sandbox', overhead: { cpu: '7' } })),
      created(pod({ runtimeClassName: 'none' })),
    ],
    others: [updated(pod(), pod()), ...podOthers],
    stored: [
      object('node.k8s.io/v1', 'RuntimeClass', 'sandbox', {
        handler: 'h',
        overhead: { podFixed: { cpu: '1' } },
        scheduling: { nodeSelector: { sandbox: 'yes' }, tolerations: [{ key: 'sandbox', operator: 'Exists' }] },
      }),
    ],
  },
  CertificateApproval: {
    requests: [on('approval', updated(certificateRequest(nodeRequest), certificateRequest(nodeRequest)))],
    others: [
      updated(certificateRequest(nodeRequest), certificateRequest(nodeRequest)),
      created(certificateRequest(nodeRequest)),
    ],
  },
  CertificateSigning: {
    requests: [
      on(
        'status',
        updated(certificateRequest(nodeRequest), {
          ...certificateRequest(nodeRequest),
          status: { certificate: 'eA==' },
        } as ApiObject),
      ),
    ],
    others: [created(certificateRequest(nodeRequest))],
  },
  ClusterTrustBundleAttest: {
    requests: [
      created(trustBundle('example.com/a')),
      created(trustBundle('')),
      updated(trustBundle('a.b/c'), trustBundle('a.b/c')),
    ],
    others: [deleted(trustBundle('example.com/a'))],
  },
  CertificateSubjectRestriction: {
    requests: [created(certificateRequest(nodeRequest)), created(certificateRequest(mastersRequest))],
    others: [updated(certificateRequest(nodeRequest), certificateRequest(nodeRequest))],
  },
  DefaultIngressClass: {
    requests: [created(ingress)],
    others: [updated(ingress, ingress)],
    stored: [
      object(
        'networking.k8s.io/v1',
        'IngressClass',
        'usual',
        { spec: { controller: 'example.dev/c' } },
        { annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      ),
    ],
  },
  DenyServiceExternalIPs: {
    requests: [created(service()), created(service(['1.2.3.4'])), updated(service(['1.2.3.4']), service(['1.2.3.4']))],
    others: [deleted(service(['1.2.3.4']))],
  },
  PodTopologyLabels: {
    requests: [created(pod({ nodeName: 'n1' })), created(pod())],
    others: [updated(pod(), pod())],
    stored: [node({ 'topology.kubernetes.io/zone': 'z' })],
  },
  NodeDeclaredFeatureValidator: {
    requests: ['n1', 'none'].map((nodeName) =>
      updated(pod({ nodeName }, { generation: 1 }), pod({ nodeName, resources }, { generation: 2 })),
    ),
    others: podOthers,
    stored: [node()],
  },
  PodResizeValidator: {
    requests: ['n1', 'none'].map((nodeName) =>
      on('resize', updated(pod({ nodeName }, { generation: 1 }), pod({ nodeName, resources }, { generation: 2 }))),
    ),
    others: [updated(pod({ nodeName: 'none' }), pod({ nodeName: 'none' })), ...podOthers],
    stored: [node()],
  },
  MutatingAdmissionPolicy: { requests: podRequests },
  MutatingAdmissionWebhook: { requests: podRequests },
  ValidatingAdmissionPolicy: { requests: podRequests },
  ValidatingAdmissionWebhook: { requests: podRequests },
  ResourceQuota: {
    requests: [created(configMap), created(pod()), updated(pod(), pod())],
    others: [updated(configMap, configMap), deleted(configMap)],
    stored: [object('v1', 'ResourceQuota', 'small', { spec: { hard: { 'count/configmaps': '100', pods: '0' } } })],
  },
  AlwaysDeny: { requests: podRequests },
}

// It is about nothing; about nothing without a server to ask, as its own tests have one; about kinds that are off.
const withoutScene = [
  'AlwaysAdmit',
  'ImagePolicyWebhook',
  'PodGroupProtection',
  'PodGroupWorkloadExists',
  'JobValidation',
]

/** A built-in plugin as a plugin of a host. The authorizer allows everything. */
async function ofHost(name: string, configuration: unknown): Promise<AdmissionPlugin> {
  const builtIn = builtInPlugins.find((one) => one.name === name)!
  const settings = await builtIn.configure?.({ value: configuration, directory: '.', vocabulary: kubernetesVocabulary })
  return {
    name,
    handles: () => false,
    bind: (host) =>
      builtIn.create(
        {
          ...host,
          expressions: defaultExpressionEngine(kubernetesVocabulary),
          random: systemRandom,
          metrics: noMetrics,
          authorize: ({ verb }) => ({ effect: verb === 'sign' ? 'allow' : 'noOpinion', reason: '' }),
        },
        settings,
      ),
  }
}

for (const [name, { configuration, ...scene }] of Object.entries(scenes)) {
  admissionPluginContract(name, { plugin: await ofHost(name, configuration), ...scene }, { describe, it })
}

describe('the plugin contract', () => {
  it('runs for every built-in plugin, with listed exceptions', () => {
    expect([...Object.keys(scenes), ...withoutScene].toSorted()).toEqual(
      builtInPlugins.map(({ name }) => name).toSorted(),
    )
  })
})
