import { badName, longName, many, type DeclaredKind } from './declared-kind.ts'

/** Kinds with few declarative rules. */
export const others: readonly DeclaredKind[] = [
  {
    path: '/apis/networking.k8s.io/v1/ipaddresses',
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IPAddress',
      metadata: { name: '10.1.2.3' },
      spec: { parentRef: { resource: 'pods', name: 'a' } },
    },
    cases: [
      ['spec.parentRef', undefined],
      ['spec.parentRef', { name: 'a' }],
      ['spec.parentRef', { resource: 'pods' }],
    ],
  },
  {
    path: '/apis/networking.k8s.io/v1/ingressclasses',
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: '{name}' },
      spec: { controller: 'a.b/c' },
    },
    cases: [
      ['spec.parameters', { name: 'a' }],
      ['spec.parameters', { kind: 'K' }],
    ],
  },
  {
    path: `/apis/networking.k8s.io/v1/namespaces/{namespace}/networkpolicies`,
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: '{name}' },
      spec: { podSelector: {} },
    },
    cases: [
      ['spec.ingress', [{ from: [{ ipBlock: {} }] }]],
      ['spec.egress', [{ to: [{ ipBlock: { cidr: '' } }] }]],
      ['spec.ingress', [{ from: [{}] }]],
    ],
  },
  {
    path: '/apis/storage.k8s.io/v1/storageclasses',
    object: { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: '{name}' }, provisioner: 'a/b' },
    cases: [
      ['provisioner', undefined],
      ['provisioner', '!'],
    ],
  },
  {
    path: '/apis/storage.k8s.io/v1/volumeattachments',
    object: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: '{name}' },
      spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } },
    },
    cases: [
      ['spec.attacher', undefined],
      ['spec.attacher', badName],
      ['spec.attacher', longName],
      ['spec.attacher', 'A.b'],
    ],
  },
  {
    path: `/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles`,
    object: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: '{name}' }, rules: [] },
    cases: [
      ['rules', [{ apiGroups: [''], resources: ['pods'] }]],
      ['rules', [{ verbs: [], apiGroups: [''], resources: ['pods'] }]],
    ],
  },
  {
    path: `/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/rolebindings`,
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: '{name}' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    },
    cases: [
      ['subjects', [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io' }]],
      ['roleRef', { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role' }],
    ],
  },
  {
    path: `/apis/autoscaling/v2/namespaces/{namespace}/horizontalpodautoscalers`,
    object: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: '{name}' },
      spec: { scaleTargetRef: { kind: 'D', name: 'd' }, maxReplicas: 3 },
    },
    cases: [
      ['spec.minReplicas', 0],
      ['spec.minReplicas', -1],
      ['spec.maxReplicas', 0],
      ['spec.maxReplicas', undefined],
    ],
  },
  {
    path: `/apis/autoscaling/v1/namespaces/{namespace}/horizontalpodautoscalers`,
    object: {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: '{name}' },
      spec: { scaleTargetRef: { kind: 'D', name: 'd' }, maxReplicas: 3 },
    },
    cases: [
      ['spec.minReplicas', 0],
      ['spec.maxReplicas', 0],
    ],
  },
  {
    path: `/apis/discovery.k8s.io/v1/namespaces/{namespace}/endpointslices`,
    object: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: '{name}' },
      addressType: 'IPv4',
      endpoints: [],
    },
    cases: [
      ['addressType', undefined],
      ['addressType', 'X'],
      ['endpoints', [{ addresses: [] }]],
      ['endpoints', [{ addresses: many(101, (index) => `10.0.${index >> 8}.${index & 255}`) }]],
    ],
  },
  {
    path: `/api/v1/namespaces/{namespace}/replicationcontrollers`,
    object: {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: '{name}' },
      spec: {
        selector: { a: 'b' },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'i' }] } },
      },
    },
    cases: [
      ['spec.replicas', -1],
      ['spec.minReadySeconds', -1],
      ['metadata.name', badName],
    ],
  },
  {
    path: '/apis/node.k8s.io/v1/runtimeclasses',
    object: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: '{name}' }, handler: 'h' },
    cases: [
      ['handler', undefined],
      ['handler', badName],
      ['handler', longName],
    ],
  },
  {
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
    object: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: '{name}' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    },
    cases: [
      ['spec.policyName', undefined],
      ['spec.validationActions', undefined],
      ['spec.validationActions', []],
    ],
  },
  {
    path: `/apis/batch/v1/namespaces/{namespace}/cronjobs`,
    object: {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: '{name}' },
      spec: {
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'i' }] } } },
        },
      },
    },
    cases: [
      ['spec.schedule', undefined],
      ['spec.schedule', 'x'],
    ],
  },
  {
    path: '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    object: {
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
      kind: 'PriorityLevelConfiguration',
      metadata: { name: '{name}' },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
    },
    cases: [
      ['spec.type', undefined],
      ['spec.type', 'X'],
      ['spec', { type: 'Limited' }],
      ['spec', { type: 'Exempt', limited: {} }],
      ['spec', { type: 'Limited', limited: { limitResponse: { type: 'Reject' } }, exempt: {} }],
      ['spec.limited', { limitResponse: {} }],
      ['spec.limited', { limitResponse: { type: 'X' } }],
      ['spec.limited', { limitResponse: { type: 'Queue' } }],
      ['spec.limited', { limitResponse: { type: 'Reject', queuing: {} } }],
    ],
  },
]
