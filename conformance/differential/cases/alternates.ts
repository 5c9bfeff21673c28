import type { Json } from './mutate.ts'

/** Members that an object of a kind has in place of those of its sample: what excludes each other is in none of them. */
export interface Alternate {
  /** `persistentvolumes.v1`, as the name of a kind. */
  readonly kind: string
  readonly spec: Json
  /** The members whose fields are changed. */
  readonly changed: readonly string[]
}

const secretRef = { name: 's', namespace: 'n' }
const affinity = {
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }], matchFields: [] }],
  },
}
const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] }

const sources: readonly Json[] = [
  { local: { path: '/x' }, nodeAffinity: affinity },
  {
    csi: {
      driver: 'd.example.com',
      volumeHandle: 'h',
      controllerPublishSecretRef: secretRef,
      controllerExpandSecretRef: secretRef,
      nodePublishSecretRef: secretRef,
      nodeStageSecretRef: secretRef,
      nodeExpandSecretRef: secretRef,
    },
  },
  { nfs: { server: 's', path: '/x' } },
  {
    iscsi: {
      targetPortal: '1.2.3.4:1',
      iqn: 'iqn.2020-01.com.example:x',
      lun: 1,
      initiatorName: 'iqn.2020-01.com.example:y',
    },
  },
  { fc: { targetWWNs: ['w'], lun: 1 } },
  { quobyte: { registry: 'a:1', volume: 'v' } },
  {
    azureDisk: {
      diskName: 'd',
      diskURI: 'https://a.blob.core.windows.net/b/c.vhd',
      cachingMode: 'None',
      kind: 'Shared',
    },
  },
  { azureFile: { secretName: 's', shareName: 'x' } },
  { storageos: { volumeName: 'v', volumeNamespace: 'n' } },
  { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'n' } },
  { rbd: { monitors: ['m'], image: 'i' } },
  { cephfs: { monitors: ['m'] } },
  { cinder: { volumeID: 'v' } },
  { flocker: { datasetName: 'd' } },
  { flexVolume: { driver: 'd/x' } },
  { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } } },
  { gcePersistentDisk: { pdName: 'p' } },
  { awsElasticBlockStore: { volumeID: 'v' } },
  { photonPersistentDisk: { pdID: 'p' } },
  { portworxVolume: { volumeID: 'v' } },
  { vsphereVolume: { volumePath: 'v' } },
]

const target = { type: 'Utilization', averageUtilization: 50 }
const described = { kind: 'Service', name: 's', apiVersion: 'v1' }
const rule = { type: 'Pods', value: 1, periodSeconds: 60 }
const scaled = { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } }

const metrics: readonly Json[] = [
  { metrics: [{ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', target } }] },
  {
    metrics: [
      {
        type: 'Object',
        object: { describedObject: described, metric: { name: 'm' }, target: { type: 'Value', value: '1' } },
      },
    ],
  },
  {
    metrics: [
      { type: 'External', external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } },
    ],
  },
  { metrics: [{ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }] },
  { behavior: { scaleUp: { policies: [rule] }, scaleDown: { policies: [rule] } } },
]

const device = {
  name: 'd',
  deviceClassName: 'c',
  selectors: [{ cel: { expression: 'true' } }],
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute' }],
}
const claim = { devices: { requests: [{ name: 'r', firstAvailable: [device, { ...device, name: 'e' }] }] } }

const selector = { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }
const matched = {
  namespaceSelector: selector,
  objectSelector: selector,
  resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
}
const binding = {
  policyName: 'p',
  paramRef: { selector, parameterNotFoundAction: 'Deny' },
  matchResources: matched,
}

const subjects = (subject: Json): Json => ({
  priorityLevelConfiguration: { name: 'exempt' },
  rules: [{ subjects: [subject], nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }],
})

const pool = { name: 'p', resourceSliceCount: 1, generation: 1 }
const attributes = { a: { string: 's' }, b: { int: 1 }, c: { bool: true }, d: { version: '1.0.0' } }

/** The alternates of every kind that has any. */
export const alternates: readonly Alternate[] = [
  ...sources.map((source) => ({
    kind: 'persistentvolumes.v1',
    spec: { ...volume, ...source },
    changed: Object.keys(source),
  })),
  ...metrics.map((metric) => ({
    kind: 'horizontalpodautoscalers.v2.autoscaling',
    spec: { ...scaled, ...metric },
    changed: Object.keys(metric),
  })),
  { kind: 'resourceclaims.v1.resource.k8s.io', spec: claim, changed: ['devices'] },
  { kind: 'resourceclaimtemplates.v1.resource.k8s.io', spec: { spec: claim }, changed: ['spec'] },
  {
    kind: 'resourceslices.v1.resource.k8s.io',
    spec: {
      driver: 'd.example.com',
      pool,
      nodeName: 'n',
      devices: [{ name: 'd', attributes, capacity: { c: { value: '1' } } }],
    },
    changed: ['devices'],
  },
  {
    kind: 'resourceslices.v1.resource.k8s.io',
    spec: {
      driver: 'd.example.com',
      pool,
      perDeviceNodeSelection: true,
      devices: [
        {
          name: 'd',
          nodeSelector: {
            nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
          },
        },
      ],
    },
    changed: ['devices'],
  },
  {
    kind: 'validatingadmissionpolicybindings.v1.admissionregistration.k8s.io',
    spec: { ...binding, validationActions: ['Deny'] },
    changed: Object.keys(binding),
  },
  {
    kind: 'mutatingadmissionpolicybindings.v1.admissionregistration.k8s.io',
    spec: binding,
    changed: Object.keys(binding),
  },
  {
    kind: 'mutatingadmissionpolicies.v1.admissionregistration.k8s.io',
    spec: {
      matchConstraints: matched,
      reinvocationPolicy: 'Never',
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/x", value: "y"}]' } },
      ],
    },
    changed: ['mutations'],
  },
  ...[
    { kind: 'ServiceAccount', serviceAccount: { name: 'a', namespace: 'n' } },
    { kind: 'Group', group: { name: 'g' } },
    { kind: 'User', user: { name: 'u' } },
  ].map((subject) => ({
    kind: 'flowschemas.v1.flowcontrol.apiserver.k8s.io',
    spec: subjects(subject),
    changed: ['rules'],
  })),
  {
    kind: 'prioritylevelconfigurations.v1.flowcontrol.apiserver.k8s.io',
    spec: { type: 'Exempt', exempt: { lendablePercent: 1 } },
    changed: ['exempt', 'type'],
  },
  {
    kind: 'csidrivers.v1.storage.k8s.io',
    spec: { serviceAccountTokenInSecrets: true },
    changed: ['serviceAccountTokenInSecrets', 'tokenRequests'],
  },
  {
    kind: 'jobs.v1.batch',
    spec: {
      completionMode: 'Indexed',
      completions: 3,
      backoffLimitPerIndex: 1,
      successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] },
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
    },
    changed: ['successPolicy', 'completions', 'backoffLimitPerIndex', 'maxFailedIndexes', 'completionMode'],
  },
]
