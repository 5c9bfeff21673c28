import type { ApiObject, Verb } from '@pinnace/meta'
import type { Registry, RegistryGroup, ResourceDefinition } from '@pinnace/resources'

const allVerbs: readonly Verb[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

/** A definition with what discovery and OpenAPI look at, and nothing else. */
export function definition(
  group: string,
  version: string,
  kind: string,
  resource: string,
  more: Partial<ResourceDefinition> = {},
): ResourceDefinition {
  const { subresources = {}, ...rest } = more
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    resource,
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    scope: 'Namespaced',
    verbs: allVerbs,
    strategy: {},
    columns: [],
    selectableFields: {},
    subresources,
    storage: { group, resource },
    openApiName: `io.k8s.api.${group === '' ? 'core' : group.split('.')[0]}.${version}.${kind}`,
    builtIn: true,
    schema: () => ({ type: 'object', fields: new Map() }),
    ...rest,
  } as ResourceDefinition<ApiObject>
}

/** A registry of groups that are already in order. */
export function registryOf(definitions: readonly ResourceDefinition[]): Registry {
  const groups: RegistryGroup[] = []
  for (const group of new Set(definitions.map((item) => item.group))) {
    const own = definitions.filter((item) => item.group === group)
    const versions = [...new Set(own.map((item) => item.version))].map((version) => ({
      version,
      resources: own.filter((item) => item.version === version),
    }))
    groups.push({ group, versions, preferredVersion: versions[0]!.version })
  }
  return {
    all: definitions,
    groups,
    byGvr: () => undefined,
    declared: () => undefined,
    byGvk: () => undefined,
    group: (name) => groups.find(({ group }) => group === name),
    versionsOf: ({ storage }) =>
      definitions.filter((item) => item.storage.group === storage.group && item.storage.resource === storage.resource),
  }
}

const statusVerbs: readonly Verb[] = ['get', 'patch', 'update']

/** A small server: pods with every sort of subresource, deployments, two versions of a group, reviews, a custom kind. */
export const small: readonly ResourceDefinition[] = [
  definition('', 'v1', 'ConfigMap', 'configmaps', { shortNames: ['cm'] }),
  definition('', 'v1', 'Namespace', 'namespaces', { scope: 'Cluster', shortNames: ['ns'] }),
  definition('', 'v1', 'Pod', 'pods', {
    shortNames: ['po'],
    categories: ['all'],
    subresources: {
      status: { type: 'object', verbs: statusVerbs, strategy: {} },
      eviction: {
        type: 'create',
        verbs: ['create'],
        kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
        schema: () => ({ type: 'object', fields: new Map() }),
        act: () => Promise.resolve(undefined),
      },
      binding: {
        type: 'create',
        verbs: ['create'],
        kind: { group: '', version: 'v1', kind: 'Binding' },
        schema: () => ({ type: 'object', fields: new Map() }),
        act: () => Promise.resolve(undefined),
      },
      log: { type: 'connect', verbs: ['connect'], kind: { group: '', version: 'v1', kind: 'Pod' } },
      exec: { type: 'connect', verbs: ['connect'], kind: { group: '', version: 'v1', kind: 'PodExecOptions' } },
      proxy: { type: 'connect', verbs: ['connect'], kind: { group: '', version: 'v1', kind: 'PodProxyOptions' } },
    },
  }),
  definition('apps', 'v1', 'Deployment', 'deployments', {
    subresources: {
      scale: {
        type: 'scale',
        verbs: statusVerbs,
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        specReplicas: () => 0,
        statusReplicas: () => 0,
        selector: () => '',
        setReplicas: () => undefined,
      },
    },
  }),
  definition('authentication.k8s.io', 'v1', 'TokenReview', 'tokenreviews', {
    scope: 'Cluster',
    verbs: ['create'],
    virtual: true,
  }),
  definition('example.dev', 'v1', 'Widget', 'widgets', { builtIn: false, openApiName: 'dev.example.v1.Widget' }),
  definition('example.dev', 'v1beta1', 'Widget', 'widgets', {
    builtIn: false,
    openApiName: 'dev.example.v1beta1.Widget',
  }),
]
