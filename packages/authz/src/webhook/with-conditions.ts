import { systemClock, type Clock } from '@pinnace/meta'
import type { Authorizer, AuthorizerAttributes, Decision } from '../authorizer.ts'
import type { RequestConditions } from '../configuration/request-conditions.ts'
import { conditionRequest } from './access-review.ts'

/** Observes what match conditions do, for metrics. */
export interface ConditionObserver {
  /** The conditions were evaluated. */
  onEvaluation(durationMs: number): void
  /** At least one failed, and none was false. */
  onFailure(): void
  /** One was false. */
  onExclusion(): void
}

/** Options for {@link withConditions}. */
export interface ConditionOptions {
  readonly conditions: RequestConditions
  /** What a failure decides. */
  readonly failurePolicy: 'noOpinion' | 'deny'
  readonly observer?: ConditionObserver
  readonly clock?: Clock
}

/** What one condition may cost. */
// upstream: apiserver/pkg/apis/cel/config.go, PerCallLimit
const costLimit = 1_000_000

const excluded: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })
const failed: Decision = Object.freeze({ effect: 'deny', reason: '' })

/**
 * Wraps an authorizer: it is asked only where all conditions are true. One that is false means no opinion, even if another
 * fails; where one fails and none is false, the failure policy decides: a denial, or an error, so that the next authorizer
 * is asked.
 */
// upstream: apiserver/plugin/pkg/authorizer/webhook/webhook.go, Authorize
export function withConditions(authorize: Authorizer, options: ConditionOptions): Authorizer {
  const { conditions, failurePolicy, observer, clock = systemClock } = options
  if (conditions.length === 0) return authorize
  return (attributes) => {
    const startMs = clock.monotonic()
    const { deadlineMs = Infinity } = attributes
    const outcome = evaluate(conditions, attributes, () => clock.monotonic() >= deadlineMs)
    observer?.onEvaluation(clock.monotonic() - startMs)
    if (outcome === true) return authorize(attributes)
    if (outcome === false) {
      observer?.onExclusion()
      return excluded
    }
    observer?.onFailure()
    if (failurePolicy === 'deny') return failed
    throw outcome
  }
}

function evaluate(
  conditions: RequestConditions,
  attributes: AuthorizerAttributes,
  interrupted: () => boolean,
): boolean | Error {
  const variables = { request: conditionRequest(attributes) }
  const failures: string[] = []
  for (const program of conditions) {
    const { value, error } = program.evaluate(variables, { costLimit, interrupted })
    if (error !== undefined) failures.push(`expression '${program.expression}' resulted in error: ${error.message}`)
    else if (value !== true) return false
  }
  if (failures.length === 0) return true
  const [first] = failures
  return new Error(`cel evaluation error: ${failures.length === 1 ? first : `[${failures.join(', ')}]`}`)
}
