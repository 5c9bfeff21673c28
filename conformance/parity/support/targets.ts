import type { ResourceTarget } from '@pinnace/client'

/** A resource the suite calls: how it is named, and objects of it. */
export interface Subject {
  readonly title: string
  readonly definition: ResourceTarget['definition']
  readonly namespace: string
  /** A valid object of this name. */
  make(name: string): { readonly metadata: object } & Readonly<Record<string, unknown>>
  /** What an update, a patch or an apply changes. */
  readonly change: Readonly<Record<string, unknown>>
  /** A member that is refused, and is no unknown field. */
  readonly invalid: Readonly<Record<string, unknown>>
  readonly subresources: readonly ('status' | 'scale')[]
}

const pod = { containers: [{ name: 'c', image: 'registry.example/c:1' }] }
const labels = { app: 'a' }

/** Built-in kinds with and without a namespace and subresources, a kind of the host, and one of a CRD. */
export const subjects: readonly Subject[] = [
  {
    title: 'config maps',
    definition: { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' },
    namespace: 'default',
    make: (name) => ({ metadata: { name, labels }, data: { k: 'v' } }),
    change: { data: { k: 'w', l: 'x' } },
    invalid: { data: { 'a b': 'c' } },
    subresources: [],
  },
  {
    title: 'pods',
    definition: { group: '', version: 'v1', resource: 'pods', kind: 'Pod', scope: 'Namespaced' },
    namespace: 'default',
    make: (name) => ({ metadata: { name, labels }, spec: { ...pod, serviceAccountName: 'default' } }),
    change: { spec: { activeDeadlineSeconds: 60 } },
    invalid: { spec: { containers: [] } },
    subresources: ['status'],
  },
  {
    title: 'deployments',
    definition: { group: 'apps', version: 'v1', resource: 'deployments', kind: 'Deployment', scope: 'Namespaced' },
    namespace: 'default',
    make: (name) => ({
      metadata: { name, labels },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
    }),
    change: { spec: { replicas: 3 } },
    invalid: {
      spec: { replicas: -1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
    },
    subresources: ['status', 'scale'],
  },
  {
    title: 'cluster roles',
    definition: {
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      resource: 'clusterroles',
      kind: 'ClusterRole',
      scope: 'Cluster',
    },
    namespace: '',
    make: (name) => ({ metadata: { name, labels }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
    change: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }] },
    invalid: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: [] }] },
    subresources: [],
  },
  {
    title: 'widgets of the host',
    definition: { group: 'example.dev', version: 'v1', resource: 'widgets', kind: 'Widget', scope: 'Namespaced' },
    namespace: 'default',
    make: (name) => ({ metadata: { name, labels }, spec: { size: 2 } }),
    change: { spec: { note: 'changed' } },
    invalid: { spec: { size: 11 } },
    subresources: ['status'],
  },
  {
    title: 'gadgets of a CRD',
    definition: { group: 'crd.example.dev', version: 'v1', resource: 'gadgets', kind: 'Gadget', scope: 'Namespaced' },
    namespace: 'default',
    make: (name) => ({
      apiVersion: 'crd.example.dev/v1',
      kind: 'Gadget',
      metadata: { name, labels },
      spec: { size: 2 },
    }),
    change: { spec: { size: 3 } },
    invalid: { spec: { size: 11 } },
    subresources: ['status', 'scale'],
  },
]

/** The CRD of the gadgets. */
export const gadgets = {
  metadata: { name: 'gadgets.crd.example.dev' },
  spec: {
    group: 'crd.example.dev',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer', maximum: 10 }, replicas: { type: 'integer' } },
              },
              status: { type: 'object', properties: { replicas: { type: 'integer' } } },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
    ],
  },
}

/** The target of a call. */
export function target(
  { definition, namespace }: Pick<Subject, 'definition' | 'namespace'>,
  name = '',
  subresource = '',
): ResourceTarget {
  return { definition, namespace, name, subresource }
}
