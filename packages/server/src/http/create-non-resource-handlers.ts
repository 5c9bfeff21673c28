import type { Aggregation } from '@pinnace/aggregation'
import type { Clock, Metrics, Vocabulary } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { createDiscovery, createOpenApi } from '@pinnace/openapi'
import {
  createStatusPage,
  createVersionHandler,
  createVersionInfo,
  type Health,
  type HealthResults,
} from '../health/index.ts'
import { createMetricsHandler } from './metrics-handler.ts'
import { firstHandler, type NonResourceHandler } from './non-resource.ts'

/** Options for {@link createNonResourceHandlers}. */
export interface NonResourceOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** The resources that are served now. */
  readonly registry: () => Registry
  readonly health: Health
  readonly healthResults: HealthResults
  /** Served at `/metrics`; undefined when metrics are off. */
  readonly metrics: Metrics
  /** Answers the OpenID discovery of the token issuer. */
  readonly issuerDiscovery: NonResourceHandler
  /** Host and port under which clients reach the server; empty if it does not listen. */
  readonly serverAddress: () => string
  /** Aggregated servers, whose documents are merged with those of this server. */
  readonly aggregation: Aggregation
}

/** Creates the handlers of the non-resource paths. */
export function createNonResourceHandlers({
  vocabulary,
  clock,
  registry,
  health,
  healthResults,
  metrics,
  issuerDiscovery,
  serverAddress,
  aggregation,
}: NonResourceOptions): NonResourceHandler {
  const info = createVersionInfo(version)
  return firstHandler([
    createDiscovery({ vocabulary, registry, serverAddress, discovered: () => aggregation.discovered() }),
    (request, info) => health.handle(request, info),
    createMetricsHandler(metrics, healthResults),
    createStatusPage(clock),
    createVersionHandler(info),
    issuerDiscovery,
    createOpenApi({
      vocabulary,
      clock,
      registry,
      version: `${info.major}.${info.minor}`,
      merged: (own) => aggregation.openApi(own),
    }),
  ])
}

/** The version of the library, for `/version`. */
const version = '0.1.0'
