// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { GroupVersionKind } from './meta-v1.ts'

/**
 * apidiscovery.v2.APIGroupDiscovery
 *
 * An API group with all of its versions and their resources. The group is the name in the metadata, empty for the core
 * group.
 */
export interface APIGroupDiscovery extends ApiObject {
  /** The versions, the preferred one first. */
  readonly versions?: readonly APIVersionDiscovery[]
}

/** apidiscovery.v2.APIGroupDiscoveryList */
export type APIGroupDiscoveryList = ApiList<APIGroupDiscovery>

/**
 * apidiscovery.v2.APIResourceDiscovery
 *
 * A resource with its subresources.
 */
export interface APIResourceDiscovery {
  /** The plural word in URLs. */
  readonly resource: string
  /** The kind of object that is answered. Absent where there are only subresources. */
  readonly responseKind?: GroupVersionKind
  /** Cluster or Namespaced. */
  readonly scope: string
  /** The singular word that command-line users may type. */
  readonly singularResource: string
  /** The operations that can be requested. */
  readonly verbs: readonly string[]
  /** Abbreviations that command-line users may type. */
  readonly shortNames?: readonly string[]
  /** Names of collections that the resource belongs to, such as "all". */
  readonly categories?: readonly string[]
  /** What can be requested below each object. */
  readonly subresources?: readonly APISubresourceDiscovery[]
}

/**
 * apidiscovery.v2.APISubresourceDiscovery
 *
 * A subresource.
 */
export interface APISubresourceDiscovery {
  /** The word behind the name of the object in URLs. */
  readonly subresource: string
  /** The kind of object that is answered. Absent for streams and proxies. */
  readonly responseKind?: GroupVersionKind
  /** Kinds that can be sent, where they differ from what is answered. */
  readonly acceptedTypes?: readonly GroupVersionKind[]
  /** The operations that can be requested. */
  readonly verbs: readonly string[]
}

/**
 * apidiscovery.v2.APIVersionDiscovery
 *
 * A version of a group.
 */
export interface APIVersionDiscovery {
  /** The version. */
  readonly version: string
  /** The resources. */
  readonly resources?: readonly APIResourceDiscovery[]
  /** Current, or Stale if the server that has the version could not be asked and the list may be out of date. */
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
