import type { ResourceDefinition } from '@pinnace/resources'
import type { Verb } from '@pinnace/meta'

/** What a client must know about a resource to call it. Every ResourceDefinition is one. */
export type ResourceIdentity = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'resource' | 'scope'>

/** A resource as discovery lists it. */
export interface DiscoveredResource extends ResourceIdentity {
  readonly verbs: readonly Verb[]
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** Subresources: `status`, `scale`. */
  readonly subresources: readonly string[]
  /** Whether this is the preferred version of the group. */
  readonly isPreferred: boolean
}
