// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { GroupVersionKind } from './meta-v1.ts'

/** apidiscovery.v2.APIGroupDiscovery */
export interface APIGroupDiscovery extends ApiObject {
  readonly versions?: readonly APIVersionDiscovery[]
}

/** apidiscovery.v2.APIGroupDiscoveryList */
export type APIGroupDiscoveryList = ApiList<APIGroupDiscovery>

/** apidiscovery.v2.APIResourceDiscovery */
export interface APIResourceDiscovery {
  readonly resource: string
  readonly responseKind?: GroupVersionKind
  readonly scope: string
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly APISubresourceDiscovery[]
}

/** apidiscovery.v2.APISubresourceDiscovery */
export interface APISubresourceDiscovery {
  readonly subresource: string
  readonly responseKind?: GroupVersionKind
  readonly acceptedTypes?: readonly GroupVersionKind[]
  readonly verbs: readonly string[]
}

/** apidiscovery.v2.APIVersionDiscovery */
export interface APIVersionDiscovery {
  readonly version: string
  readonly resources?: readonly APIResourceDiscovery[]
  readonly freshness?: string
}

/** Fields of the types of this file, one line each. */
export const apidiscoveryV2Types: TypeTable = {
  'apidiscovery.v2.APIGroupDiscovery': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
versions 2 []apidiscovery.v2.APIVersionDiscovery omitempty list=map:version`,
  'apidiscovery.v2.APIGroupDiscoveryList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apidiscovery.v2.APIGroupDiscovery required`,
  'apidiscovery.v2.APIResourceDiscovery': `resource 1 string required
responseKind 2 meta.v1.GroupVersionKind omitempty pointer
scope 3 string required go=v2.ResourceScope
singularResource 4 string required
verbs 5 []string required list=set
shortNames 6 []string omitempty list=set
categories 7 []string omitempty list=set
subresources 8 []apidiscovery.v2.APISubresourceDiscovery omitempty list=map:subresource`,
  'apidiscovery.v2.APISubresourceDiscovery': `subresource 1 string required
responseKind 2 meta.v1.GroupVersionKind omitempty pointer
acceptedTypes 3 []meta.v1.GroupVersionKind omitempty list=map:group,version,kind
verbs 4 []string required list=set`,
  'apidiscovery.v2.APIVersionDiscovery': `version 1 string required
resources 2 []apidiscovery.v2.APIResourceDiscovery omitempty list=map:resource
freshness 3 string omitempty go=v2.DiscoveryFreshness`,
}
