import type { Authorizer } from '@pinnace/authz'
import { forbidden, type Clock } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type {
  CompiledExpression,
  ExpressionAccess,
  ExpressionEngine,
  ExpressionLimits,
  ExpressionVariables,
} from '../expressions/expression-engine.ts'
import { joinReasons } from '../join-reasons.ts'
import { messageOf } from '../message-of.ts'
import type { RuleMatch } from '../match-policy.ts'
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
  readonly expressions: ExpressionEngine
  readonly authorize: Authorizer
  readonly metrics: WebhookMetrics
  readonly clock: Clock
}

/** What one condition may cost, and what all conditions of a webhook may. */
// upstream: apiserver/pkg/apis/cel/config.go, PerCallLimit and RuntimeCELCostBudgetMatchConditions
const callLimit = 1_000_000
const webhookBudget = 2_500_000
const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

/**
 * Evaluates match conditions. A condition that is false excludes the webhook, even if another fails; where one fails and
 * none is false, or where they cost too much, the failure policy decides.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
export function createConditionMatcher(options: ConditionMatcherOptions): MatchesConditions {
  const { expressions, authorize, metrics, clock } = options
  const compiled = new WeakMap<Webhook, readonly Condition[]>()
  const conditionsOf = async (webhook: Webhook): Promise<readonly Condition[]> => {
    await expressions.load?.()
    let all = compiled.get(webhook)
    if (all === undefined) {
      all = (webhook.declared.matchConditions ?? []).map(({ expression }) => compile(expressions, expression))
      compiled.set(webhook, all)
    }
    return all
  }
  return async (webhook, attributes, match, { object, oldObject }) => {
    const { name, declared, isIgnoring } = webhook
    if ((declared.matchConditions ?? []).length === 0) return true
    const outcome = await evaluateAll(
      await conditionsOf(webhook),
      // Conditions of webhooks see no namespace.
      { object, oldObject, request: reviewSubject(attributes, match), namespaceObject: null },
      {
        limits: { costLimit: callLimit, interrupted: () => clock.monotonic() >= (attributes.deadlineMs ?? Infinity) },
        access: accessOf(attributes, authorize),
      },
    )
    for (let count = 0; count < outcome.failed; count++) metrics.conditionFailed(name, attributes.operation)
    if (outcome.isFalse) {
      metrics.excluded(name, attributes.operation)
      return false
    }
    if (outcome.failures.length === 0) return true
    if (isIgnoring) return false
    throw forbidden(attributes.resource, attributes.name, joinReasons(outcome.failures))
  }
}

function accessOf(attributes: AdmissionAttributes, authorize: Authorizer): ExpressionAccess {
  const { user, resource, subresource, namespace, name } = attributes
  return {
    user,
    authorize,
    resource: { group: resource.group, resource: resource.resource, subresource, namespace, name },
  }
}

interface Condition {
  readonly expression: string
  /** The compiled expression, or why it does not compile. */
  readonly code: CompiledExpression | string
}

function compile(expressions: ExpressionEngine, expression: string): Condition {
  const text = expression.trim()
  try {
    return { expression: text, code: expressions.compile(text) }
  } catch (error) {
    return { expression: text, code: messageOf(error) }
  }
}

interface Outcome {
  readonly isFalse: boolean
  readonly failures: readonly string[]
  /** How many conditions failed before one was false. */
  readonly failed: number
}

/** Evaluates conditions up to the first that is false. */
async function evaluateAll(
  conditions: readonly Condition[],
  variables: ExpressionVariables,
  { limits, access }: { readonly limits: ExpressionLimits; readonly access: ExpressionAccess },
): Promise<Outcome> {
  const failures: string[] = []
  let budget = webhookBudget
  for (const { expression, code } of conditions) {
    if (typeof code === 'string') {
      failures.push(code)
      continue
    }
    const { value, error, cost } = await code.evaluate(variables, limits, access)
    budget -= cost
    if (budget < 0) return { isFalse: false, failures: [outOfBudget], failed: 0 }
    if (value === false) return { isFalse: true, failures, failed: failures.length }
    if (error !== undefined) failures.push(`expression '${expression}' resulted in error: ${error.message}`)
    else if (value !== true) failures.push(`expression '${expression}' did not evaluate to a bool`)
  }
  return { isFalse: false, failures, failed: failures.length }
}
