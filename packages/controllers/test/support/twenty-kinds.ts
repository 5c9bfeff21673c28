import type { Vocabulary } from '@pinnace/meta'

/** A namespaced kind, and the minimal content of an object. */
export interface SampleKind {
  readonly apiVersion: string
  readonly kind: string
  readonly content: object
}

const template = {
  metadata: { labels: { app: 'x' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
}
const selector = { matchLabels: { app: 'x' } }

/** Twenty namespaced kinds. */
export function twentyKinds(vocabulary: Vocabulary): readonly SampleKind[] {
  const networking = `${vocabulary.group('networking')}/v1`
  const rbac = vocabulary.group('rbac.authorization')
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', content: { data: { a: 'b' } } },
    { apiVersion: 'v1', kind: 'Secret', content: {} },
    { apiVersion: 'v1', kind: 'ServiceAccount', content: {} },
    { apiVersion: 'v1', kind: 'Pod', content: { spec: template.spec } },
    { apiVersion: 'v1', kind: 'PodTemplate', content: { template } },
    { apiVersion: 'v1', kind: 'LimitRange', content: { spec: { limits: [] } } },
    { apiVersion: 'v1', kind: 'Endpoints', content: {} },
    { apiVersion: 'v1', kind: 'ReplicationController', content: { spec: { selector: { app: 'x' }, template } } },
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', content: { revision: 1, data: {} } },
    { apiVersion: 'apps/v1', kind: 'Deployment', content: { spec: { selector, template } } },
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', content: { spec: { selector, template } } },
    { apiVersion: 'apps/v1', kind: 'DaemonSet', content: { spec: { selector, template } } },
    { apiVersion: 'apps/v1', kind: 'StatefulSet', content: { spec: { serviceName: 's', selector, template } } },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      content: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
    },
    { apiVersion: networking, kind: 'NetworkPolicy', content: { spec: { podSelector: {} } } },
    {
      apiVersion: networking,
      kind: 'Ingress',
      content: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    },
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', content: { spec: { selector } } },
    { apiVersion: `${rbac}/v1`, kind: 'Role', content: { rules: [] } },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      content: { roleRef: { apiGroup: rbac, kind: 'Role', name: 'r' }, subjects: [] },
    },
    { apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease', content: { spec: {} } },
  ]
}
