import { cloneJson, formatJson, isEqualJson, timeout, type ApiObject } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { applyWebhookPatch, type PatchOutcome } from './apply-webhook-patch.ts'
import { CallFailure } from './call-failure.ts'
import { matchWebhook } from './match-webhook.ts'
import { viewObjects } from './object-views.ts'
import { settle } from './settle-call.ts'
import type { Dispatch } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

/** What mutating webhooks remember from the first round to the second. */
interface Rounds {
  /** As the last of them left it; kept where one may be called again. */
  lastObject: ApiObject | undefined
  /** May be called again, once something changes after them. */
  waiting: Set<string>
  /** Are called again in the second round. */
  again: Set<string>
}

const memoryKey = 'MutatingAdmissionWebhook'

/** Calls mutating webhooks one after the other; each sees what the one before has made of the object. */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, Dispatch
export function createMutatingDispatch(parts: Parameters<Dispatch>[0]): ReturnType<Dispatch> {
  const { vocabulary, clock, versions, call, matchesConditions } = parts
  const prefix = `mutation.webhook.${vocabulary.group('admission')}/`
  const patchPrefix = `patch.webhook.${vocabulary.group('admission')}/`
  return async (asked, webhooks) => {
    const { reinvocation } = asked
    const rounds = roundsOf(asked)
    const isAgain = reinvocation.isReinvoked
    if (isAgain && rounds.waiting.size > 0 && !isEqualJson(rounds.lastObject, asked.object)) callWaiting(rounds)
    try {
      for (const [index, webhook] of webhooks.entries()) await one(webhook, index)
    } finally {
      rounds.lastObject = rounds.waiting.size === 0 ? undefined : cloneJson(asked.object)
    }

    async function one(webhook: Webhook, index: number): Promise<void> {
      const match = await matchWebhook(webhook, asked, parts)
      // A webhook that was left out of the first round is not called in the second.
      if (match === undefined || (isAgain && !rounds.again.has(webhook.uid))) return
      const views = await viewObjects(asked, match.kind, versions)
      const suffix = `round_${isAgain ? 1 : 0}_index_${index}`
      let outcome: PatchOutcome | undefined
      const failure = await settle(parts, webhook, asked, async () => {
        if (!(await matchesConditions(webhook, asked, match, views))) return false
        try {
          const verdict = await call(webhook, asked, match, views)
          outcome = await applyWebhookPatch(webhook.name, verdict, asked, match, views, versions)
          return true
        } finally {
          annotate(asked, webhook, suffix, outcome)
        }
      })
      if (failure === 'excluded') return
      if (outcome?.isChanged === true) {
        callWaiting(rounds)
        reinvocation.isRequested = true
      }
      if (webhook.isReinvoked) rounds.waiting.add(webhook.uid)
      if (failure instanceof CallFailure) {
        if (!failure.isCanceled) asked.annotate(`failed-open.${prefix}${suffix}`, webhook.name)
        if (isOver(asked)) throw timeout('request did not complete within requested timeout', 0)
      }
    }
  }

  function isOver({ deadlineMs, signal }: AdmissionAttributes): boolean {
    return signal?.aborted === true || (deadlineMs !== undefined && clock.monotonic() >= deadlineMs)
  }

  function annotate(
    asked: AdmissionAttributes,
    { configuration, name: webhook }: Webhook,
    suffix: string,
    outcome: PatchOutcome | undefined,
  ): void {
    if (!asked.isAudited('Metadata')) return
    if (outcome !== undefined && outcome.patch.length > 0 && asked.isAudited('Request')) {
      const patch = outcome.patch.map(sortMembers)
      const said = annotationText({ configuration, webhook, patch, patchType: 'JSONPatch' })
      asked.annotate(`${patchPrefix}${suffix}`, said, 'Request')
    }
    const mutated = outcome?.isChanged === true
    asked.annotate(`${prefix}${suffix}`, annotationText({ configuration, webhook, mutated }))
  }
}

function roundsOf({ reinvocation }: AdmissionAttributes): Rounds {
  reinvocation.memory ??= new Map()
  let rounds = reinvocation.memory.get(memoryKey) as Rounds | undefined
  if (rounds === undefined) {
    rounds = { lastObject: undefined, waiting: new Set(), again: new Set() }
    reinvocation.memory.set(memoryKey, rounds)
  }
  return rounds
}

function callWaiting(rounds: Rounds): void {
  for (const uid of rounds.waiting) rounds.again.add(uid)
  rounds.waiting.clear()
}

// upstream: Go's encoding/json – an operation is a map, whose keys are sorted, and what HTML minds is escaped.
function annotationText(value: unknown): string {
  return formatJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sortMembers(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation
  return Object.fromEntries(Object.entries(operation).sort(([a], [b]) => (a < b ? -1 : 1)))
}
