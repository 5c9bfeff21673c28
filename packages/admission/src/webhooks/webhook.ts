import { fromLabelSelector, type ApiObject, type LabelSelectorMatcher } from '@pinnace/meta'
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from '@pinnace/types/admissionregistration-v1'
import type { MatchPolicy } from '../match-policy.ts'
import type { Rule } from '../rules.ts'

/** A stored mutating or validating webhook configuration. */
export type WebhookConfiguration = ApiObject & (MutatingWebhookConfiguration | ValidatingWebhookConfiguration)

/** One webhook of a configuration, ready to be matched. */
export interface Webhook {
  readonly name: string
  readonly configuration: string
  /** Unique among all webhooks, even if two have the same name. */
  readonly uid: string
  /** The stored declaration. */
  readonly declared: MutatingWebhook | ValidatingWebhook
  readonly rules: readonly Rule[]
  readonly matchPolicy: MatchPolicy
  readonly namespaceSelector: LabelSelectorMatcher
  readonly objectSelector: LabelSelectorMatcher
  /** Failure policy Ignore: a failed call does not fail the request. */
  readonly isIgnoring: boolean
  /** Reinvocation policy IfNeeded: called again if later plugins change the object. */
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

// Stored configurations are valid, so the casts hold.
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
