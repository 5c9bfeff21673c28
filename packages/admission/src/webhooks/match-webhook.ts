import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { matchRules, type RuleMatch } from '../match-policy.ts'
import { matchesNamespace, matchesObject } from '../match-selectors.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { Webhook } from './webhook.ts'

/** The parts of a plugin context that matching needs. */
export type MatchContext = Pick<PluginContext, 'objects' | 'versions'>

/** Matches a request against the rules and selectors of a webhook; undefined without a match. */
// upstream: apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook
export function matchWebhook(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  { objects, versions }: MatchContext,
): Awaitable<RuleMatch | undefined> {
  const match = matchRules(webhook.rules, webhook.matchPolicy, attributes, versions)
  if (match === undefined || !matchesObject(webhook.objectSelector, attributes)) return undefined
  return thenMaybe(matchesNamespace(webhook.namespaceSelector, attributes, objects), (isSelected) =>
    isSelected ? match : undefined,
  )
}
