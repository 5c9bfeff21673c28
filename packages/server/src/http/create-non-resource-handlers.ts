import type { Aggregation } from '@pinnace/aggregation'
import type { Clock, Metrics, Vocabulary } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { createDiscovery, createOpenApi } from '@pinnace/openapi'
import { createVersionHandler, createVersionInfo, type Health } from '../health/index.ts'
import { createMetricsHandler } from './metrics-handler.ts'
import { firstHandler, type NonResourceHandler } from './non-resource.ts'

/** Options for {@link createNonResourceHandlers}. */
export interface NonResourceOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** What is served now. */
  readonly registry: () => Registry
  readonly health: Health
  /** Served at `/metrics` where they can be read. */
  readonly metrics: Metrics
  /** Answers what relying parties ask of the issuer of tokens. */
  readonly issuerDiscovery: NonResourceHandler
  /** Host and port under which clients reach the server; empty where it does not listen. */
  readonly serverAddress: () => string
  /** Other servers, whose documents stand beside those of this one. */
  readonly aggregation: Aggregation
}

/** Everything a server answers outside its resources. */
export function createNonResourceHandlers({
  vocabulary,
  clock,
  registry,
  health,
  metrics,
  issuerDiscovery,
  serverAddress,
  aggregation,
}: NonResourceOptions): NonResourceHandler {
  const info = createVersionInfo(version)
  return firstHandler([
    createDiscovery({ vocabulary, registry, serverAddress, discovered: () => aggregation.discovered() }),
    (request, info) => health.handle(request, info),
    createMetricsHandler(metrics),
    createVersionHandler(info),
    issuerDiscovery,
    createOpenApi({
      vocabulary,
      clock,
      registry,
      version: info.gitVersion,
      merged: (own) => aggregation.openApi(own),
    }),
  ])
}

/** Version of the library, as `/version` tells it. */
const version = '0.1.0'
