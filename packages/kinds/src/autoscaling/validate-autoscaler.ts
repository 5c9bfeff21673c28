import type { FieldErrors } from '@pinnace/meta'
import type { HorizontalPodAutoscaler, MetricSpec } from '@pinnace/types/autoscaling-v2'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { specOf } from '../spec-of.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { isBadVersion, validateTargetReference, type VersionRule } from './target-reference.ts'
import { validateBehavior } from './validate-behavior.ts'
import { validateMetric } from './validate-metric.ts'

/** The spec of an autoscaler; `live` is the one it replaces. */
// upstream: autoscaling/validation, validateHorizontalPodAutoscalerSpec
export function validateAutoscaler(
  next: HorizontalPodAutoscaler,
  live: HorizontalPodAutoscaler | undefined,
  errors: FieldErrors,
  pods: PodRules,
): void {
  const { minReplicas, maxReplicas, scaleTargetRef, metrics, behavior } = specOf(next)
  // upstream: feature HPAScaleToZero – off, but an autoscaler that has it keeps it.
  const least = live?.spec?.minReplicas === 0 ? 0 : 1
  if (minReplicas !== undefined && minReplicas < least) {
    errors.invalid('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`)
  }
  if (maxReplicas === 0) errors.required('spec.maxReplicas', 'must be set and greater than 0')
  else if (maxReplicas < 0) errors.invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1')
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')
  }
  validateTargetReference(scaleTargetRef, 'spec.scaleTargetRef', errors, targetRule(next, live))
  const listed = metrics ?? []
  const versions = describedRule(live)
  for (const [index, metric] of listed.entries()) {
    validateMetric(metric, `spec.metrics[${index}]`, errors, { pods, versions })
  }
  if (minReplicas === 0 && !listed.some(isIndependent)) {
    errors.forbidden(
      'spec.metrics',
      'must specify at least one Object or External metric to support scaling to zero replicas',
    )
  }
  if (behavior !== undefined) validateBehavior(behavior, 'spec.behavior', errors)
}

/** The counts of an autoscaler's status. */
// upstream: autoscaling/validation, ValidateHorizontalPodAutoscalerStatusUpdate
export function validateAutoscalerStatus({ status }: HorizontalPodAutoscaler, errors: FieldErrors): void {
  validateNotNegative(status?.currentReplicas, 'status.currentReplicas', errors)
  validateNotNegative(status?.desiredReplicas, 'status.desiredReplicas', errors)
}

/** Whether a metric has a value where there are no pods. */
function isIndependent({ type }: MetricSpec): boolean {
  return type === 'Object' || type === 'External'
}

// upstream: registry/autoscaling/horizontalpodautoscaler/strategy.go, validationOptionsForHorizontalPodAutoscaler
function targetRule(next: HorizontalPodAutoscaler, live: HorizontalPodAutoscaler | undefined): VersionRule {
  const target = specOf(next).scaleTargetRef
  const before = live?.spec?.scaleTargetRef
  if (before !== undefined && before.apiVersion === target.apiVersion && before.kind === target.kind) return 'unchecked'
  return target.kind === 'ReplicationController' ? 'parsable' : 'grouped'
}

function describedRule(live: HorizontalPodAutoscaler | undefined): VersionRule {
  const isBad = (live?.spec?.metrics ?? []).some(
    ({ type, object }) => type === 'Object' && object !== undefined && isBadVersion(object.describedObject, 'parsable'),
  )
  return isBad ? 'unchecked' : 'parsable'
}
