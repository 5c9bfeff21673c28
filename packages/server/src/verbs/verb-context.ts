import type { Gauge, GroupVersionKind } from '@pinnace/meta'
import type { RequestMetrics } from '@pinnace/metrics'
import type { TokenIssuer } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import type { FeatureGates } from '@pinnace/versioning'
import type { Connections } from '../connections/index.ts'
import type { ComponentHealth } from '../health/index.ts'
import type { ReviewContext } from './reviews/review-context.ts'
import type { ResourceLookup } from '../storage/resource-lookup.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { WriteContext } from '../write/write-context.ts'

/** What the verbs need of the server. */
export interface VerbContext extends WriteContext, ReviewContext, ResourceLookup {
  readonly features: FeatureGates
  /** 1 for every deprecated version that was requested. */
  readonly deprecated: Gauge
  readonly connections: Pick<Connections, 'answer' | 'assertFound'>
  /** Undefined without metrics. */
  readonly requests: RequestMetrics | undefined
  /** What component statuses show. */
  readonly componentHealth: ComponentHealth
  /** Signs the tokens of service accounts. */
  readonly tokens: TokenIssuer
  /** A kind that only exists in bodies (Scale, Eviction), read and written like any other. */
  bodyResource(parent: ServedResource, kind: GroupVersionKind, schema: () => ObjectSchema): ServedResource
}
