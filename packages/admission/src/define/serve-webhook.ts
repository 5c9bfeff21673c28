import { Buffer } from 'node:buffer'
import {
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
import type { AdmissionAttributes } from '../attributes.ts'
import { readReviewRequest } from '../read-review.ts'
import { createReinvocation } from '../reinvocation.ts'
import { matchesRule } from '../rules.ts'
import { Denial } from './denial.ts'
import { jsonPatchBetween } from './json-patch-between.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
import { runHandlers } from './run-handlers.ts'

/** Options for {@link serveWebhook}. */
export interface ServeWebhookOptions {
  /** Whose reviews are read. @default `platform` and `kubernetes`, by what each review says of itself */
  readonly vocabulary?: Vocabulary
  /** A longer review is 413, bytes: it carries two objects. @default 8388608 */
  readonly maxBodyBytes?: number
  /** Told of what a handler throws that is no refusal; the caller gets a 500 and its own failure policy decides. */
  readonly onError?: (error: unknown) => void
}

/** One request in, one reply out: what every host adapter takes. */
export type WebhookHandler = (request: HttpRequest) => Promise<HttpReply>

type Face = 'mutate' | 'validate'

/**
 * The same plugin as a webhook: a handler for any host adapter. It answers AdmissionReviews of v1 and v1beta1 that are
 * posted to a path that ends in `/mutate` or `/validate`: a mutating configuration names the one, a validating
 * configuration the other. What the rules of the plugin are not about is allowed; selectors are those of the
 * configuration that calls, and are not looked at here.
 *
 * @example
 * createServer(toNodeListener(serveWebhook(teamLabel))).listen(8443)
 */
export function serveWebhook<T extends ApiObject>(
  { definition }: DefinedPlugin<T>,
  { vocabulary, maxBodyBytes = 8_388_608, onError = () => {} }: ServeWebhookOptions = {},
): WebhookHandler {
  const spellings = vocabulary === undefined ? [kubernetesVocabulary, platformVocabulary] : [vocabulary]
  return async (request) => {
    const face = faceOf(request.target)
    if (face === undefined) return textReply(404, '404 page not found')
    if (request.method !== 'POST') return { ...textReply(405, 'reviews are posted'), headers: { allow: 'POST' } }
    if (!isJson(request.header('content-type'))) return textReply(415, 'a review is application/json')
    let asked: ReturnType<typeof readReviewRequest>
    try {
      const body = await request.body(maxBodyBytes)
      asked = readReview(parseJson(body).value, spellings)
    } catch (error) {
      if (error instanceof StatusError) return textReply(error.code, error.message)
      if (error instanceof TypeError || error instanceof JsonError) return textReply(400, error.message)
      throw error
    }
    try {
      const response = await respond(definition, asked.request, face, request.signal)
      const body = Buffer.from(JSON.stringify(toReviewResponse(asked.apiVersion, response)))
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    } catch (error) {
      onError(error)
      return textReply(500, `admission plugin ${JSON.stringify(definition.name)} failed`)
    }
  }
}

async function respond<T extends ApiObject>(
  definition: PluginDefinition<T>,
  review: ReviewRequest,
  face: Face,
  signal: AbortSignal,
): Promise<ReviewResponse> {
  const warnings: string[] = []
  const auditAnnotations = Object.create(null) as Record<string, string>
  const { uid } = review
  const attributes = toAttributes(review, signal, {
    warn: (text) => void warnings.push(text),
    // The caller puts the name of the webhook before the key.
    annotate: (key, value) => void (auditAnnotations[key.slice(definition.name.length + 1)] ??= value),
  })
  const told = (): Pick<ReviewResponse, 'warnings' | 'auditAnnotations'> => ({
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(Object.keys(auditAnnotations).length === 0 ? {} : { auditAnnotations }),
  })
  const rule = definition.rules.findIndex((candidate) =>
    matchesRule(candidate, { ...attributes, resource: review.resource }),
  )
  if (rule < 0) return { uid, allowed: true }
  const { object, oldObject } = attributes
  const match = { rule, kind: review.kind, resource: review.resource }
  const asked = { attributes, match, versions: undefined, objects: undefined, object, oldObject }
  try {
    const after = await runHandlers(definition, asked, () => {}, [face])
    const patch = object === undefined || after === undefined ? [] : jsonPatchBetween(object, after)
    const encoded = Buffer.from(formatJson(patch)).toString('base64')
    return { uid, allowed: true, ...(patch.length === 0 ? {} : { patchType: 'JSONPatch', patch: encoded }), ...told() }
  } catch (error) {
    if (!(error instanceof StatusError)) {
      if (definition.failurePolicy === 'Ignore') return { uid, allowed: true, ...told() }
      throw error
    }
    const message = error instanceof Denial ? error.text : error.message
    return { uid, allowed: false, status: { code: error.code, reason: error.reason, message }, ...told() }
  }
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

function readReview(value: unknown, spellings: readonly Vocabulary[]): ReturnType<typeof readReviewRequest> {
  const [first, ...others] = spellings
  const said = (value as { readonly apiVersion?: unknown } | null)?.apiVersion
  const spelling = others.find((other) => typeof said === 'string' && said.startsWith(`${other.group('admission')}/`))
  return readReviewRequest(value, spelling ?? first!)
}

function faceOf(target: string): Face | undefined {
  const [path = ''] = target.split('?', 1)
  if (path.endsWith('/mutate')) return 'mutate'
  return path.endsWith('/validate') ? 'validate' : undefined
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]!.trim().toLowerCase() === 'application/json'
}

function textReply(status: number, text: string): HttpReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(`${text}\n`) }
}
