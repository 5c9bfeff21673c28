import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { resourceVerbs, subresourceKind, subresourceVerbs } from './api-resources.ts'
import type { DiscoveredGroup, OwnVersion } from './discovered-groups.ts'
import type {
  ApiGroupDiscoveryList,
  ResourceDiscovery,
  SubresourceDiscovery,
  VersionDiscovery,
} from './group-discovery.ts'

/** The version of aggregated discovery that is served. */
export const aggregatedVersion = 'v2'

/** The versions of aggregated discovery that other servers may answer with, the preferred one first. */
export const aggregatedVersions = ['v2', 'v2beta1'] as const

/** Aggregated discovery of these groups. */
export function toApiGroupDiscoveryList(
  groups: readonly DiscoveredGroup[],
  vocabulary: Vocabulary,
): ApiGroupDiscoveryList {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `${vocabulary.group('apidiscovery')}/${aggregatedVersion}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((served): VersionDiscovery => ('remote' in served ? served.remote : toVersion(served))),
    })),
  }
}

function toVersion({ version, resources, ofPeers = [] }: OwnVersion): VersionDiscovery {
  return { version, resources: [...resources.map(toResource), ...ofPeers], freshness: 'Current' }
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
    verbs: resourceVerbs(definition),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  }
}

/** Group and version are empty for built-in kinds of the same group version; clients fill them in. */
// upstream: endpoints/installer.go, ConvertGroupVersionIntoToDiscovery; apiextensions customresource_discovery_controller.go
function toResponseKind(definition: ResourceDefinition, { group, version, kind }: GroupVersionKind): GroupVersionKind {
  const isOwn = group === definition.group && version === definition.version
  return isOwn && definition.builtIn ? { group: '', version: '', kind } : { group, version, kind }
}
