import {
  createAggregation,
  type Aggregation,
  type AggregationFork,
  type AggregationOptions,
} from '@pinnace/aggregation'
import type { Awaitable } from '@pinnace/meta'
import type { ServerComponents } from './create-core.ts'
import { maxBodyBytes } from './http/read-body.ts'
import { createLoopbackObjects } from './in-process/loopback-objects.ts'
import type { ServerOptions } from './options/server-options.ts'
import { isLongRunning } from './pipeline/acquire-seat.ts'
import type { VerbContext } from './verbs/verb-context.ts'

/** What aggregation of a server is created from. */
export type AggregationComponents = Pick<
  ServerComponents,
  | 'store'
  | 'vocabulary'
  | 'clock'
  | 'random'
  | 'metrics'
  | 'registry'
  | 'access'
  | 'customResources'
  | 'customResourceTools'
>

/** Starts aggregation for a server. */
export function startAggregation(
  options: ServerOptions,
  components: AggregationComponents,
  server: () => VerbContext,
): Awaitable<Aggregation> {
  const { vocabulary, clock, random, metrics, access, customResourceTools } = components
  const { clientCa } = options.authentication ?? {}
  return createAggregation({
    ...aggregationForkOf(components, server),
    vocabulary,
    clock,
    random,
    metrics,
    logger: customResourceTools.logger,
    certificates: access,
    resolveService: options.aggregation?.resolveService ?? options.admissionControl?.resolveService,
    clientAuthorities: clientCa === undefined ? [] : [clientCa],
    identity: identityHeadersOf(options),
    maxBodyBytes,
    isLongRunning: ({ verb, subresource }) => isLongRunning(verb, subresource),
  })
}

/** What differs in the aggregation of a fork. */
export function aggregationForkOf(
  { store, registry, customResources }: Pick<AggregationComponents, 'store' | 'registry' | 'customResources'>,
  server: () => VerbContext,
): AggregationFork {
  return {
    store,
    registry,
    objects: createLoopbackObjects(server),
    crds: customResources,
  }
}

function identityHeadersOf({ authentication }: ServerOptions): AggregationOptions['identity'] {
  const {
    usernameHeaders = [],
    uidHeaders = [],
    groupHeaders = [],
    extraHeaderPrefixes = [],
  } = authentication?.requestHeader ?? {}
  return {
    names: [...usernameHeaders, ...uidHeaders, ...groupHeaders].map(normalize),
    prefixes: extraHeaderPrefixes.map(normalize),
  }
}

function normalize(name: string): string {
  return name.trim().toLowerCase()
}
