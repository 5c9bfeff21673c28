import { forbidden, type RequestInfo } from '@pinnace/meta'
import type { ConnectSubresource } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import { readConnectOptions } from '../options/connect-options.ts'
import { RequestAttributes } from '../request/request-attributes.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { runAdmission } from '../request/run-admission.ts'
import type { Draft } from '../storage/draft.ts'
import type { VerbContext } from './verb-context.ts'
import type { VerbHandler, VerbHandlers, VerbRequest } from './verb-handlers.ts'

/** Logs, exec, attach, port-forward and proxy: runs admission, and answers with a connection. */
export function connectHandlers(subresource: ConnectSubresource): VerbHandlers {
  const handle: VerbHandler = async (server, request, exchange) => {
    const { vocabulary, connections } = server
    // upstream: endpoints/installer.go – logs are read with options, and admission does not see a read.
    const isRead = subresource.isRead === true
    const kind = isRead ? { ...subresource.kind, kind: 'PodLogOptions' } : subresource.kind
    const options = readConnectOptions(request.info, kind, loadType(`core.v1.${kind.kind}`))
    if (!isRead) await admitConnection(server, request, options, subresource)
    if (needsCreate.has(request.subresource)) await assertMayCreate(server, request)
    return exchange.connect(
      (http, headers) => connections.answer({ request, options, http, headers, vocabulary }),
      () => connections.assertFound(request),
    )
  }
  // OPTIONS, which has no verb, reaches proxies only.
  return Object.fromEntries([...subresource.verbs, ''].map((verb) => [verb, handle]))
}

// upstream: endpoints/handlers/rest.go, ConnectResource
async function admitConnection(
  { admission }: VerbContext,
  scope: RequestScope & { readonly info: RequestInfo },
  options: Record<string, unknown>,
  { kind }: ConnectSubresource,
): Promise<void> {
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

const needsCreate = new Set(['exec', 'attach', 'portforward'])

/** A WebSocket begins with a GET, but needs the permission of a POST. */
// upstream: registry/core/pod/rest/authorize.go, ensureAuthorizedForVerb
async function assertMayCreate({ authorize }: VerbContext, { verb, user, info }: VerbRequest): Promise<void> {
  if (verb === 'create') return
  const { group, version, namespace, resource, subresource, name, path, isResourceRequest } = info
  const target = { group, version, namespace, resource, subresource, name, path, isResourceRequest }
  const { effect, reason } = await authorize({ ...target, user, verb: 'create' })
  if (effect !== 'allow') throw forbidden({ group, resource }, name, reason)
}
