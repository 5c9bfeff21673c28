import type { Aggregation, Peers } from '@pinnace/aggregation'
import type { Metrics, PathHandler } from '@pinnace/meta'
import type { LiveRegistry } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import type { EmulatedReleases } from '@pinnace/versioning'
import type { Authentication } from '../../authentication/index.ts'
import type { Authorization } from '../../authorization/index.ts'
import type { Connections } from '../../connections/index.ts'
import type { CustomResources } from '../../custom-resources/index.ts'
import type { FlowControlSeats } from '../../flow-control/index.ts'
import type { ComponentHealth, Health, HealthMetrics, LoopMeter } from '../../health/index.ts'
import type { HttpServerContext } from '../../http/handle-http.ts'
import type { Inspection, UserSources } from '../../inspection/index.ts'
import type { InProcessContext } from '../../in-process/in-process-context.ts'
import type { PipelineContext } from '../../pipeline/handle-request.ts'
import type { ServedResources } from '../../storage/served-resources.ts'
import type { ServerAccess } from '../server-access.ts'

/**
 * The state of a server, as its facilities provide it. Only facilities and the server handle use this type; lower
 * layers declare the few members they need.
 */
export interface ServerState extends PipelineContext, HttpServerContext, InProcessContext {
  readonly inspection: Inspection | undefined
  /** Which authenticator has found each user; recorded for the inspector. */
  readonly userSources: UserSources
  /** Turns the inspector on for a server, given as its state, and for the forks that it has from then on. */
  readonly enableInspection: (server: ServerState) => Promise<void>
  readonly metrics: Metrics
  readonly store: Store
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  readonly access: ServerAccess
  /** Host and port under which clients reach the server; empty until it listens. */
  readonly externalAddress: { current: string }
  /** The releases that the server speaks as. */
  readonly emulation: EmulatedReleases
  readonly authorization: Authorization
  /** The named authenticators, in order. */
  readonly authenticators: Authentication['authenticators']
  /** `/.well-known/openid-configuration` and `/openid/v1/jwks`. */
  readonly issuerDiscovery: PathHandler
  readonly customResources: CustomResources
  readonly aggregation: Aggregation
  /** Undefined for a server that forwards no requests to peers. */
  readonly peers: Peers | undefined
  readonly connections: Connections
  readonly componentHealth: ComponentHealth
  readonly health: Health
  /** Undefined without priority and fairness. */
  readonly flowControl: FlowControlSeats | undefined
  readonly healthMetrics: HealthMetrics
  readonly loopMeter: LoopMeter
}
