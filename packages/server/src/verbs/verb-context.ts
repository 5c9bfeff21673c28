import type { Gauge, GroupVersionKind } from '@pinnace/meta'
import type { Registry, TokenIssuer } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import type { FeatureGates } from '@pinnace/versioning'
import type { ReviewContext } from '../reviews/review-context.ts'
import type { ServedResource } from '../served-resource.ts'
import type { WriteContext } from '../write/write-context.ts'

/** What finds the resources of a server for its own use. */
export interface ResourceLookup {
  readonly registry: Registry
  /** The resource, also where it is not served to clients. */
  findDeclared(group: string, version: string, resource: string): ServedResource | undefined
}

/** What the verbs need of the server. */
export interface VerbContext extends WriteContext, ReviewContext, ResourceLookup {
  readonly features: FeatureGates
  /** 1 for every deprecated version that was requested. */
  readonly deprecated: Gauge
  /** Signs the tokens of service accounts. */
  readonly tokens: TokenIssuer
  /** A kind that only exists in bodies (Scale, Eviction), read and written like any other. */
  bodyResource(parent: ServedResource, kind: GroupVersionKind, schema: () => ObjectSchema): ServedResource
}
