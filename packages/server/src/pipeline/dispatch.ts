import type { AuditContext } from '@pinnace/audit'
import { methodNotSupported, unknownResource, type HttpReply, type UserInfo, type Verb } from '@pinnace/meta'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import { pageNotFound } from '../http/error-reply.ts'
import type { ServedResource } from '../served-resource.ts'
import { managerFromUserAgent } from '../write/track-fields.ts'
import type { Authorized } from './authorize.ts'
import { noteDeprecation } from '../verbs/note-deprecation.ts'
import { assertAllowed, attributesOf } from './authorize.ts'
import { objectHandlers, type VerbHandlers } from '../verbs/object-verbs.ts'
import { subresourceHandlers } from '../verbs/subresource-verbs.ts'

/** Finds who answers: 404 for what is not served, 405 for a verb that is not served there. */
export function dispatch(
  core: ServerCore,
  authorized: Authorized,
  auditContext: AuditContext | undefined,
): Promise<HttpReply> | HttpReply {
  const { info } = authorized
  if (!info.isResourceRequest) return answerNonResource(core, authorized)
  const remote = core.aggregation.remote(info.group, info.version)
  if (remote !== undefined) return core.aggregation.proxy(core, authorized, remote)
  const served = core.find(info.group, info.version, info.resource)
  if (served !== undefined) return answer(core, authorized, served, auditContext)
  const behind = core.catchUp()
  if (behind === undefined) throw unknownResource()
  return behind.then(() => {
    const registered = core.aggregation.remote(info.group, info.version)
    if (registered !== undefined) return core.aggregation.proxy(core, authorized, registered)
    const found = core.find(info.group, info.version, info.resource)
    if (found === undefined) throw unknownResource()
    return answer(core, authorized, found, auditContext)
  })
}

function answer(
  core: ServerCore,
  authorized: Authorized,
  served: ServedResource,
  auditContext: AuditContext | undefined,
): Promise<HttpReply> | HttpReply {
  const { info } = authorized
  if (served.definition.deprecation !== undefined) noteDeprecation(core, authorized, served, auditContext)
  const handlers = handlersOf(core, authorized, served)
  const handle = handlers[info.verb as Verb]
  if (handle === undefined) throw methodNotSupported(served.gvr, info.verb)
  return handle(core, authorized, new HttpRequestScope(core, authorized, served, auditContext))
}

async function answerNonResource(core: ServerCore, authorized: Authorized): Promise<HttpReply> {
  const remote = core.aggregation.remoteOfPath(authorized.info.path)
  if (remote !== undefined) return core.aggregation.proxy(core, authorized, remote)
  const reply = await core.nonResource(authorized.request, authorized.info)
  if (reply === undefined) return pageNotFound(authorized)
  return {
    ...reply,
    headers: { 'audit-id': authorized.auditId, 'cache-control': 'no-cache, private', ...reply.headers },
  }
}

function handlersOf(core: ServerCore, { info }: Authorized, served: ServedResource): VerbHandlers {
  const { definition } = served
  const { namespace, name, subresource, verb } = info
  const namespaced = definition.scope === 'Namespaced'
  // Namespaces themselves are the one cluster-scoped resource whose request carries a namespace.
  const isNamespaces = definition.group === '' && definition.resource === 'namespaces'
  const depth = info.parts.length - (isPrefixed(info.parts[0]) ? 1 : 0) - (namespaced && namespace !== '' ? 2 : 0)
  if (!namespaced && namespace !== '' && !isNamespaces) throw unknownResource()
  if (namespaced && namespace === '') {
    if (name !== '' && !isCollectionRead(verb)) throw unknownResource()
    if (!isCollectionRead(verb)) throw methodNotSupported(served.gvr, verb)
  }
  if (subresource === '') {
    if (depth > 2) throw unknownResource()
    if (!definition.verbs.includes(verb as Verb)) throw methodNotSupported(served.gvr, verb)
    if (verb === 'create' && name !== '') throw methodNotSupported(served.gvr, verb)
    if ((verb === 'update' || verb === 'patch') && name === '') throw methodNotSupported(served.gvr, verb)
    return objectHandlers
  }
  const declared = Object.hasOwn(definition.subresources, subresource)
    ? definition.subresources[subresource]
    : undefined
  if (declared === undefined || (depth > 3 && declared.type !== 'connect')) throw unknownResource()
  if (declared.type !== 'connect' && !declared.verbs.includes(verb as Verb)) throw methodNotSupported(served.gvr, verb)
  return subresourceHandlers(core, served, declared)
}

// `/api/v1/watch/pods`: the older spelling, where the verb stands before the resource.
function isPrefixed(first: string | undefined): boolean {
  return first === 'watch' || first === 'proxy'
}

function isCollectionRead(verb: string): boolean {
  return verb === 'list' || verb === 'watch'
}

/** A call that came through the line. */
class HttpRequestScope implements RequestScope {
  readonly served: ServedResource
  readonly user: UserInfo
  readonly namespace: string
  readonly name: string
  readonly subresource: string
  readonly userAgent: string
  readonly deadlineMs: number
  readonly auditContext: AuditContext | undefined
  readonly #core: ServerCore
  readonly #authorized: Authorized

  constructor(
    core: ServerCore,
    authorized: Authorized,
    served: ServedResource,
    auditContext: AuditContext | undefined,
  ) {
    const { info, user, request } = authorized
    this.served = served
    this.user = user
    this.namespace = served.definition.scope === 'Namespaced' ? info.namespace : ''
    this.name = info.name
    this.subresource = info.subresource
    this.userAgent = managerFromUserAgent(request.header('user-agent'))
    this.deadlineMs = authorized.deadlineMs
    this.auditContext = auditContext
    this.#core = core
    this.#authorized = authorized
  }

  /** Made when it is asked for: few requests have to wait for anything. */
  get signal(): AbortSignal {
    return this.#authorized.request.signal
  }

  readonly warn = (text: string): void => {
    this.#authorized.warnings.push(text)
  }

  readonly authorize = (verb: string): Promise<void> => {
    const { info, user } = this.#authorized
    return assertAllowed(this.#core, { ...attributesOf(info, user), verb })
  }
}
