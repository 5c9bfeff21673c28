import type { AdmissionChain } from '@pinnace/admission'
import type { Auditor } from '@pinnace/audit'
import type { Authenticator, TokenAuthenticator } from '@pinnace/authn'
import type { Authorizer, RuleResolver } from '@pinnace/authz'
import type { Clock, Gauge, GroupVersionKind, Metrics, Random, Vocabulary } from '@pinnace/meta'
import type { RequestMetrics, WatchMetrics } from '@pinnace/metrics'
import type { EscalationChecks } from '@pinnace/rbac'
import type { Registry, TokenIssuer } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import type { Store } from '@pinnace/store'
import type { FeatureGates } from '@pinnace/versioning'
import type { Aggregation } from './aggregation/create-aggregation.ts'
import type { Health } from './health/create-health.ts'
import type { Logger } from './logger.ts'
import type { Seats } from './pipeline/acquire-seat.ts'
import type { NonResourceHandler } from './http/non-resource.ts'
import type { RequestSummary } from './options/server-options.ts'
import type { ListBodies } from './http/list-bodies.ts'
import type { Negotiators } from './http/representation.ts'
import type { ServedResource } from './served-resource.ts'

/** Everything a server is made of, wired once. What the stages, the verbs and the write path look at. */
export interface ServerCore {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly metrics: Metrics
  readonly features: FeatureGates
  /** Large answers are compressed for who takes that: the feature gate APIResponseCompression. */
  readonly compresses: boolean
  /** 1 for every deprecated version that was asked for. */
  readonly deprecated: Gauge
  /** Counts requests; absent where nothing is counted. */
  readonly requests: RequestMetrics | undefined
  /** Counts what watchers are sent; absent where nothing is counted. */
  readonly watches: WatchMetrics | undefined
  readonly onRequest: ((summary: RequestSummary) => void) | undefined
  /** Writes down who did what; absent where nobody asked for it. */
  readonly auditor: Auditor | undefined
  readonly store: Store
  readonly registry: Registry
  readonly authenticate: Authenticator
  /** Whose a bearer token is, for reviews. */
  readonly authenticateToken: TokenAuthenticator
  readonly apiAudiences: readonly string[]
  /** Signs the tokens of service accounts. */
  readonly tokens: TokenIssuer
  readonly authorize: Authorizer
  /** What a user may do, listed. */
  readonly rules: RuleResolver
  /** What guards roles and bindings, where they decide. */
  readonly escalation: (() => Promise<EscalationChecks>) | undefined
  /** The group of roles and bindings. */
  readonly policyGroup: string
  readonly admission: AdmissionChain
  /** Other servers that are registered with this one. */
  readonly aggregation: Aggregation
  /** A request nobody has named is the anonymous user; else it is refused with 401. */
  readonly anonymous: boolean
  readonly seats: Seats
  /** `/healthz`, `/version`, discovery, OpenAPI. */
  readonly nonResource: NonResourceHandler
  readonly health: Health
  readonly negotiators: Negotiators
  readonly listBodies: ListBodies
  /** The served form of a version of a resource; `undefined` where none is served. */
  find(group: string, version: string, resource: string): ServedResource | undefined
  /** As {@link find}, also where nobody may ask for it: what the server itself looks at. */
  findDeclared(group: string, version: string, resource: string): ServedResource | undefined
  /** Waits until every kind is served that the store holds a definition or a registration of; nothing where it is so already. */
  catchUp(): Promise<void> | undefined
  /** A kind that only bodies are of (Scale, Eviction), read and written like any other. */
  bodyResource(parent: ServedResource, kind: GroupVersionKind, schema: () => ObjectSchema): ServedResource
}

/** Largest body that is read, bytes. */
export const maxBodyBytes = 3_145_728
