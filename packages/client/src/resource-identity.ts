import type { ResourceDefinition } from '@pinnace/resources'
import type { Verb } from '@pinnace/meta'

/** What a client must know of a resource to call it. Every ResourceDefinition is one. */
export type ResourceIdentity = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'resource' | 'scope'>

/** A resource as the server says it is served. */
export interface DiscoveredResource extends ResourceIdentity {
  readonly verbs: readonly Verb[]
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  /** Names of what hangs below an object: `status`, `scale`. */
  readonly subresources: readonly string[]
  /** The version is the one its group prefers. */
  readonly isPreferred: boolean
}
