import { timeout } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { reinvokeContext } from '../reinvocation.ts'
import { applyWebhookPatch, type PatchOutcome } from './apply-webhook-patch.ts'
import { createWebhookAnnotations, type CallPosition } from './webhook-annotations.ts'
import { CallFailure } from './call-failure.ts'
import { matchWebhook } from './match-webhook.ts'
import { viewObjects } from './object-views.ts'
import { applyFailurePolicy } from './apply-failure-policy.ts'
import type { Dispatch } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

const pluginName = 'MutatingAdmissionWebhook'

/** Calls mutating webhooks one after the other; each gets the object as changed by those before it. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, Dispatch
export function createMutatingDispatch(parts: Parameters<Dispatch>[0]): ReturnType<Dispatch> {
  const { vocabulary, clock, versions, call, matchesConditions } = parts
  const annotations = createWebhookAnnotations('mutation', vocabulary)
  return async (attributes, webhooks) => {
    const { reinvocation } = attributes
    const context = reinvokeContext(reinvocation, pluginName)
    const isReinvocation = reinvocation.isReinvoked
    if (isReinvocation) context.begin(attributes.object)
    try {
      for (const [index, webhook] of webhooks.entries()) await one(webhook, index)
    } finally {
      context.end(attributes.object)
    }

    async function one(webhook: Webhook, index: number): Promise<void> {
      const match = await matchWebhook(webhook, attributes, parts)
      // A webhook that was not called in the first round is not called in the second.
      if (match === undefined || (isReinvocation && !context.isDue(webhook.uid))) return
      const views = await viewObjects(attributes, match.kind, versions)
      const position: CallPosition = { round: isReinvocation ? 1 : 0, index }
      let outcome: PatchOutcome | undefined
      const result = await applyFailurePolicy(parts, webhook, attributes, async () => {
        if (!(await matchesConditions(webhook, attributes, match, views))) return false
        try {
          const verdict = await call(webhook, attributes, match, views)
          outcome = await applyWebhookPatch(webhook.name, verdict, {
            attributes,
            kind: match.kind,
            view: views.object,
            versions,
          })
          return true
        } finally {
          annotations.mutated(attributes, webhook, position, outcome)
        }
      })
      if (result === 'excluded') return
      if (outcome?.isChanged === true) {
        context.requireEarlier()
        reinvocation.isRequested = true
      }
      if (webhook.isReinvoked) context.invoked(webhook.uid)
      if (result instanceof CallFailure) {
        if (!result.isCanceled) annotations.failedOpen(attributes, webhook, position)
        if (hasEnded(attributes)) throw timeout('request did not complete within requested timeout', 0)
      }
    }
  }

  function hasEnded({ deadlineMs, signal }: AdmissionAttributes): boolean {
    return signal?.aborted === true || (deadlineMs !== undefined && clock.monotonic() >= deadlineMs)
  }
}
