import type { Authorizer, AuthorizerType, ConditionObserver, Decision, WebhookObserver } from '@pinnace/authz'
import { noMetrics, thenMaybe, type Metrics } from '@pinnace/meta'

/** Metrics of the authorizers of a chain. */
export interface AuthorizerMetrics {
  /** Counts the decisions of an authorizer. */
  counted(authorize: Authorizer, type: AuthorizerType, name: string): Authorizer
  webhook(name: string): WebhookObserver
  conditions(name: string): ConditionObserver
}

/** Creates the metrics; without metrics nothing is measured. */
// upstream: apiserver/pkg/authorization/metrics, apiserver/pkg/authorization/cel/metrics.go
export function createAuthorizerMetrics(metrics: Metrics): AuthorizerMetrics {
  const decisions = metrics.counter({
    name: 'apiserver_authorization_decisions_total',
    help: 'Total number of terminal decisions made by an authorizer split by authorizer type, name, and decision.',
    labelNames: ['type', 'name', 'decision'],
  })
  const webhook = webhookMetrics(metrics)
  const conditions = conditionMetrics(metrics)
  return {
    counted(authorize, type, name) {
      if (metrics === noMetrics) return authorize
      const allowed = decisions.of([type, name, 'allowed'])
      const denied = decisions.of([type, name, 'denied'])
      const count = (decision: Decision): Decision => {
        if (decision.effect === 'allow') allowed.add()
        else if (decision.effect === 'deny') denied.add()
        return decision
      }
      return (attributes) => thenMaybe(authorize(attributes), count)
    },
    webhook,
    conditions,
  }
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const conditionBuckets = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25]

function webhookMetrics(metrics: Metrics): AuthorizerMetrics['webhook'] {
  const labelNames = ['name', 'result']
  const prefix = 'apiserver_authorization_webhook'
  const evaluations = metrics.counter({
    name: `${prefix}_evaluations_total`,
    help: 'Round-trips to authorization webhooks.',
    labelNames,
  })
  const durations = metrics.histogram({
    name: `${prefix}_duration_seconds`,
    help: 'Request latency in seconds.',
    labelNames,
    buckets: requestBuckets,
  })
  const open = metrics.counter({
    name: `${prefix}_evaluations_fail_open_total`,
    help: 'NoOpinion results due to webhook timeout or error.',
    labelNames,
  })
  return (name) => ({
    onEvaluation(result, durationMs) {
      evaluations.add([name, result])
      durations.observe([name, result], durationMs / 1000)
    },
    onFailOpen: (result) => open.add([name, result]),
  })
}

function conditionMetrics(metrics: Metrics): AuthorizerMetrics['conditions'] {
  const labelNames = ['type', 'name']
  const prefix = 'apiserver_authorization_match_condition'
  const durations = metrics.histogram({
    name: `${prefix}_evaluation_seconds`,
    help: 'Authorization match condition evaluation time in seconds, split by authorizer type and name.',
    labelNames,
    buckets: conditionBuckets,
  })
  const failures = metrics.counter({
    name: `${prefix}_evaluation_errors_total`,
    help: 'Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.',
    labelNames,
  })
  const exclusions = metrics.counter({
    name: `${prefix}_exclusions_total`,
    help: 'Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.',
    labelNames,
  })
  return (name) => ({
    onEvaluation: (durationMs) => durations.observe(['Webhook', name], durationMs / 1000),
    onFailure: () => failures.add(['Webhook', name]),
    onExclusion: () => exclusions.add(['Webhook', name]),
  })
}
