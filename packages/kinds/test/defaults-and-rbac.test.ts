import { describe, expect, it } from 'vitest'
import { create, update } from './write.ts'

const meta = { name: 'a', namespace: 'n' }
const rbac = 'rbac.authorization.k8s.io'

describe('what is filled in', () => {
  const cpu = (value: string): object => ({ cpu: value })

  it.each<[string, object, object]>([
    [
      'storage.k8s.io/v1/StorageClass',
      { provisioner: 'p' },
      { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
    ],
    ['scheduling.k8s.io/v1/PriorityClass', { value: 1 }, { preemptionPolicy: 'PreemptLowerPriority' }],
    [
      'storage.k8s.io/v1/CSIDriver',
      { spec: {} },
      {
        spec: {
          attachRequired: true,
          podInfoOnMount: false,
          storageCapacity: false,
          fsGroupPolicy: 'ReadWriteOnceWithFSType',
          volumeLifecycleModes: ['Persistent'],
        },
      },
    ],
    ['networking.k8s.io/v1/NetworkPolicy', { spec: { podSelector: {} } }, { spec: { policyTypes: ['Ingress'] } }],
    [
      'networking.k8s.io/v1/NetworkPolicy',
      { spec: { podSelector: {}, egress: [{ ports: [{ port: 1 }] }] } },
      {
        spec: { policyTypes: ['Ingress', 'Egress'], egress: [{ ports: [{ port: 1, protocol: 'TCP' }] }] },
      },
    ],
    [
      'networking.k8s.io/v1/NetworkPolicy',
      { spec: { podSelector: {}, policyTypes: ['Egress'] } },
      { spec: { policyTypes: ['Egress'] } },
    ],
    [
      'batch/v1/CronJob',
      { spec: { schedule: '* * * * *', jobTemplate: {} } },
      {
        spec: { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
      },
    ],
    [
      'apiregistration.k8s.io/v1/APIService',
      { spec: { service: { name: 's' } } },
      { spec: { service: { port: 443 } } },
    ],
    [
      'flowcontrol.apiserver.k8s.io/v1/FlowSchema',
      { spec: { priorityLevelConfiguration: { name: 'p' } } },
      { spec: { matchingPrecedence: 1000 } },
    ],
    [
      'flowcontrol.apiserver.k8s.io/v1/PriorityLevelConfiguration',
      { spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
      {
        spec: {
          limited: {
            nominalConcurrencyShares: 30,
            lendablePercent: 0,
            limitResponse: { queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
          },
        },
      },
    ],
    [
      'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration',
      {
        webhooks: [
          { name: 'w', clientConfig: { service: { name: 's', namespace: 'n' } }, rules: [{ operations: ['*'] }] },
        ],
      },
      {
        webhooks: [
          {
            failurePolicy: 'Fail',
            matchPolicy: 'Equivalent',
            namespaceSelector: {},
            objectSelector: {},
            timeoutSeconds: 10,
            clientConfig: { service: { port: 443 } },
            rules: [{ scope: '*' }],
          },
        ],
      },
    ],
    [
      'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration',
      { webhooks: [{ name: 'w' }] },
      { webhooks: [{ reinvocationPolicy: 'Never' }] },
    ],
    [
      'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy',
      { spec: { matchConstraints: {} } },
      {
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
        },
      },
    ],
    [
      'v1/LimitRange',
      { spec: { limits: [{ type: 'Container', max: cpu('4'), min: cpu('1') }] } },
      {
        spec: { limits: [{ default: cpu('4'), defaultRequest: cpu('4') }] },
      },
    ],
    [
      'v1/LimitRange',
      { spec: { limits: [{ type: 'Container', min: cpu('1') }] } },
      { spec: { limits: [{ defaultRequest: cpu('1') }] } },
    ],
    [
      'autoscaling/v2/HorizontalPodAutoscaler',
      { spec: { scaleTargetRef: { kind: 'D', name: 'd' }, maxReplicas: 2 } },
      {
        spec: {
          minReplicas: 1,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          ],
        },
      },
    ],
    [
      'autoscaling/v1/HorizontalPodAutoscaler',
      { spec: { scaleTargetRef: { kind: 'D', name: 'd' }, maxReplicas: 2 } },
      {
        spec: { minReplicas: 1, targetCPUUtilizationPercentage: 80 },
      },
    ],
    [
      'v1/PersistentVolume',
      { spec: {} },
      { spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
    ],
    ['v1/PersistentVolumeClaim', { spec: {} }, { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }],
    [
      'v1/ReplicationController',
      { spec: { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } } },
      {
        metadata: { labels: { a: 'b' }, generation: 1 },
        spec: { replicas: 1, selector: { a: 'b' }, template: { spec: { restartPolicy: 'Always' } } },
      },
    ],
  ])('in a %s like %j', (kind, fields, wanted) => {
    const cluster = kind.includes('storage.k8s.io') || kind.includes('Policy')
    expect(create(kind, { metadata: cluster ? { name: 'a' } : meta, ...fields }).object).toMatchObject(wanted)
  })
})

describe('replication controllers', () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }

  it.each<[string, object, string[]]>([
    ['a template', { template }, []],
    ['no template', { selector: { a: 'b' } }, ['spec.template: Required value']],
    [
      'a selector for other pods',
      { template, selector: { a: 'c' } },
      ['spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    ],
    [
      'fewer than no pods',
      { template, replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'pods that end',
      { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create('v1/ReplicationController', { metadata: meta, spec }).errors).toEqual(wanted)
  })
})

describe('roles', () => {
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  const urls = { verbs: ['get'], nonResourceURLs: ['/x'] }

  it.each<[string, object, string[]]>([
    ['Role', { rules: [rule] }, []],
    ['Role', {}, []],
    [
      'Role',
      { rules: [{ ...rule, verbs: [] }] },
      ['rules[0].verbs: Required value: verbs must contain at least one value'],
    ],
    [
      'Role',
      { rules: [{ verbs: ['get'] }] },
      [
        'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    [
      'Role',
      { rules: [urls] },
      ['rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs'],
    ],
    ['ClusterRole', { rules: [urls] }, []],
    [
      'ClusterRole',
      { rules: [{ ...rule, ...urls }] },
      [
        'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
    [
      'ClusterRole',
      { aggregationRule: {} },
      [
        'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
      ],
    ],
    [
      'ClusterRole',
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }, { matchLabels: { a: '~' } }] } },
      [
        expect.stringContaining('aggregationRule.clusterRoleSelectors[1].matchLabels: Invalid value: "~": '),
        'aggregationRule.clusterRoleSelectors[1]: Invalid value: null: invalid label selector.',
      ],
    ],
    ['ClusterRole', { aggregationRule: { clusterRoleSelectors: [{}] } }, []],
    ['ClusterRole', { metadata: { name: 'system:x' } }, []],
  ])('a %s like %j', (kind, fields, wanted) => {
    const metadata = kind === 'Role' ? meta : { name: 'a' }
    expect(create(`${rbac}/v1/${kind}`, { metadata, ...fields }).errors).toEqual(wanted)
  })
})

describe('role bindings', () => {
  const roleRef = { kind: 'ClusterRole', name: 'r' }
  const user = { kind: 'User', name: 'u' }

  it.each<[string, object, string[]]>([
    ['RoleBinding', { subjects: [user, { kind: 'Group', name: 'g' }, { kind: 'ServiceAccount', name: 's' }] }, []],
    ['RoleBinding', { roleRef: { kind: 'Role', name: 'system:x' } }, []],
    [
      'ClusterRoleBinding',
      { roleRef: { kind: 'Role', name: 'r' } },
      ['roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"'],
    ],
    [
      'RoleBinding',
      { roleRef: { kind: 'X', name: 'r' } },
      ['roleRef.kind: Unsupported value: "X": supported values: "Role", "ClusterRole"'],
    ],
    [
      'RoleBinding',
      { roleRef: { ...roleRef, apiGroup: 'x' } },
      [`roleRef.apiGroup: Unsupported value: "x": supported values: "${rbac}"`],
    ],
    ['RoleBinding', { roleRef: { kind: 'Role', name: '' } }, ['roleRef.name: Required value']],
    [
      'ClusterRoleBinding',
      { subjects: [{ kind: 'ServiceAccount', name: 's' }] },
      ['subjects[0].namespace: Required value'],
    ],
    [
      'RoleBinding',
      { subjects: [{ kind: 'ServiceAccount', name: 's', apiGroup: 'x' }] },
      ['subjects[0].apiGroup: Unsupported value: "x": supported values: ""'],
    ],
    [
      'RoleBinding',
      { subjects: [{ ...user, apiGroup: 'x' }] },
      [`subjects[0].apiGroup: Unsupported value: "x": supported values: "${rbac}"`],
    ],
    [
      'RoleBinding',
      { subjects: [{ kind: 'X', name: 'x' }] },
      ['subjects[0].kind: Unsupported value: "X": supported values: "ServiceAccount", "User", "Group"'],
    ],
    ['RoleBinding', { subjects: [{ ...user, name: '' }] }, ['subjects[0].name: Required value']],
  ])('a %s like %j', (kind, fields, wanted) => {
    const metadata = kind === 'RoleBinding' ? meta : { name: 'a' }
    expect(create(`${rbac}/v1/${kind}`, { metadata, roleRef, ...fields }).errors).toEqual(wanted)
  })

  it('say the group of roles and users', () => {
    const { object } = create(`${rbac}/v1/RoleBinding`, { metadata: meta, roleRef, subjects: [user] })
    expect(object.roleRef.apiGroup).toBe(rbac)
    expect(object.subjects[0].apiGroup).toBe(rbac)
  })

  it('never change their role', () => {
    const live = create(`${rbac}/v1/RoleBinding`, { metadata: meta, roleRef }).object
    expect(update(`${rbac}/v1/RoleBinding`, live, (next) => void (next.subjects = [user])).errors).toEqual([])
    expect(update(`${rbac}/v1/RoleBinding`, live, (next) => void (next.roleRef.name = 'x')).errors).toEqual([
      `roleRef: Invalid value: {"APIGroup":"${rbac}","Kind":"ClusterRole","Name":"x"}: cannot change roleRef`,
    ])
  })
})
