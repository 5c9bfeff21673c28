import type { GroupVersionKind } from '@pinnace/meta'

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
