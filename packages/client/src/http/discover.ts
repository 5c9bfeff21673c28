import {
  formatGroupVersion,
  parseGroupVersion,
  StatusError,
  type GroupVersion,
  type Verb,
  type Vocabulary,
} from '@pinnace/meta'
import type { DiscoveredResource } from '../resource-identity.ts'
import type { DiscoverOptions } from '../transport.ts'
import type { HttpSender } from './http-sender.ts'

/** Reads the resources of a server: from the aggregated documents, or version by version where it has none. */
export async function discoverResources(
  sender: HttpSender,
  vocabulary: Vocabulary,
  { signal, onStale = () => {} }: DiscoverOptions,
): Promise<readonly DiscoveredResource[]> {
  const accept = `application/json;g=${vocabulary.group('apidiscovery')};v=v2;as=APIGroupDiscoveryList,application/json`
  const get = (path: string, headers = {}): Promise<unknown> => sender.json({ method: 'GET', path, headers, signal })
  const [core, groups] = await Promise.all([get('/api', { accept }), get('/apis', { accept })])
  const isAggregated = (document: unknown): document is AggregatedList =>
    (document as AggregatedList).kind === 'APIGroupDiscoveryList'
  if (isAggregated(core) && isAggregated(groups)) {
    return [...core.items, ...groups.items].flatMap((group) => fromAggregated(group, onStale))
  }
  const versions = [
    ...((core as { versions?: string[] }).versions ?? []).map((version, index) => ({
      group: '',
      version,
      isPreferred: index === 0,
    })),
    ...((groups as { groups?: Group[] }).groups ?? []).flatMap(({ name, versions: all, preferredVersion }) =>
      all.map(({ version }) => ({ group: name, version, isPreferred: version === preferredVersion?.version })),
    ),
  ]
  const lists: (readonly DiscoveredResource[])[] = []
  for (const version of versions) {
    const path = version.group === '' ? `/api/${version.version}` : `/apis/${formatGroupVersion(version)}`
    try {
      lists.push(fromList((await get(path)) as ResourceList, version))
    } catch (error) {
      // A version whose server is unavailable, or that was removed meanwhile, does not hide the others.
      if (!(error instanceof StatusError) || ![404, 503].includes(error.code)) throw error
      if (error.code === 503) onStale({ group: version.group, version: version.version })
    }
  }
  return lists.flat()
}

interface AggregatedList {
  readonly kind: string
  readonly items: readonly AggregatedGroup[]
}

interface AggregatedGroup {
  readonly metadata: { readonly name?: string }
  readonly versions: readonly {
    readonly version: string
    readonly freshness?: string
    readonly resources?: readonly {
      readonly resource: string
      readonly responseKind?: { readonly kind?: string }
      readonly scope: 'Namespaced' | 'Cluster'
      readonly singularResource?: string
      readonly verbs?: readonly Verb[]
      readonly shortNames?: readonly string[]
      readonly categories?: readonly string[]
      readonly subresources?: readonly { readonly subresource: string }[]
    }[]
  }[]
}

function fromAggregated(
  { metadata: { name = '' }, versions }: AggregatedGroup,
  onStale: (version: GroupVersion) => void,
): readonly DiscoveredResource[] {
  return versions.flatMap(({ version, freshness, resources = [] }, index) => {
    if (freshness === 'Stale') onStale({ group: name, version })
    return resources.map((row) => ({
      group: name,
      version,
      kind: row.responseKind?.kind ?? '',
      resource: row.resource,
      scope: row.scope,
      verbs: row.verbs ?? [],
      singular: row.singularResource ?? '',
      shortNames: row.shortNames ?? [],
      categories: row.categories ?? [],
      subresources: (row.subresources ?? []).map(({ subresource }) => subresource),
      // The first version is the preferred one.
      isPreferred: index === 0,
    }))
  })
}

interface Group {
  readonly name: string
  readonly versions: readonly { readonly version: string }[]
  readonly preferredVersion?: { readonly version: string }
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly singularName?: string
    readonly verbs?: readonly Verb[]
    readonly shortNames?: readonly string[]
    readonly categories?: readonly string[]
  }[]
  readonly groupVersion?: string
}

function fromList(
  { resources = [], groupVersion }: ResourceList,
  version: { readonly group: string; readonly version: string; readonly isPreferred: boolean },
): readonly DiscoveredResource[] {
  const own = parseGroupVersion(groupVersion ?? '') ?? version
  const isOf = (name: string, resource: string): boolean => name.startsWith(`${resource}/`)
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map((row) => ({
      group: own.group,
      version: own.version,
      kind: row.kind,
      resource: row.name,
      scope: row.namespaced ? 'Namespaced' : 'Cluster',
      verbs: row.verbs ?? [],
      singular: row.singularName ?? '',
      shortNames: row.shortNames ?? [],
      categories: row.categories ?? [],
      subresources: resources
        .filter(({ name }) => isOf(name, row.name))
        .map(({ name }) => name.slice(row.name.length + 1)),
      isPreferred: version.isPreferred,
    }))
}
