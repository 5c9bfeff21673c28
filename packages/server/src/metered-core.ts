import { noMetrics, type GroupResource, type RequestInfo } from '@pinnace/meta'
import {
  createRequestMetrics,
  createWatchMetrics,
  meteredAuthenticator,
  meteredAuthorizer,
  type ServerGaugeSource,
} from '@pinnace/metrics'
import { storagePrefix } from '@pinnace/resources'
import type { ServerCore } from './core.ts'

/** The core with its requests, watches, authenticator and authorizer counted; unchanged without metrics. */
export function meteredCore(core: ServerCore): ServerCore {
  const { metrics, clock, vocabulary, anonymous } = core
  if (metrics === noMetrics) return core
  const isServed = ({ group, version, resource, subresource }: RequestInfo): boolean => {
    const definition = core.find(group, version, resource)?.definition
    return definition !== undefined && (subresource === '' || Object.hasOwn(definition.subresources, subresource))
  }
  return {
    ...core,
    requests: createRequestMetrics({ metrics, clock, isServed }),
    watches: createWatchMetrics(metrics),
    authenticate: meteredAuthenticator(core.authenticate, { metrics, clock, vocabulary, anonymous }),
    authorize: meteredAuthorizer(core.authorize, { metrics, clock }),
  }
}

/** What the gauges of a server are computed from. */
export function gaugeSourceOf({ seats, store, registry }: ServerCore): ServerGaugeSource {
  const storages = new Map<string, GroupResource>()
  for (const definition of registry.all) {
    if (definition.virtual !== true) storages.set(storagePrefix(definition), definition.storage)
  }
  return { inFlight: seats, store, storages }
}
