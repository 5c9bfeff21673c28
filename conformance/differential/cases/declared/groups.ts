import { badName, many, type DeclaredKind, type Violation } from './declared-kind.ts'

const workload = {
  apiVersion: 'scheduling.k8s.io/v1alpha2',
  kind: 'Workload',
  metadata: { name: '{name}' },
  spec: { podGroupTemplates: [{ name: 't', schedulingPolicy: { basic: {} } }] },
}
const group = {
  apiVersion: 'scheduling.k8s.io/v1alpha2',
  kind: 'PodGroup',
  metadata: { name: '{name}' },
  spec: { schedulingPolicy: { basic: {} } },
}

function template(more: object): object[] {
  return [{ name: 't', schedulingPolicy: { basic: {} }, ...more }]
}

/** What templates and groups have in common. */
const common = (p: string): readonly Violation[] => [
  [`${p}schedulingPolicy`, {}],
  [`${p}schedulingPolicy`, { basic: {}, gang: { minCount: 1 } }],
  [`${p}schedulingPolicy`, { gang: {} }],
  [`${p}schedulingPolicy`, { gang: { minCount: 0 } }],
  [`${p}schedulingPolicy`, { gang: { minCount: -1 } }],
  [`${p}schedulingPolicy`, undefined],
  [`${p}schedulingConstraints`, { topology: [{ key: 'a' }, { key: 'b' }] }],
  [`${p}schedulingConstraints`, { topology: [{}] }],
  [`${p}schedulingConstraints`, { topology: [{ key: '!' }] }],
  [`${p}schedulingConstraints`, { topology: [] }],
  [`${p}schedulingConstraints`, {}],
  [`${p}resourceClaims`, many(5, (index) => ({ name: `c${index}`, resourceClaimName: 'a' }))],
  [
    `${p}resourceClaims`,
    [
      { name: 'c', resourceClaimName: 'a' },
      { name: 'c', resourceClaimName: 'b' },
    ],
  ],
  [`${p}resourceClaims`, [{ resourceClaimName: 'a' }]],
  [`${p}resourceClaims`, [{ name: badName, resourceClaimName: 'a' }]],
  [`${p}resourceClaims`, [{ name: 'c' }]],
  [`${p}resourceClaims`, [{ name: 'c', resourceClaimName: 'a', resourceClaimTemplateName: 'b' }]],
  [`${p}resourceClaims`, [{ name: 'c', resourceClaimName: badName }]],
  [`${p}resourceClaims`, [{ name: 'c', resourceClaimTemplateName: badName }]],
  [`${p}disruptionMode`, 'X'],
  [`${p}disruptionMode`, {}],
  [`${p}disruptionMode`, { single: {}, all: {} }],
  [`${p}disruptionMode`, { all: {} }],
  [`${p}disruptionMode`, 'Pod'],
  [`${p}priorityClassName`, badName],
  [`${p}priority`, 1000000001],
  [`${p}priority`, 5],
]

/** Workloads and groups of pods, off by default. */
export const groups: readonly DeclaredKind[] = [
  {
    path: `/apis/scheduling.k8s.io/v1alpha2/namespaces/{namespace}/workloads`,
    object: workload,
    cases: [
      ['spec.podGroupTemplates', undefined],
      ['spec.podGroupTemplates', []],
      ['spec.podGroupTemplates', many(9, (index) => ({ name: `t${index}`, schedulingPolicy: { basic: {} } }))],
      ['spec.podGroupTemplates', [...template({}), ...template({})]],
      ['spec.podGroupTemplates', template({ name: undefined })],
      ['spec.podGroupTemplates', template({ name: badName })],
      ['spec.controllerRef', {}],
      ['spec.controllerRef', { apiGroup: badName, kind: 'K', name: 'n' }],
      ['spec.controllerRef', { kind: 'a/b', name: 'n' }],
      ['spec.controllerRef', { kind: 'K', name: 'a/b' }],
      ['spec.controllerRef', { kind: '..', name: '.' }],
      ['spec.controllerRef', { kind: 'K', name: 'a%b' }],
      ...common('').map(([path, value]): Violation => ['spec.podGroupTemplates', template({ [path]: value })]),
    ],
  },
  {
    path: `/apis/scheduling.k8s.io/v1alpha2/namespaces/{namespace}/podgroups`,
    object: group,
    cases: [
      ...common('spec.'),
      ['spec.podGroupTemplateRef', {}],
      ['spec.podGroupTemplateRef', { workload: {} }],
      ['spec.podGroupTemplateRef', { workload: { workloadName: badName, podGroupTemplateName: 't' } }],
      ['spec.podGroupTemplateRef', { workload: { workloadName: 'w', podGroupTemplateName: badName } }],
    ],
    status: [
      ['status', { resourceClaimStatuses: many(5, (index) => ({ name: `c${index}` })) }],
      ['status', { resourceClaimStatuses: [{ name: 'c', resourceClaimName: badName }] }],
      ['status', { resourceClaimStatuses: [{ name: 'c' }, { name: 'c' }] }],
      ['status', { resourceClaimStatuses: [{}] }],
      [
        'status',
        {
          conditions: [{ type: 'a', status: 'X', reason: '', message: '', lastTransitionTime: '2020-01-01T00:00:00Z' }],
        },
      ],
    ],
  },
]
