import { setMaxListeners } from 'node:events'
import { timeout } from '@pinnace/meta'
import type { RuleMatch } from '../match-rules.ts'
import { CallFailure } from './call-failure.ts'
import { matchWebhook } from './match-webhook.ts'
import { viewObjects, type ObjectViews } from './object-views.ts'
import { settle } from './settle-call.ts'
import type { Dispatch } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

interface Invocation {
  readonly webhook: Webhook
  readonly match: RuleMatch
  readonly views: ObjectViews
}

/** Calls validating webhooks all at once; of several refusals the one of the first webhook is answered. */
// upstream: apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go, Dispatch – which answers the first to arrive.
export function createValidatingDispatch(parts: Parameters<Dispatch>[0]): ReturnType<Dispatch> {
  const { vocabulary, clock, versions, call, matchesConditions, onError } = parts
  const prefix = `failed-open.validating.webhook.${vocabulary.group('admission')}/`
  return async (asked, webhooks) => {
    const views = new Map<string, ObjectViews>()
    const invocations: Invocation[] = []
    for (const webhook of webhooks) {
      const match = await matchWebhook(webhook, asked, parts)
      if (match !== undefined) invocations.push({ webhook, match, views: await viewsOf(match) })
    }
    if (invocations.length === 0) return
    const isOver = asked.deadlineMs !== undefined && clock.monotonic() >= asked.deadlineMs
    if (isOver || asked.signal?.aborted === true) {
      throw timeout('request did not complete within requested timeout', 0)
    }
    // Every call listens for the end of the request, and node warns of more than ten that do.
    if (asked.signal !== undefined && invocations.length > 3) setMaxListeners(0, asked.signal)
    const ends = await Promise.allSettled(invocations.map(one))
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    for (const other of refusals.slice(1)) onError(other, 'another admission webhook has refused the request too')
    if (refusals.length > 0) throw refusals[0]

    async function viewsOf({ kind }: RuleMatch): Promise<ObjectViews> {
      const key = `${kind.group}/${kind.version}/${kind.kind}`
      let found = views.get(key)
      if (found === undefined) views.set(key, (found = await viewObjects(asked, kind, versions)))
      return found
    }

    async function one({ webhook, match, views: seen }: Invocation, index: number): Promise<void> {
      const failure = await settle(parts, webhook, asked, async () => {
        if (!(await matchesConditions(webhook, asked, match, seen))) return false
        await call(webhook, asked, match, seen)
        return true
      })
      if (failure instanceof CallFailure && !failure.isCanceled) {
        asked.annotate(`${prefix}round_0_index_${index}`, webhook.name)
      }
    }
  }
}
