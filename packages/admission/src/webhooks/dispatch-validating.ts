import { setMaxListeners } from 'node:events'
import { timeout } from '@pinnace/meta'
import type { RuleMatch } from '../match-policy.ts'
import { createWebhookAnnotations } from './webhook-annotations.ts'
import { CallFailure } from './call-failure.ts'
import { matchWebhook } from './match-webhook.ts'
import { viewObjects, type ObjectViews } from './object-views.ts'
import { applyFailurePolicy } from './apply-failure-policy.ts'
import type { Dispatch } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

interface Invocation {
  readonly webhook: Webhook
  readonly match: RuleMatch
  readonly views: ObjectViews
}

/** Calls validating webhooks concurrently; of several refusals, the one of the first webhook is thrown. */
// upstream: apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch – which throws the first to arrive.
export function createValidatingDispatch(parts: Parameters<Dispatch>[0]): ReturnType<Dispatch> {
  const { vocabulary, clock, versions, call, matchesConditions, onError } = parts
  const annotations = createWebhookAnnotations('validating', vocabulary)
  return async (attributes, webhooks) => {
    const views = new Map<string, ObjectViews>()
    const invocations: Invocation[] = []
    for (const webhook of webhooks) {
      const match = await matchWebhook(webhook, attributes, parts)
      if (match !== undefined) invocations.push({ webhook, match, views: await viewsOf(match) })
    }
    if (invocations.length === 0) return
    const isPastDeadline = attributes.deadlineMs !== undefined && clock.monotonic() >= attributes.deadlineMs
    if (isPastDeadline || attributes.signal?.aborted === true) {
      throw timeout('request did not complete within requested timeout', 0)
    }
    // Every call adds listeners to the signal, and Node warns of more than ten.
    if (attributes.signal !== undefined && invocations.length > 3) setMaxListeners(0, attributes.signal)
    const results = await Promise.allSettled(invocations.map(one))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    for (const other of refusals.slice(1)) onError(other, 'another admission webhook denied the request, too')
    if (refusals.length > 0) throw refusals[0]

    async function viewsOf({ kind }: RuleMatch): Promise<ObjectViews> {
      const key = `${kind.group}/${kind.version}/${kind.kind}`
      let found = views.get(key)
      if (found === undefined) views.set(key, (found = await viewObjects(attributes, kind, versions)))
      return found
    }

    async function one({ webhook, match, views: objects }: Invocation, index: number): Promise<void> {
      const result = await applyFailurePolicy(parts, webhook, attributes, async () => {
        if (!(await matchesConditions(webhook, attributes, match, objects))) return false
        await call(webhook, attributes, match, objects)
        return true
      })
      if (result instanceof CallFailure && !result.isCanceled) {
        annotations.failedOpen(attributes, webhook, { round: 0, index })
      }
    }
  }
}
