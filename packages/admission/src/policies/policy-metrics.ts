import type { Metrics } from '@pinnace/meta'
import type { Operation } from '../admission-attributes.ts'
import { conditionMetrics } from '../condition-metrics.ts'

/** What became of a decision of a validating policy. */
export type EnforcementAction = 'allow' | 'deny' | 'warn' | 'audit'

/** Metrics of policies. */
export interface PolicyMetrics {
  /** A decision that an action of a binding enforces; `error` is its message. */
  enforced(names: PolicyNames, action: EnforcementAction, error: string, seconds: number): void
  /** A mutation; `error` is the message where it failed. */
  mutated(names: PolicyNames, error: string | undefined, seconds: number): void
  /** Match conditions were evaluated. */
  conditions(policy: string, operation: Operation, outcome: ConditionCounts): void
}

/** The names of a policy and of a binding. */
export interface PolicyNames {
  readonly policy: string
  readonly binding: string
}

/** What the evaluation of match conditions came to. */
export interface ConditionCounts {
  readonly failed: number
  readonly seconds: number
}

const buckets = [0.0000005, 0.001, 0.01, 0.1, 1]

/** Creates the metrics of validating or mutating policies. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/metrics and mutating/metrics
export function createPolicyMetrics(metrics: Metrics, type: 'validating' | 'mutating'): PolicyMetrics {
  const isValidating = type === 'validating'
  const labelNames = ['error_type', 'policy', 'policy_binding', ...(isValidating ? ['enforcement_action'] : [])]
  const [word, action] = isValidating
    ? (['Validation', ' and enforcement action taken'] as const)
    : (['Mutation', ''] as const)
  const stability = isValidating ? ('BETA' as const) : ('ALPHA' as const)
  const checks = metrics.counter({
    name: `apiserver_${type}_admission_policy_check_total`,
    help: `${word} admission policy check total, labeled by policy and further identified by binding${action}.`,
    labelNames,
    stability,
  })
  const seconds = metrics.histogram({
    name: `apiserver_${type}_admission_policy_check_duration_seconds`,
    help: isValidating
      ? 'Validation admission latency for individual validation expressions in seconds, labeled by policy and further including binding and enforcement action taken.'
      : 'Mutation admission latency for individual mutation expressions in seconds, labeled by policy and binding.',
    labelNames,
    stability,
    buckets,
  })
  const conditions = conditionMetrics(metrics)
  return {
    enforced({ policy, binding }, enforcement, error, taken) {
      const labels = [errorType(error), policy, binding, enforcement]
      checks.add(labels)
      seconds.observe(labels, taken)
    },
    mutated({ policy, binding }, error, taken) {
      const labels = [error === undefined ? 'no_error' : errorType(error), policy, binding]
      checks.add(labels)
      seconds.observe(labels, taken)
    },
    conditions(policy, operation, { failed, seconds: taken }) {
      // upstream: mutating policies count their conditions as validating ones do.
      const labels = [policy, 'policy', 'validate', operation]
      conditions.seconds.observe(labels, taken)
      for (let count = 0; count < failed; count++) conditions.errors.add(labels)
    },
  }
}

function errorType(message: string): string {
  if (message.startsWith('compilation')) return 'compile_error'
  return message.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error'
}
