import { isDns1123Label, type FieldErrors } from '@pinnace/meta'
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from '@pinnace/types/autoscaling-v2'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { isPositiveAmount } from '../core/pod-spec/resources/quantities.ts'
import { validateContainerResourceName } from '../core/pod-spec/resources/resource-names.ts'
import { reportEach } from '../validation/messages.ts'
import { validateSegment, validateTargetReference, type VersionRule } from './target-reference.ts'

/** What the rules of metrics depend on. */
export interface MetricRules {
  readonly pods: PodRules
  /** For the objects that metrics describe. */
  readonly versions: VersionRule
}

const sourceOfType = new Map<string, (typeof sources)[number]>([
  ['ContainerResource', 'containerResource'],
  ['External', 'external'],
  ['Object', 'object'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
])
const types = [...sourceOfType.keys()]
const sources = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
const targetTypes = ['Utilization', 'Value', 'AverageValue']

/** A metric to scale by; `at` is its path. */
// upstream: autoscaling/validation, validateMetricSpec – an unknown type is reported before and after the source.
export function validateMetric(metric: MetricSpec, at: string, errors: FieldErrors, rules: MetricRules): void {
  const { type } = metric
  if (type === '') errors.required(`${at}.type`, 'must specify a metric source type')
  const expected = sourceOfType.get(type)
  if (expected === undefined) errors.notSupported(`${at}.type`, type, types)
  const present = sources.filter((source) => metric[source] !== undefined)
  validateSource(metric, at, errors, rules)
  if (expected === undefined) errors.notSupported(`${at}.type`, type, types)
  else if (metric[expected] === undefined) {
    errors.required(`${at}.${expected}`, 'must populate information for the given metric source')
  }
  if (present.length <= 1) return
  for (const source of present) {
    if (source !== expected) errors.forbidden(`${at}.${source}`, 'must populate the given metric source only')
  }
}

/** Validates the first source there is. */
function validateSource(metric: MetricSpec, at: string, errors: FieldErrors, rules: MetricRules): void {
  const { object, external, pods, resource, containerResource } = metric
  if (object !== undefined) validateObjectSource(object, `${at}.object`, errors, rules)
  else if (external !== undefined) validateExternalSource(external, `${at}.external`, errors)
  else if (pods !== undefined) validatePodsSource(pods, `${at}.pods`, errors)
  else if (resource !== undefined) validateResourceSource(resource, `${at}.resource`, errors)
  else if (containerResource !== undefined) {
    validateContainerSource(containerResource, `${at}.containerResource`, errors, rules)
  }
}

function validateObjectSource(source: ObjectMetricSource, at: string, errors: FieldErrors, rules: MetricRules): void {
  const { describedObject, metric, target } = source
  validateTargetReference(describedObject, `${at}.describedObject`, errors, rules.versions)
  validateIdentifier(metric, `${at}.metric`, errors)
  validateTarget(target, `${at}.target`, errors)
  if (target.value === undefined && target.averageValue === undefined) {
    errors.required(`${at}.target.averageValue`, 'must set either a target value or averageValue')
  }
}

function validateExternalSource({ metric, target }: ExternalMetricSource, at: string, errors: FieldErrors): void {
  validateIdentifier(metric, `${at}.metric`, errors)
  validateTarget(target, `${at}.target`, errors)
  const { value, averageValue } = target
  if (value === undefined && averageValue === undefined) {
    errors.required(`${at}.target.averageValue`, 'must set either a target value for metric or a per-pod target')
  }
  if (value !== undefined && averageValue !== undefined) {
    errors.forbidden(`${at}.target.value`, 'may not set both a target value for metric and a per-pod target')
  }
}

function validatePodsSource({ metric, target }: PodsMetricSource, at: string, errors: FieldErrors): void {
  validateIdentifier(metric, `${at}.metric`, errors)
  validateTarget(target, `${at}.target`, errors)
  if (target.averageValue === undefined) {
    errors.required(`${at}.target.averageValue`, 'must specify a positive target averageValue')
  }
}

function validateContainerSource(
  { name, container, target }: ContainerResourceMetricSource,
  at: string,
  errors: FieldErrors,
  rules: MetricRules,
): void {
  if (name === '') errors.required(`${at}.name`, 'must specify a resource name')
  else validateContainerResourceName(name, rules.pods, () => `${at}.name`, errors)
  if (container === '') errors.required(`${at}.container`, 'must specify a container')
  else reportEach(errors, isDns1123Label(container), `${at}.container`, container)
  validateUse(target, `${at}.target`, errors)
}

function validateResourceSource({ name, target }: ResourceMetricSource, at: string, errors: FieldErrors): void {
  if (name === '') errors.required(`${at}.name`, 'must specify a resource name')
  validateUse(target, `${at}.target`, errors)
}

/** The target for the use of a resource: a share or an amount. */
function validateUse(target: MetricTarget, at: string, errors: FieldErrors): void {
  validateTarget(target, at, errors)
  const { averageUtilization, averageValue } = target
  if (averageUtilization === undefined && averageValue === undefined) {
    errors.required(`${at}.averageUtilization`, 'must set either a target raw value or a target utilization')
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    errors.forbidden(`${at}.averageValue`, 'may not set both a target raw value and a target utilization')
  }
}

// upstream: autoscaling/validation, validateMetricTarget
function validateTarget(target: MetricTarget, at: string, errors: FieldErrors): void {
  const { type, value, averageValue, averageUtilization } = target
  if (type === '') errors.required(`${at}.type`, 'must specify a metric target type')
  if (!targetTypes.includes(type)) {
    errors.invalid(`${at}.type`, type, 'must be either Utilization, Value, or AverageValue')
  }
  if (value !== undefined && !isPositiveAmount(value)) errors.invalid(`${at}.value`, value, 'must be positive')
  if (averageValue !== undefined && !isPositiveAmount(averageValue)) {
    errors.invalid(`${at}.averageValue`, averageValue, 'must be positive')
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.invalid(`${at}.averageUtilization`, averageUtilization, 'must be greater than 0')
  }
}

function validateIdentifier({ name }: MetricIdentifier, at: string, errors: FieldErrors): void {
  validateSegment(name, `${at}.name`, errors, 'must specify a metric name')
}
