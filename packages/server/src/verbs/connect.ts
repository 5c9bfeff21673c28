import { notFound, StatusError, type RequestInfo, type Verb } from '@pinnace/meta'
import type { ConnectSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { RequestAttributes } from '../request/request-attributes.ts'
import { runAdmission } from '../request/run-admission.ts'
import { readConnectOptions } from '../options/connect-options.ts'
import type { Draft } from '../storage/draft.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { VerbHandler, VerbHandlers } from './verb-handlers.ts'

const connectVerbs: readonly Verb[] = ['get', 'create', 'update', 'patch', 'delete', 'connect']

/**
 * Logs, exec, attach, port-forward and proxy: runs admission, requires the object to exist, and then throws 503:
 * there is no kubelet to connect to.
 */
export function connectHandlers(subresource: ConnectSubresource): VerbHandlers {
  const handle: VerbHandler = async (server, request) => {
    // upstream: endpoints/installer.go – logs are read with options, and admission does not see a read.
    if (subresource.isRead !== true) await admitConnection(server, request, request.info, subresource)
    const storage = storageOf(request.served)
    const entry = await storage.readNewest(storage.key(request.namespace, request.name))
    if (entry === undefined) throw notFound(request.served.gvr, request.name)
    throw noAgent(request)
  }
  return Object.fromEntries(connectVerbs.map((verb) => [verb, handle]))
}

// upstream: endpoints/handlers/rest.go, ConnectResource
async function admitConnection(
  { admission }: VerbContext,
  scope: RequestScope,
  info: RequestInfo,
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
  await runAdmission(admission, attributes)
}

function noAgent({ served, name, subresource }: RequestScope): StatusError {
  return new StatusError(
    'ServiceUnavailable',
    `${served.gvr.resource} ${JSON.stringify(name)} has no node agent to answer ${subresource}: this server runs no workloads`,
  )
}
