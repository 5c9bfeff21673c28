import {
  createAggregation,
  type Aggregation,
  type AggregationFork,
  type AggregationOptions,
} from '@pinnace/aggregation'
import type { Awaitable } from '@pinnace/meta'
import type { ServerCore } from './core.ts'
import type { ServerComponents } from './create-core.ts'
import { definitionsOfGroup } from './custom-resources/follow-definitions.ts'
import { maxBodyBytes } from './http/read-body.ts'
import { createLoopbackObjects } from './in-process/loopback-objects.ts'
import type { ServerOptions } from './options/server-options.ts'
import { isLongRunning } from './pipeline/acquire-seat.ts'
import { conditionOf } from '@pinnace/resources/custom-resource'

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
  | 'definitionTools'
>

/** Starts aggregation for a server. */
export function startAggregation(
  options: ServerOptions,
  components: AggregationComponents,
  core: () => ServerCore,
): Awaitable<Aggregation> {
  const { vocabulary, clock, random, metrics, access, definitionTools } = components
  const { clientCa } = options.authentication ?? {}
  return createAggregation({
    ...aggregationForkOf(components, core),
    vocabulary,
    clock,
    random,
    metrics,
    logger: definitionTools.logger,
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
  core: () => ServerCore,
): AggregationFork {
  return {
    store,
    registry,
    objects: createLoopbackObjects(core),
    crds: {
      groups: () => [...customResources.follower.definitions.values()].map(({ summary }) => summary.spec.group),
      established: (group) =>
        definitionsOfGroup(customResources.follower, group)
          .filter((definition) => conditionOf(definition, 'Established')?.status === 'True')
          .flatMap(({ spec }) => spec.versions.filter(({ served }) => served).map(({ name }) => name)),
    },
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
