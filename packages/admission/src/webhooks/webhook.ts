import { fromLabelSelector, type ApiObject, type LabelSelectorMatcher } from '@pinnace/meta'
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@pinnace/types/admissionregistration-v1'
import type { MatchPolicy } from '../match-rules.ts'
import type { Rule } from '../rules.ts'

/** A stored configuration of either sort. */
export type WebhookConfiguration = ApiObject & (MutatingWebhookConfiguration | ValidatingWebhookConfiguration)

/** One webhook of a configuration, ready to be matched. */
export interface Webhook {
  readonly name: string
  readonly configuration: string
  /** Tells webhooks apart, also those of one name. */
  readonly uid: string
  /** As it is stored. */
  readonly declared: MutatingWebhook | ValidatingWebhook
  readonly rules: readonly Rule[]
  readonly matchPolicy: MatchPolicy
  readonly namespaceSelector: LabelSelectorMatcher
  readonly objectSelector: LabelSelectorMatcher
  /** A failed call does not fail the request. */
  readonly isIgnoring: boolean
  /** May be called again after later webhooks have changed the object. */
  readonly isReinvoked: boolean
  readonly timeoutMs: number
}

const defaultTimeoutSeconds = 10

/** The webhooks of a stored configuration, in its order. */
// upstream: apiserver/pkg/admission/configuration/mutating_webhook_manager.go
export function webhooksOf(stored: WebhookConfiguration): readonly Webhook[] {
  const configuration = stored.metadata.name ?? ''
  const seen = new Map<string, number>()
  return (stored.webhooks ?? []).map((declared: MutatingWebhook | ValidatingWebhook) => {
    const { name } = declared
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return {
      name,
      configuration,
      uid: `${configuration}/${name}/${times}`,
      declared,
      rules: (declared.rules ?? []).map(toRule),
      matchPolicy: declared.matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
      namespaceSelector: fromLabelSelector(declared.namespaceSelector ?? {}),
      objectSelector: fromLabelSelector(declared.objectSelector ?? {}),
      isIgnoring: declared.failurePolicy === 'Ignore',
      isReinvoked: 'reinvocationPolicy' in declared && declared.reinvocationPolicy === 'IfNeeded',
      timeoutMs: (declared.timeoutSeconds ?? defaultTimeoutSeconds) * 1000,
    }
  })
}

// What is stored has been validated: the words are those of a rule.
function toRule({
  operations = [],
  apiGroups = [],
  apiVersions = [],
  resources = [],
  scope,
}: NonNullable<MutatingWebhook['rules']>[number]): Rule {
  return {
    operations: operations as Rule['operations'],
    apiGroups,
    apiVersions,
    resources,
    scope: (scope ?? '*') as NonNullable<Rule['scope']>,
  }
}
