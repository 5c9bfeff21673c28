import type { Aggregation, Peers } from '@pinnace/aggregation'
import type { Clock, Metrics, PathHandler, Vocabulary } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { createDiscovery, createOpenApi } from '@pinnace/openapi'
import type { EmulatedReleases } from '@pinnace/versioning'
import { addVersionMetrics, isReadable } from '@pinnace/metrics'
import { configurationPath, keysPath } from '../authentication/index.ts'
import {
  createStatusPage,
  createVersionHandler,
  createVersionInfo,
  type Health,
  type HealthMetrics,
} from '../health/index.ts'
import type { SeatDumps } from '../pipeline/seats.ts'
import { createFlowControlHandler } from './flow-control-handler.ts'
import { createMetricsHandler } from './metrics-handler.ts'
import { firstHandler, type NonResourceHandler } from './non-resource.ts'
import { createPathIndex } from './path-index.ts'

/** Options for {@link createNonResourceHandlers}. */
export interface NonResourceOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** The resources that are served now. */
  readonly registry: () => Registry
  readonly health: Health
  readonly healthMetrics: HealthMetrics
  /** Served at `/metrics`; undefined when metrics are off. */
  readonly metrics: Metrics
  /** Undefined without priority and fairness. */
  readonly flowControl: SeatDumps | undefined
  /** Answers the OpenID discovery of the token issuer. */
  readonly issuerDiscovery: PathHandler
  /** Host and port under which clients reach the server; empty if it does not listen. */
  readonly serverAddress: () => string
  /** Aggregated servers, whose documents are merged with those of this server. */
  readonly aggregation: Aggregation
  /** Undefined for a server that forwards no requests to peers. */
  readonly peers: Peers | undefined
  readonly emulation: EmulatedReleases
}

/** Creates the handlers of the non-resource paths. */
export function createNonResourceHandlers({
  vocabulary,
  clock,
  registry,
  health,
  healthMetrics,
  metrics,
  flowControl,
  issuerDiscovery,
  serverAddress,
  aggregation,
  peers,
  emulation,
}: NonResourceOptions): NonResourceHandler {
  const info = createVersionInfo(version, emulation)
  addVersionMetrics(metrics, { product: vocabulary.product, component: vocabulary.componentPrefix }, info)
  const servesIssuer = (): boolean => issuerDiscovery(anyRequest, keysRequest) !== undefined
  return firstHandler([
    createDiscovery({
      vocabulary,
      registry,
      serverAddress,
      discovered: () => aggregation.discovered(),
      discoveredWithPeers: peers === undefined ? undefined : () => aggregation.discoveredWith(peers.versions()),
    }),
    createPathIndex({
      groups: () => aggregation.discovered().groups,
      others: () => [
        ...health.paths(),
        ...(isReadable(metrics) ? ['/metrics', '/metrics/slis'] : []),
        ...(servesIssuer() ? [configurationPath, keysPath] : []),
        '/openapi/v2',
        '/openapi/v3',
        '/openapi/v3/',
        '/statusz',
        '/version',
      ],
    }),
    (request, info) => health.handle(request, info),
    createMetricsHandler(metrics, healthMetrics, clock),
    createStatusPage(clock, emulation.emulated),
    ...(flowControl === undefined ? [] : [createFlowControlHandler(flowControl)]),
    createVersionHandler(info),
    issuerDiscovery,
    createOpenApi({
      vocabulary,
      clock,
      registry,
      version: `${info.major}.${info.minor}`,
      servesIssuer,
      merged: (own) => aggregation.openApi(own),
    }),
  ])
}

const anyRequest = { method: 'GET', header: () => undefined }
const keysRequest = { path: keysPath, query: new URLSearchParams() }

/** The version of the library, for `/version`. */
const version = '0.1.0'
