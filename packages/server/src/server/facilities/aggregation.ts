import {
  createAggregation,
  type Aggregation,
  type AggregationFork,
  type AggregationOptions,
} from '@pinnace/aggregation'
import { maxBodyBytes } from '../../http/read-body.ts'
import { proxyCertificatesOf, publishedRequestHeader } from '../proxy-certificates.ts'
import { createLoopbackObjects } from '../loopback-objects.ts'
import type { ServerOptions } from '../server-options.ts'
import { isLongRunning } from '../../pipeline/long-running.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The group versions of aggregated servers, and `catchUp`. */
export const aggregation: CreateFacility = async (server, options) =>
  newFacility(await createAggregation(toAggregationOptions(server, options)), server)

function toAggregationOptions(server: ServerState, options: ServerOptions): AggregationOptions {
  const { vocabulary, clock, random, metrics, access, logger } = server
  const { clientCa } = options.authentication ?? {}
  return {
    ...forkOptions(server),
    vocabulary,
    clock,
    random,
    metrics,
    logger,
    certificates: proxyCertificatesOf(options, access),
    ...publishedRequestHeader(options),
    resolveService: options.aggregation?.resolveService ?? options.admissionControl?.resolveService,
    clientAuthorities: clientCa === undefined ? [] : [clientCa],
    identity: identityHeadersOf(options),
    maxBodyBytes,
    isLongRunning: ({ verb, subresource }) => isLongRunning(verb, subresource),
  }
}

function newFacility(created: Aggregation, server: ServerState): Facility {
  return { ...aggregationFacility(created, server), start: () => created.start() }
}

function aggregationFacility(created: Aggregation, { customResources }: ServerState): Facility {
  return {
    provides: {
      aggregation: created,
      catchUp() {
        const crds = customResources.catchUp()
        const apiServices = created.catchUp()
        if (crds === undefined || apiServices === undefined) return crds ?? apiServices
        return Promise.all([crds, apiServices]).then(() => undefined)
      },
    },
    // A store that forks is in this process and synchronous.
    fork: (server) => aggregationFacility(created.fork(forkOptions(server)) as Aggregation, server),
    forkWith: (server, options) =>
      newFacility(created.forkWith(toAggregationOptions(server, options)) as Aggregation, server),
    dispose: () => created[Symbol.dispose](),
  }
}

function forkOptions(server: ServerState): AggregationFork {
  const { store, registry, customResources } = server
  return { store, registry, objects: createLoopbackObjects(() => server), crds: customResources }
}

/** The headers in which a proxy before this server sends the user. */
export function identityHeadersOf({ authentication }: ServerOptions): AggregationOptions['identity'] {
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
