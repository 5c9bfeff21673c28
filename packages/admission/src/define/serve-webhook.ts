import { Buffer } from 'node:buffer'
import {
  cloneJson,
  formatJson,
  freezeJson,
  JsonError,
  kubernetesVocabulary,
  parseJson,
  platformVocabulary,
  StatusError,
  type ApiObject,
  type HttpReply,
  type HttpRequest,
  type Mutable,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'
import { toReviewResponse, type ReviewRequest, type ReviewResponse } from '../admission-review.ts'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { VersionedResource } from '../plugin-context.ts'
import { readReviewRequest } from '../read-review.ts'
import { createReinvocation } from '../reinvocation.ts'
import { matchesRule } from '../rules.ts'
import { defineAdmissionPolicy, isPolicy, type DefinedPolicy } from './define-admission-policy.ts'
import { Denial } from './denial.ts'
import type { EvaluateOptions } from './evaluate.ts'
import { jsonPatchBetween } from './json-patch-between.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
import { createPolicyHost } from './policy-host.ts'
import { runHandlers } from './run-handlers.ts'

/** Options for {@link serveWebhook}. */
export interface ServeWebhookOptions extends Pick<EvaluateOptions, 'objects' | 'versions' | 'authorize'> {
  /** The vocabulary of reviews. @default `platform` and `kubernetes`, by the apiVersion of each review */
  readonly vocabulary?: Vocabulary
  /** The size limit of a review, which has up to two objects; larger reviews get 413. @default 8388608 */
  readonly maxBodyBytes?: number
  /** Called with errors of handlers that are not refusals. The caller gets a 500 and applies its failure policy. */
  readonly onError?: (error: unknown) => void
}

/** A request handler, as host adapters take it. */
export type WebhookHandler = (request: HttpRequest) => Promise<HttpReply>

type HandlerName = 'mutate' | 'validate'

/** Answers a review. Throws what is not a refusal. */
type Responder = (review: ReviewRequest, handler: HandlerName, signal: AbortSignal) => Promise<ReviewResponse>

/**
 * Serves a plugin or a policy as a webhook: a handler for any host adapter. It answers AdmissionReviews of v1 and v1beta1 posted to a
 * path that ends in `/mutate` (for a mutating configuration) or `/validate` (for a validating configuration). Requests
 * that match no rule of the plugin are allowed. Selectors are not evaluated here: the webhook configuration has them.
 * Throws a TypeError for a policy whose expressions, bindings or parameters need `objects` or `authorize`, without these.
 *
 * @example
 * createServer(toNodeListener(serveWebhook(teamLabel))).listen(8443)
 */
export function serveWebhook<T extends ApiObject>(
  plugin: DefinedPlugin<T> | DefinedPolicy,
  options: ServeWebhookOptions = {},
): WebhookHandler {
  const { vocabulary, maxBodyBytes = 8_388_608, onError = () => {} } = options
  const respond = isPolicy(plugin) ? policyResponder(plugin, options) : pluginResponder(plugin.definition)
  const vocabularies: readonly [Vocabulary, ...Vocabulary[]] =
    vocabulary === undefined ? [kubernetesVocabulary, platformVocabulary] : [vocabulary]
  return async (request) => {
    const handler = handlerOf(request.target)
    if (handler === undefined) return textReply(404, '404 page not found')
    if (request.method !== 'POST')
      return { ...textReply(405, 'AdmissionReviews must be sent with POST'), headers: { allow: 'POST' } }
    if (!isJson(request.header('content-type')))
      return textReply(415, 'the content type of an AdmissionReview must be application/json')
    let review: ReturnType<typeof readReviewRequest>
    try {
      const body = await request.body(maxBodyBytes)
      review = readReview(parseJson(body).value, vocabularies)
    } catch (error) {
      if (error instanceof StatusError) return textReply(error.code, error.message)
      if (error instanceof TypeError || error instanceof JsonError) return textReply(400, error.message)
      throw error
    }
    try {
      const response = await respond(review.request, handler, request.signal)
      const body = Buffer.from(JSON.stringify(toReviewResponse(review.apiVersion, response)))
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    } catch (error) {
      onError(error)
      return textReply(500, `admission plugin ${JSON.stringify(plugin.name)} failed`)
    }
  }
}

function pluginResponder<T extends ApiObject>(definition: PluginDefinition<T>): Responder {
  return async (review, handler, signal) => {
    const sinks = createSinks(definition.name)
    const { uid } = review
    const attributes = toAttributes(review, signal, sinks)
    const rule = definition.rules.findIndex((candidate) =>
      matchesRule(candidate, { ...attributes, resource: review.resource }),
    )
    if (rule < 0) return { uid, allowed: true }
    const { object, oldObject } = attributes
    const match = { rule, kind: review.kind, resource: review.resource }
    const request = { attributes, match, versions: undefined, objects: undefined, object, oldObject }
    try {
      return allowed(uid, object, await runHandlers(definition, request, () => {}, [handler]), sinks)
    } catch (error) {
      if (error instanceof StatusError) return denied(uid, error, sinks)
      if (definition.failurePolicy === 'Ignore') return { uid, allowed: true, ...sinks.told() }
      throw error
    }
  }
}

function policyResponder(policy: DefinedPolicy, options: ServeWebhookOptions): Responder {
  assertSelfContained(policy, options)
  // The webhook configuration has the selector of namespaces.
  const { namespaceSelector: _, ...definition } = policy.definition
  const unselected = defineAdmissionPolicy(definition)
  return async (review, handler, signal) => {
    const sinks = createSinks(policy.name)
    const { uid } = review
    const attributes = toAttributes(review, signal, sinks)
    const host = await createPolicyHost(policy, { kind: review.kind }, options)
    // The objects are of the kind of the rule that matched, which may be another one than that of the request.
    const equivalents = (): readonly VersionedResource[] => [{ resource: review.resource, kind: review.kind }]
    const bound = unselected.bind({ ...host, versions: { ...host.versions, equivalents, convert: (object) => object } })
    const before = cloneJson(attributes.object)
    try {
      await (handler === 'mutate' ? bound.admit?.(attributes) : bound.validate?.(attributes))
      return allowed(uid, before, attributes.object, sinks)
    } catch (error) {
      if (error instanceof StatusError) return denied(uid, error, sinks)
      throw error
    }
  }
}

/** Refuses a policy that would silently see less in a webhook than in a server. */
function assertSelfContained(
  { name, definition, objects: [stored, ...bindings] }: DefinedPolicy,
  { objects, authorize }: ServeWebhookOptions,
): void {
  const text = JSON.stringify(stored)
  const needs = (what: string, option: string): never => {
    throw new TypeError(`admission policy ${JSON.stringify(name)} has ${what}: serveWebhook needs ${option}`)
  }
  if (objects === undefined) {
    if (definition.paramKind !== undefined) needs('parameters', 'objects')
    if (text.includes('namespaceObject')) needs('expressions with namespaceObject', 'objects')
    if (JSON.stringify(bindings).includes('"namespaceSelector"')) needs('a binding with a namespaceSelector', 'objects')
  }
  if (authorize === undefined && /\bauthorizer\b/.test(text)) needs('expressions with authorizer', 'authorize')
}

interface Sinks extends Pick<AdmissionAttributes, 'warn' | 'annotate'> {
  told(): Pick<ReviewResponse, 'warnings' | 'auditAnnotations'>
}

function createSinks(name: string): Sinks {
  const warnings: string[] = []
  const auditAnnotations = Object.create(null) as Record<string, string>
  return {
    warn: (text) => void warnings.push(text),
    // The caller prefixes the key with the name of the webhook.
    annotate(key, value) {
      const own = key.startsWith(`${name}/`) ? key.slice(name.length + 1) : key.replaceAll('/', '_')
      auditAnnotations[own] ??= value
    },
    told: () => ({
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(Object.keys(auditAnnotations).length === 0 ? {} : { auditAnnotations }),
    }),
  }
}

function allowed(
  uid: string,
  before: ApiObject | undefined,
  after: ApiObject | undefined,
  sinks: Sinks,
): ReviewResponse {
  const patch = before === undefined || after === undefined ? [] : jsonPatchBetween(before, after)
  const encoded = Buffer.from(formatJson(patch)).toString('base64')
  return {
    uid,
    allowed: true,
    ...(patch.length === 0 ? {} : { patchType: 'JSONPatch', patch: encoded }),
    ...sinks.told(),
  }
}

function denied(uid: string, error: StatusError, sinks: Sinks): ReviewResponse {
  const message = error instanceof Denial ? error.text : error.message
  return { uid, allowed: false, status: { code: error.code, reason: error.reason, message }, ...sinks.told() }
}

function toAttributes(
  review: ReviewRequest,
  signal: AbortSignal,
  sinks: Pick<AdmissionAttributes, 'warn' | 'annotate'>,
): AdmissionAttributes {
  const { operation, userInfo, object, oldObject, options } = review
  return {
    operation,
    kind: review.requestKind ?? review.kind,
    resource: review.requestResource ?? review.resource,
    subresource: review.subResource ?? '',
    namespace: review.namespace ?? '',
    name: review.name ?? '',
    user: toUser(userInfo),
    object: (object ?? undefined) as Mutable<ApiObject> | undefined,
    oldObject: oldObject === null || oldObject === undefined ? undefined : freezeJson(oldObject),
    options: options ?? undefined,
    dryRun: review.dryRun === true,
    deadlineMs: undefined,
    signal,
    reinvocation: createReinvocation(),
    isAudited: () => true,
    ...sinks,
  }
}

function toUser({ username = '', uid, groups = [], extra = {} }: ReviewRequest['userInfo']): UserInfo {
  return { username, ...(uid === undefined ? {} : { uid }), groups, extra }
}

function readReview(
  value: unknown,
  vocabularies: readonly [Vocabulary, ...Vocabulary[]],
): ReturnType<typeof readReviewRequest> {
  const [first, ...others] = vocabularies
  const apiVersion = String((value as { readonly apiVersion?: unknown } | null)?.apiVersion)
  const vocabulary = others.find((other) => apiVersion.startsWith(`${other.group('admission')}/`))
  return readReviewRequest(value, vocabulary ?? first)
}

function handlerOf(target: string): HandlerName | undefined {
  const [path = ''] = target.split('?', 1)
  if (path.endsWith('/mutate')) return 'mutate'
  return path.endsWith('/validate') ? 'validate' : undefined
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

function textReply(status: number, text: string): HttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(`${text}\n`) }
}
