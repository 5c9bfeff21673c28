import type { Awaitable } from '@pinnace/meta'
import type { ServerComponents } from '../create-core.ts'
import type { ServerCore } from '../core.ts'
import type { ServerOptions } from '../options/server-options.ts'
import { createAggregation, type Aggregation, type KnownRegistrations } from './create-aggregation.ts'

/** ServerComponents of a server that registrations are served with. */
export type AggregationParts = Pick<
  ServerComponents,
  'store' | 'vocabulary' | 'clock' | 'registry' | 'access' | 'customResources' | 'definitionTools'
>

/** Serves the registrations of a server's store; `known` are those of the server it is a fork of. */
export function serveAggregation(
  { aggregation, admissionControl, authentication }: ServerOptions,
  { definitionTools, ...parts }: AggregationParts,
  core: () => ServerCore,
  known?: KnownRegistrations,
): Awaitable<Aggregation> {
  const { store, vocabulary, clock, registry, access, customResources } = parts
  const { clientCa, requestHeader } = authentication ?? {}
  const { usernameHeaders = [], uidHeaders = [], groupHeaders = [], extraHeaderPrefixes = [] } = requestHeader ?? {}
  return createAggregation({
    store,
    vocabulary,
    clock,
    registry,
    access,
    customResources,
    core,
    logger: definitionTools.logger,
    resolveService: aggregation?.resolveService ?? admissionControl?.resolveService,
    clientAuthorities: clientCa === undefined ? [] : [clientCa],
    identity: {
      headers: [...usernameHeaders, ...uidHeaders, ...groupHeaders].map(toLowerCase),
      prefixes: extraHeaderPrefixes.map(toLowerCase),
    },
    ...(known === undefined ? {} : { known }),
  })
}

function toLowerCase(name: string): string {
  return name.trim().toLowerCase()
}
