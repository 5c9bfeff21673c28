import { cloneJson, isEqualJson, timeout, type ApiObject } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { applyWebhookPatch, type PatchOutcome } from './apply-webhook-patch.ts'
import { createWebhookAnnotations, type CallPosition } from './audit-annotations.ts'
import { CallFailure } from './call-failure.ts'
import { matchWebhook } from './match-webhook.ts'
import { viewObjects } from './object-views.ts'
import { applyFailurePolicy } from './apply-failure-policy.ts'
import type { Dispatch } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

/** The state of mutating webhooks in a request, kept from the first round to the second. */
interface Rounds {
  /** The object after the last webhook; set where a webhook may be reinvoked. */
  lastObject: ApiObject | undefined
  /** Webhooks to reinvoke if the object changes after them. */
  waiting: Set<string>
  /** Webhooks to call in the second round. */
  reinvoked: Set<string>
}

const memoryKey = 'MutatingAdmissionWebhook'

/** Calls mutating webhooks one after the other; each gets the object as changed by those before it. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, Dispatch
export function createMutatingDispatch(parts: Parameters<Dispatch>[0]): ReturnType<Dispatch> {
  const { vocabulary, clock, versions, call, matchesConditions } = parts
  const annotations = createWebhookAnnotations('mutation', vocabulary)
  return async (attributes, webhooks) => {
    const { reinvocation } = attributes
    const rounds = roundsOf(attributes)
    const isReinvocation = reinvocation.isReinvoked
    if (isReinvocation && rounds.waiting.size > 0 && !isEqualJson(rounds.lastObject, attributes.object))
      reinvokeWaiting(rounds)
    try {
      for (const [index, webhook] of webhooks.entries()) await one(webhook, index)
    } finally {
      rounds.lastObject = rounds.waiting.size === 0 ? undefined : cloneJson(attributes.object)
    }

    async function one(webhook: Webhook, index: number): Promise<void> {
      const match = await matchWebhook(webhook, attributes, parts)
      // A webhook that was not called in the first round is not called in the second.
      if (match === undefined || (isReinvocation && !rounds.reinvoked.has(webhook.uid))) return
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
        reinvokeWaiting(rounds)
        reinvocation.isRequested = true
      }
      if (webhook.isReinvoked) rounds.waiting.add(webhook.uid)
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

function roundsOf({ reinvocation }: AdmissionAttributes): Rounds {
  reinvocation.memory ??= new Map()
  let rounds = reinvocation.memory.get(memoryKey) as Rounds | undefined
  if (rounds === undefined) {
    rounds = { lastObject: undefined, waiting: new Set(), reinvoked: new Set() }
    reinvocation.memory.set(memoryKey, rounds)
  }
  return rounds
}

function reinvokeWaiting(rounds: Rounds): void {
  for (const uid of rounds.waiting) rounds.reinvoked.add(uid)
  rounds.waiting.clear()
}
