import {
  badRequest,
  methodNotSupported,
  notFound,
  unknownResource,
  verbNotSupported,
  type Awaitable,
  type RequestInfo,
  StatusError,
  type UserInfo,
  type Verb,
} from '@pinnace/meta'
import type { AuditContext } from '@pinnace/audit'
import type { RemoteApiService } from '@pinnace/aggregation'
import type { RequestTrace } from './request-trace.ts'
import type { PermissionTarget } from '../request/request-scope.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { computedVerbs, isComputed } from '../verbs/computed-resources.ts'
import { warnOfDeprecation } from './deprecation-warning.ts'
import { objectVerbs } from '../verbs/object-verbs.ts'
import { subresourceVerbs } from '../verbs/subresource-verbs.ts'
import type { VerbContext } from '../verbs/verb-context.ts'
import type { VerbHandlers, VerbRequest } from '../verbs/verb-handlers.ts'
import { managerFromUserAgent } from '../options/field-manager.ts'
import { assertAllowed, attributesOf } from './authorize.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Intervention } from './interceptor.ts'
import { PageNotFound } from './page-not-found.ts'
import type { Authorized } from './stages.ts'

/** What dispatch needs of the server. */
export interface DispatchContext extends VerbContext {
  /** The version of a resource; undefined if it is not served. */
  find(group: string, version: string, resource: string): ServedResource | undefined
  /** Waits until the kinds of every stored CRD and APIService are served; undefined if they already are. */
  catchUp(): Promise<void> | undefined
  readonly aggregation: {
    /** The server that an APIService names for a group version; undefined if this server serves it. */
    remote(group: string, version: string): RemoteApiService | undefined
  }
}

/** An incoming request and its record. */
export interface Dispatched<A> {
  readonly incoming: IncomingRequest<A>
  readonly record: {
    readonly auditContext: AuditContext | undefined
    readonly intervention: Intervention | undefined
    readonly trace: RequestTrace | undefined
  }
}

/**
 * Finds the verb handler of a request and runs it. Resources, verbs and subresources are resolved only here, for every
 * transport. Throws 404 for a resource that is not served, 405 for a verb that the resource does not support.
 */
export function dispatch<A>(
  server: DispatchContext,
  authorized: Authorized,
  { incoming, record }: Dispatched<A>,
): Awaitable<A> {
  const { info } = authorized
  if (!info.isResourceRequest) return incoming.answerPath(authorized)
  // upstream: apiserver/pkg/server/mux – a path has one spelling, although its parts are read without empty ones.
  if (/^\/(?:apis\/)?\//.test(info.path)) throw new PageNotFound()
  const found = find(server, authorized, { incoming, record })
  if (found !== undefined) return found
  const behind = server.catchUp()
  if (behind === undefined) return forwardUnserved(server, authorized, incoming)
  return behind.then(
    () => find(server, authorized, { incoming, record }) ?? forwardUnserved(server, authorized, incoming),
  )
}

/** What this server does not serve is left to a peer that does. Throws 404 if there is none. */
// upstream: apiserver/pkg/util/peerproxy, WrapHandler
function forwardUnserved<A>(
  server: DispatchContext,
  authorized: Authorized,
  incoming: IncomingRequest<A>,
): Awaitable<A> {
  const forwarded = incoming.forwardToPeer(authorized)
  if (forwarded === undefined) throw unserved(server, authorized.info)
  return forwarded
}

// upstream: what no built-in group serves is left to the server of custom resources, which has no Status for it.
function unserved({ registry }: DispatchContext, { group }: RequestInfo): StatusError {
  const { versions = [] } = registry.group(group) ?? {}
  const isBuiltIn = versions.some(({ resources }) => resources.some(({ builtIn }) => builtIn))
  return group === '' || isBuiltIn ? unknownResource() : new PageNotFound()
}

function find<A>(
  server: DispatchContext,
  authorized: Authorized,
  { incoming, record }: Dispatched<A>,
): Awaitable<A> | undefined {
  const { group, version, resource } = authorized.info
  const remote = server.aggregation.remote(group, version)
  if (remote !== undefined) return incoming.forward(authorized, remote)
  const served = server.find(group, version, resource)
  return served === undefined ? undefined : runVerb(server, authorized, served, { incoming, record })
}

function runVerb<A>(
  server: DispatchContext,
  authorized: Authorized,
  served: ServedResource,
  { incoming, record }: Dispatched<A>,
): Awaitable<A> {
  const request = new IncomingVerbRequest(server, authorized, served, { incoming, record })
  const { builtIn, deprecation } = served.definition
  const { verb } = authorized.info
  if (!builtIn) warnOfDeprecation(server, request)
  const handle = handlersOf(server, authorized, served, incoming.method)[verb as Verb | '']
  if (handle === undefined) throw unsupported(served, verb)
  if (!builtIn || deprecation === undefined) return handle(server, request, incoming)
  warnOfDeprecation(server, request)
  return runDeprecated(() => handle(server, request, incoming), authorized)
}

// upstream: endpoints/installer.go – a request whose media types fit no route of a built-in kind gets no warnings.
async function runDeprecated<A>(run: () => Awaitable<A>, { warnings }: Authorized): Promise<A> {
  try {
    return await run()
  } catch (error) {
    // An object that is not of the kind that was asked for is a 406 without details, and has had a route.
    const isUnrouted = error instanceof StatusError && (error.code === 406 || error.code === 415)
    if (isUnrouted && error.details !== undefined) warnings.length = 0
    throw error
  }
}

function handlersOf(
  server: DispatchContext,
  { info }: Authorized,
  served: ServedResource,
  method: string,
): VerbHandlers {
  const { definition } = served
  if (!definition.builtIn) return customHandlersOf(server, info, served)
  const { namespace, name, subresource, verb } = info
  const namespaced = definition.scope === 'Namespaced'
  // A Namespace is the one cluster-scoped object whose request carries a namespace.
  const isNamespaces = definition.group === '' && definition.resource === 'namespaces'
  const depth = info.parts.length - (isPrefixed(info.parts[0]) ? 1 : 0) - (namespaced && namespace !== '' ? 2 : 0)
  if (!namespaced && namespace !== '' && !isNamespaces) throw unknownResource()
  if (info.parts[0] === 'proxy') throw unknownResource()
  if (namespaced && namespace === '') {
    // No route: what cannot be listed has paths in a namespace only.
    if (!definition.verbs.includes('list')) throw unknownResource()
    if (name !== '' && (!isCollectionRead(verb) || isNamed(info))) throw unknownResource()
    if (!isCollectionRead(verb)) throw methodNotSupported(served.gvr, verb)
  }
  if (subresource === '') {
    if (depth > 2) throw unknownResource()
    if (isComputed(definition) && isRead(verb)) return computedVerbs
    if (!definition.verbs.includes(verb as Verb)) throw methodNotSupported(served.gvr, verb)
    if (verb === 'create' && name !== '') throw methodNotSupported(served.gvr, verb)
    if ((verb === 'update' || verb === 'patch') && name === '') throw methodNotSupported(served.gvr, verb)
    assertRouteMethod(served, info, method)
    assertNameParameter(info)
    return objectVerbs
  }
  const declared = Object.hasOwn(definition.subresources, subresource)
    ? definition.subresources[subresource]
    : undefined
  if (declared === undefined || (depth > 3 && declared.type !== 'connect')) throw unknownResource()
  if (declared.type === 'connect' && subresource === 'proxy') {
    if (!proxyMethods.has(method)) throw methodNotSupported(served.gvr, verb)
  } else {
    if (!declared.verbs.includes(verb as Verb)) throw methodNotSupported(served.gvr, verb)
    assertRouteMethod(served, info, method)
  }
  assertNameParameter(info)
  return subresourceVerbs(server, served, declared)
}

// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, ServeHTTP – there are no routes: a path of the
// other scope is no page, and a create does not look at a name in the path.
function customHandlersOf(server: DispatchContext, info: RequestInfo, served: ServedResource): VerbHandlers {
  const { definition, gvr } = served
  const { namespace, name, subresource, verb } = info
  const namespaced = definition.scope === 'Namespaced'
  if (namespaced ? namespace === '' && !isCollectionRead(verb) : namespace !== '') throw new PageNotFound()
  assertNameParameter(info)
  if (subresource === '') {
    if (!definition.verbs.includes(verb as Verb)) throw unsupported(served, verb)
    if ((verb === 'update' || verb === 'patch') && name === '') throw badRequest('name must be provided')
    return objectVerbs
  }
  const declared = Object.hasOwn(definition.subresources, subresource)
    ? definition.subresources[subresource]
    : undefined
  if (declared === undefined) throw notFound(gvr, name)
  if (declared.type !== 'connect' && !declared.verbs.includes(verb as Verb)) throw unsupported(served, verb)
  return subresourceVerbs(server, served, declared)
}

function unsupported({ definition, gvr }: ServedResource, verb: string): StatusError {
  return definition.builtIn ? methodNotSupported(gvr, verb) : verbNotSupported(gvr, verb)
}

// upstream: registry/core/pod/rest/subresources.go, proxyMethods
const proxyMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

// upstream: emicklei/go-restful – no other route has HEAD, and the routes below `watch` have GET only.
function assertRouteMethod({ gvr }: ServedResource, { verb, parts }: RequestInfo, method: string): void {
  if (method === 'HEAD' || (parts[0] === 'watch' && method !== 'GET')) throw methodNotSupported(gvr, verb)
}

// upstream: registry/generic/registry/store.go, NamespaceKeyFunc; apimachinery/pkg/api/validation/path
function assertNameParameter({ name }: RequestInfo): void {
  if (name === '.' || name === '..') throw invalidName(name, `may not be '${name}'`)
  if (name.includes('%')) throw invalidName(name, "may not contain '%'")
}

function invalidName(name: string, reason: string): StatusError {
  return badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${reason}`)
}

/** True if the path has a name; a field selector can also give one. */
function isNamed({ parts }: RequestInfo): boolean {
  return parts.length > (isPrefixed(parts[0]) ? 2 : 1)
}

// `/api/v1/watch/pods`: the older form, with the verb before the resource.
function isPrefixed(first: string | undefined): boolean {
  return first === 'watch' || first === 'proxy'
}

function isRead(verb: string): boolean {
  return verb === 'get' || isCollectionRead(verb)
}

function isCollectionRead(verb: string): boolean {
  return verb === 'list' || verb === 'watch'
}

class IncomingVerbRequest implements VerbRequest {
  readonly info: VerbRequest['info']
  readonly served: ServedResource
  readonly user: UserInfo
  readonly namespace: string
  readonly name: string
  readonly verb: string
  readonly subresource: string
  readonly userAgent: string
  readonly deadlineMs: number
  readonly auditContext: AuditContext | undefined
  readonly intervention: Intervention | undefined
  readonly onAdmissionStep: Intervention['admitted']
  readonly trace: RequestTrace | undefined
  readonly #server: DispatchContext
  readonly #authorized: Authorized
  readonly #incoming: IncomingRequest<unknown>

  constructor(
    server: DispatchContext,
    authorized: Authorized,
    served: ServedResource,
    { incoming, record }: Dispatched<unknown>,
  ) {
    const { info, user } = authorized
    this.info = info
    this.served = served
    this.user = user
    this.namespace = served.definition.scope === 'Namespaced' ? info.namespace : ''
    this.name = info.name
    this.verb = info.verb
    this.subresource = info.subresource
    this.userAgent = managerFromUserAgent(incoming.userAgent)
    this.deadlineMs = authorized.deadlineMs
    this.auditContext = record.auditContext
    this.intervention = record.intervention
    this.onAdmissionStep = record.intervention?.admitted
    this.trace = record.trace
    this.#server = server
    this.#authorized = authorized
    this.#incoming = incoming
  }

  get beforeWebhook(): Intervention['beforeWebhook'] {
    return this.intervention?.beforeWebhook
  }

  /** Created on first use: few requests wait for anything. */
  get signal(): AbortSignal | undefined {
    return this.#incoming.signal
  }

  readonly warn = (text: string): void => {
    this.#authorized.warnings.push(text)
  }

  readonly authorize = (verb: string, target?: PermissionTarget): Promise<void> => {
    return assertAllowed(this.#server, { ...attributesOf(this.#authorized), ...target, verb })
  }
}
