import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { matchRules, type RuleMatch } from '../match-rules.ts'
import { matchesNamespace, matchesObject } from '../match-selectors.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { Webhook } from './webhook.ts'

/** What matching looks at beside the request. */
export type MatchContext = Pick<PluginContext, 'objects' | 'versions'>

/** Whether a webhook is about a request by its rules and selectors, and as which kind. */
// upstream: apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook
export function matchWebhook(
  webhook: Webhook,
  asked: AdmissionAttributes,
  { objects, versions }: MatchContext,
): Awaitable<RuleMatch | undefined> {
  const match = matchRules(webhook.rules, webhook.matchPolicy, asked, versions)
  if (match === undefined || !matchesObject(webhook.objectSelector, asked)) return undefined
  return thenMaybe(matchesNamespace(webhook.namespaceSelector, asked, objects), (isSelected) =>
    isSelected ? match : undefined,
  )
}
