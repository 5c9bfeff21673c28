import { forbidden } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { CompiledExpression, ExpressionEngine } from '../expression-engine.ts'
import { joinReasons } from '../join-reasons.ts'
import { messageOf } from '../message-of.ts'
import type { RuleMatch } from '../match-rules.ts'
import { CallFailure } from './call-failure.ts'
import type { ObjectViews } from './object-views.ts'
import { reviewSubject } from './review-of.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'
import type { Webhook } from './webhook.ts'

/** Whether every match condition of a webhook holds. */
export type MatchesConditions = (
  webhook: Webhook,
  attributes: AdmissionAttributes,
  match: RuleMatch,
  views: ObjectViews,
) => Promise<boolean>

/** Options for {@link createConditionMatcher}. */
export interface ConditionMatcherOptions {
  readonly expressions: ExpressionEngine | undefined
  readonly metrics: WebhookMetrics
}

/**
 * Evaluates match conditions. A condition that is false excludes the webhook, even if another fails; where one fails and
 * none is false, the failure policy decides. Without an expression engine, conditions fail the call: a webhook must not
 * be excluded by a condition that cannot be evaluated.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
export function createConditionMatcher({ expressions, metrics }: ConditionMatcherOptions): MatchesConditions {
  const compiled = new WeakMap<Webhook, readonly CompiledExpression[]>()
  return async (webhook, attributes, match, { object, oldObject }) => {
    const { name, declared, isIgnoring } = webhook
    const conditions = declared.matchConditions ?? []
    if (conditions.length === 0) return true
    if (expressions === undefined) {
      throw new CallFailure(name, 'match conditions need an expression engine, and none is configured', { code: 500 })
    }
    const variables = { object, oldObject, request: reviewSubject(attributes, match) }
    const failures: string[] = []
    for (const [index, { expression }] of conditions.entries()) {
      try {
        let all = compiled.get(webhook)
        if (all === undefined) {
          all = conditions.map((condition) => expressions.compile(condition.expression))
          compiled.set(webhook, all)
        }
        const condition = all[index]
        if (condition === undefined) continue
        const { value } = await condition.evaluate(variables)
        if (value === false) {
          metrics.excluded(name, attributes.operation)
          return false
        }
        if (value !== true) failures.push(`expression '${expression}' did not evaluate to a bool`)
      } catch (error) {
        metrics.conditionFailed(name, attributes.operation)
        failures.push(messageOf(error))
      }
    }
    if (failures.length === 0) return true
    if (isIgnoring) return false
    throw forbidden(attributes.resource, attributes.name, joinReasons(failures))
  }
}
