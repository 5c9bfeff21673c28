import type { GroupVersionKind } from '@pinnace/meta'

/** A subresource of {@link ResourceDiscovery}. */
export interface SubresourceDiscovery {
  readonly subresource: string
  readonly responseKind: GroupVersionKind
  readonly verbs: readonly string[]
}

/** A resource in aggregated discovery. */
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

/** A version of a group in aggregated discovery. */
export interface VersionDiscovery {
  readonly version: string
  readonly resources: readonly ResourceDiscovery[]
  /** Stale if its server is not available. */
  readonly freshness: 'Current' | 'Stale'
}

/** Aggregated discovery: all groups with their resources. */
export interface ApiGroupDiscoveryList {
  readonly kind: 'APIGroupDiscoveryList'
  readonly apiVersion: string
  readonly metadata: Readonly<Record<string, never>>
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly VersionDiscovery[]
  }[]
}
