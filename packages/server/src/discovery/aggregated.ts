import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { subresourceKind, subresourceVerbs } from './api-resources.ts'
import type { DiscoveredGroup } from './discovered-groups.ts'

/** A subresource of {@link ResourceDiscovery}. */
export interface SubresourceDiscovery {
  readonly subresource: string
  readonly responseKind: GroupVersionKind
  readonly verbs: readonly string[]
}

/** A resource of the aggregated form. */
export interface ResourceDiscovery {
  readonly resource: string
  readonly responseKind: GroupVersionKind
  readonly scope: 'Namespaced' | 'Cluster'
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly SubresourceDiscovery[]
}

/** A version of a group in the aggregated form. */
export interface VersionDiscovery {
  readonly version: string
  readonly resources: readonly ResourceDiscovery[]
  /** Stale where the server that serves it could not be asked. */
  readonly freshness: 'Current' | 'Stale'
}

/** Every group with all its resources: what `/api` and `/apis` answer to clients that ask for it. */
export interface ApiGroupDiscoveryList {
  readonly kind: 'APIGroupDiscoveryList'
  readonly apiVersion: string
  readonly metadata: Readonly<Record<string, never>>
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly VersionDiscovery[]
  }[]
}

/** Versions of the aggregated form, the preferred one first. */
export const aggregatedVersions = ['v2', 'v2beta1'] as const

/** The aggregated form of these groups. */
export function toApiGroupDiscoveryList(
  groups: readonly DiscoveredGroup[],
  version: (typeof aggregatedVersions)[number],
  vocabulary: Vocabulary,
): ApiGroupDiscoveryList {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `${vocabulary.group('apidiscovery')}/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((served): VersionDiscovery =>
        'remote' in served
          ? served.remote
          : { version: served.version, resources: served.resources.map(toResource), freshness: 'Current' },
      ),
    })),
  }
}

function toResource(definition: ResourceDefinition): ResourceDiscovery {
  const { shortNames, categories } = definition
  const subresources = Object.entries(definition.subresources).map(([name, subresource]): SubresourceDiscovery => ({
    subresource: name,
    responseKind: toResponseKind(definition, subresourceKind(definition, subresource)),
    verbs: subresourceVerbs(name, subresource),
  }))
  subresources.sort((left, right) => (left.subresource < right.subresource ? -1 : 1))
  return {
    resource: definition.resource,
    responseKind: toResponseKind(definition, definition),
    scope: definition.scope,
    singularResource: definition.singular,
    verbs: [...definition.verbs].sort(),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  }
}

/** Built-in kinds of the version itself leave group and version to be filled in by the reader; others say them. */
// upstream: endpoints/installer.go, ConvertGroupVersionIntoToDiscovery; apiextensions customresource_discovery_controller.go
function toResponseKind(definition: ResourceDefinition, { group, version, kind }: GroupVersionKind): GroupVersionKind {
  const isOwn = group === definition.group && version === definition.version
  return isOwn && definition.builtIn ? { group: '', version: '', kind } : { group, version, kind }
}
