import { Buffer } from 'node:buffer'
import { strictEqual } from 'node:assert/strict'
import type { AdmissionReview, PluginHost, ReviewResponse } from '@pinnace/admission'
import {
  attributesOf,
  serveWebhook,
  type DefinedPlugin,
  type Evaluation,
  type MatchStep,
  type RequestToEvaluate,
} from '@pinnace/admission/define'
import { applyJsonPatch } from '@pinnace/apply'
import type { ApiObject } from '@pinnace/meta'
import { toFetchHandler } from '@pinnace/server'
import { expectDefined } from '../expect-defined.ts'

/** The outcome of a request at a webhook, after its mutating and its validating path. */
export interface WebhookVerdict {
  readonly object: ApiObject | undefined
  readonly status: Evaluation['status']
  readonly warnings: readonly string[]
  /** Audit annotations; each key begins with the name of the plugin. */
  readonly annotations: Readonly<Record<string, string>>
}

type Matched = Extract<MatchStep, { readonly rule: number }>

/** Calls a plugin served as a webhook as a server does: in the version of the matched rule, to mutate and to validate. */
export async function askAsWebhook(
  plugin: DefinedPlugin,
  request: RequestToEvaluate,
  { kind, resource }: Matched,
  { vocabulary, versions }: PluginHost,
): Promise<WebhookVerdict> {
  const asked = attributesOf(request)
  const handle = toFetchHandler(serveWebhook(plugin, { vocabulary }))
  const apiVersion = `${vocabulary.group('admission')}/v1`
  const show = async (object: ApiObject | undefined, as = kind): Promise<ApiObject | undefined> =>
    object === undefined || kind === asked.kind ? object : await versions.convert(object, as)
  const oldObject = await show(asked.oldObject)
  const warnings: string[] = []
  const annotations: Record<string, string> = {}
  let object = await show(asked.object)
  for (const face of ['mutate', 'validate']) {
    const review = {
      kind: 'AdmissionReview',
      apiVersion,
      request: {
        uid: face,
        kind,
        resource,
        requestKind: asked.kind,
        requestResource: asked.resource,
        subResource: asked.subresource,
        name: asked.name,
        namespace: asked.namespace,
        operation: asked.operation,
        userInfo: asked.user,
        object: object ?? null,
        oldObject: oldObject ?? null,
        dryRun: asked.dryRun,
        options: asked.options ?? null,
      },
    } satisfies AdmissionReview
    const { allowed, status, patch, ...rest } = await ask(handle, face, review)
    warnings.push(...(rest.warnings ?? []))
    for (const [key, value] of Object.entries(rest.auditAnnotations ?? {}))
      annotations[`${plugin.name}/${key}`] ??= value
    if (!allowed) {
      const { code = 0, reason = '', message = '' } = status ?? {}
      return { object, status: { code, reason, message } as WebhookVerdict['status'], warnings, annotations }
    }
    if (patch !== undefined) {
      object = applyJsonPatch(object, JSON.parse(Buffer.from(patch, 'base64').toString()) as unknown[]) as ApiObject
    }
  }
  return { object: await show(object, asked.kind), status: undefined, warnings, annotations }
}

async function ask(
  handle: ReturnType<typeof toFetchHandler>,
  face: string,
  review: AdmissionReview,
): Promise<ReviewResponse> {
  const answer = await handle(
    new Request(`https://webhook.example/${face}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(review),
    }),
  )
  strictEqual(answer.status, 200, `the webhook answered ${answer.status}`)
  const { response } = (await answer.json()) as AdmissionReview
  strictEqual(response?.uid, review.request?.uid)
  return expectDefined(response, 'the response')
}
