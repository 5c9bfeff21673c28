import { readUnexpectedReply } from '@pinnace/http-client'
import { formatJson, isQualifiedName, quote, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import { reviewVersions, toReviewRequest, type ReviewVerdict, type ReviewVersion } from '../admission-review.ts'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { messageOf } from '../message-of.ts'
import type { RuleMatch } from '../match-policy.ts'
import type { PluginContext } from '../plugin-context.ts'
import { decodeReview } from './decode-review.ts'
import { readReviewResponse } from '../read-review.ts'
import { CallFailure } from './call-failure.ts'
import { denialOf } from './webhook-denial.ts'
import { assertSupportsDryRun } from './side-effects.ts'
import type { ObjectViews } from './object-views.ts'
import { reviewOf } from './review-of.ts'
import type { WebhookClient } from './webhook-client.ts'
import type { Webhook } from './webhook.ts'

/** Options for {@link createWebhookCaller}. */
export interface WebhookCallerOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly client: WebhookClient
  readonly isMutating: boolean
  /** Called with errors to log. */
  readonly onError: PluginContext['onError']
}

/**
 * Calls a webhook. Throws a {@link WebhookDenial} where it denies the request, a {@link CallFailure} where the call fails
 * or the response is invalid, and a StatusError where it must not be called (dry run).
 */
export type CallWebhook = (
  webhook: Webhook,
  attributes: AdmissionAttributes,
  match: RuleMatch,
  views: ObjectViews,
) => Promise<ReviewVerdict>

/** Creates a caller of webhooks. A call ends at the timeout of the webhook or the deadline of the request. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, callAttrMutatingHook
export function createWebhookCaller(options: WebhookCallerOptions): CallWebhook {
  const { vocabulary, clock, random, client, isMutating, onError } = options
  const phase = isMutating ? 'admit' : 'validate'
  return async (webhook, attributes, match, views) => {
    const { name, configuration, declared } = webhook
    assertSupportsDryRun(webhook, attributes)
    const versions: readonly string[] = declared.admissionReviewVersions ?? []
    const version = reviewVersions.find((known) => known === versions.find((one) => isKnown(one)))
    if (version === undefined) {
      const known = reviewVersions.join(', ')
      const why = `webhook does not accept known AdmissionReview versions (${known})`
      throw new CallFailure(name, `could not create admission objects: ${why}`, { code: 400 })
    }
    const uid = random.uid()
    const body = formatJson(toReviewRequest(vocabulary, version, reviewOf(attributes, match, views, uid)))
    const verdict = verify(await send(body, version), version)
    for (const [key, value] of Object.entries(verdict.auditAnnotations)) annotate(`${name}/${key}`, value)
    for (const warning of verdict.warnings) if (warning !== '') attributes.warn(warning)
    if (!verdict.allowed) throw denialOf(name, verdict.status)
    return verdict

    // upstream: apiserver/pkg/admission/attributes.go, checkKeyFormat – an invalid key is logged and dropped.
    function annotate(key: string, value: string): void {
      const [problem] = key.split('/').length === 2 ? isQualifiedName(key) : ['it must have one "/"']
      if (problem === undefined) attributes.annotate(key, value)
      else onError(new TypeError(`invalid audit annotation key ${quote(key)}: ${problem}`), 'audit annotation dropped')
    }

    async function send(question: string, version: ReviewVersion): Promise<unknown> {
      const leftMs = attributes.deadlineMs === undefined ? Infinity : attributes.deadlineMs - clock.monotonic()
      if (leftMs <= 0) throw new CallFailure(name, 'failed to call webhook: context deadline exceeded')
      const { signal, beforeWebhook } = attributes
      try {
        const timeoutMs = Math.min(webhook.timeoutMs, leftMs)
        const reply = await client.post({
          config: declared.clientConfig,
          body: question,
          timeoutMs,
          signal,
          hold:
            beforeWebhook === undefined ? undefined : () => beforeWebhook({ name, configuration, phase, timeoutMs }),
        })
        if (reply.status < 200 || reply.status > 206) {
          const { text, code } = readUnexpectedReply(reply)
          throw new CallFailure(name, `failed to call webhook: ${text}`, { code })
        }
        if (reply.body.length === 0) {
          const media = reply.headers['content-type'] ?? 'application/json'
          throw new Error(`0-length response with status code: ${reply.status} and content type: ${media}`)
        }
        return await decodeReview(reply.body, version, vocabulary)
      } catch (error) {
        if (error instanceof CallFailure) throw error
        const isCanceled = signal?.aborted === true
        throw new CallFailure(name, `failed to call webhook: ${messageOf(error)}`, { isCanceled, cause: error })
      }
    }

    function verify(value: unknown, version: ReviewVersion): ReviewVerdict {
      try {
        return readReviewResponse(value, { vocabulary, version, uid, isMutating })
      } catch (error) {
        throw new CallFailure(name, `received invalid webhook response: ${messageOf(error)}`, { cause: error })
      }
    }
  }
}

function isKnown(version: string): boolean {
  return (reviewVersions as readonly string[]).includes(version)
}
