import { notFound, StatusError, type Verb } from '@pinnace/meta'
import type { ConnectSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { RequestAttributes } from '../admission/request-attributes.ts'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import { storageOf, type Draft } from '../served-resource.ts'
import type { Authorized } from '../pipeline/authorize.ts'
import type { VerbHandler, VerbHandlers } from './object-verbs.ts'
import { readConnectOptions } from '../options/connect-options.ts'

const connectVerbs: readonly Verb[] = ['get', 'create', 'update', 'patch', 'delete', 'connect']

/**
 * Logs, exec, attach, port-forward and proxy: admission is asked, and then the object must be there. They are answered
 * by a node's agent, and no node stands behind this server: 503.
 */
export function connectHandlers(subresource: ConnectSubresource): VerbHandlers {
  const handle: VerbHandler = async (core, authorized, scope) => {
    // upstream: endpoints/installer.go – logs are read with options, which admission is not asked about.
    if (subresource.isRead !== true) await admitConnection(core, authorized, scope, subresource)
    const storage = storageOf(scope.served)
    const entry = await storage.readNewest(storage.key(scope.namespace, scope.name))
    if (entry === undefined) throw notFound(scope.served.gvr, scope.name)
    throw noAgent(scope)
  }
  return Object.fromEntries(connectVerbs.map((verb) => [verb, handle]))
}

// upstream: endpoints/handlers/rest.go, ConnectResource
async function admitConnection(
  core: ServerCore,
  { info }: Authorized,
  scope: RequestScope,
  { kind }: ConnectSubresource,
): Promise<void> {
  const options = readConnectOptions(info, kind, loadType(`core.v1.${kind.kind}`))
  const attributes = new RequestAttributes(scope, {
    operation: 'CONNECT',
    kind,
    name: scope.name,
    object: options as unknown as Draft,
    oldObject: undefined,
    options: () => undefined,
    dryRun: false,
  })
  await core.admission.admit(attributes)
  await core.admission.validate(attributes)
}

function noAgent({ served, name, subresource }: RequestScope): StatusError {
  return new StatusError(
    'ServiceUnavailable',
    `${served.gvr.resource} ${JSON.stringify(name)} has no node agent to answer ${subresource}: this server runs no workloads`,
  )
}
