import { isSemanticEqual, type FieldErrors, type Mutable, type ObjectMeta } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { Deployment, DeploymentSpec, DeploymentStrategy } from '@pinnace/types/apps-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../columns/containers.ts'
import { formatSelector } from '../columns/format.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { podNameWarnings } from '../validation/pod-name-warnings.ts'
import { defaultPodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { keepStatus } from '../status-subresource.ts'
import { countOf, validateCount, validateShare } from './rollout-counts.ts'
import { scaleView, statusView } from './workload-views.ts'
import {
  completeTemplate,
  validateReadyCounts,
  validateCollisions,
  validateCounts,
  validateReplicated,
  validateSelectorUpdate,
} from './workload.ts'
import { specOf } from '../spec-of.ts'
import { goValue } from '../go-values/go-value.ts'
import { countGeneration, startGeneration } from '../generation.ts'

const strategyTypes = ['Recreate', 'RollingUpdate']

/** Deployments: replica sets, rolled over one into the next. */
// upstream: registry/apps/deployment/strategy.go
export function deployment(rules: PodRules): KindBehavior<Deployment> {
  const defaults = (next: Mutable<Deployment>): void => defaultDeployment(next, rules)
  return {
    strategy: {
      defaults,
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, rules)
        next.status = {}
        startGeneration(next)
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, rules)
        keepStatus(next, live)
        // upstream: a changed annotation counts too, so that controllers look at it again.
        const isSame =
          isSemanticEqual(next.spec, live.spec) &&
          isSemanticEqual(annotationsOf(next.metadata), annotationsOf(live.metadata))
        if (!isSame) countGeneration(next, live)
      },
      validate: (next, errors) => validateSpec(specOf(next), rules, errors),
      validateUpdate(next, live, errors) {
        validateSpec(specOf(next), rules, errors)
        validateSelectorUpdate(specOf(next).selector, live.spec?.selector, errors)
      },
      warnings: (next, live) =>
        live !== undefined && live.metadata.generation === next.metadata.generation
          ? []
          : [
              ...(live === undefined ? podNameWarnings(next.metadata) : []),
              ...podTemplateWarnings(specOf(next).template, 'spec.template', rules),
            ],
    },
    zeroFields: { spec: { replicas: 0 } },
    columns: columns<Deployment>(
      column('Ready', ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`),
      column('Up-to-date', ({ status }) => status?.updatedReplicas ?? 0),
      column('Available', ({ status }) => status?.availableReplicas ?? 0),
      containersColumn(({ spec }: Deployment) => spec?.template, { wide: true }),
      imagesColumn(({ spec }: Deployment) => spec?.template, { wide: true }),
      column('Selector', ({ spec }) => formatSelector(spec?.selector), { wide: true }),
    ),
    subresources: {
      status: statusView(validateStatusUpdate, {
        resetFields: [['spec'], ['metadata', 'labels']],
        prepare(next, live) {
          const { labels } = live.metadata
          if (labels === undefined) delete next.metadata.labels
          else next.metadata.labels = labels as Record<string, string>
        },
      }),
      scale: scaleView(),
    },
  }
}

// upstream: apis/apps/v1/defaults.go, SetDefaults_Deployment
function defaultDeployment(next: Mutable<Deployment>, rules: PodRules): void {
  const spec = (next.spec ??= {} as Mutable<DeploymentSpec>)
  spec.template = completeTemplate(spec.template)
  spec.replicas ??= 1
  const strategy = (spec.strategy ??= {})
  if (!strategy.type) strategy.type = 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {})
    rolling.maxUnavailable ??= '25%'
    rolling.maxSurge ??= '25%'
  }
  spec.revisionHistoryLimit ??= 10
  spec.progressDeadlineSeconds ??= 600
  defaultPodTemplateSpec(spec.template, rules)
}

// upstream: apps/validation, ValidateDeploymentSpec
function validateSpec(spec: DeploymentSpec, rules: PodRules, errors: FieldErrors): void {
  validateNotNegative(spec.replicas, 'spec.replicas', errors)
  validateReplicated(spec.selector, spec.template, rules, errors)
  validateStrategy(spec.strategy ?? {}, errors)
  validateNotNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  validateNotNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit', errors)
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec
  if (deadline === undefined) return
  validateNotNegative(deadline, 'spec.progressDeadlineSeconds', errors)
  if (deadline <= minReadySeconds) {
    errors.invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')
  }
}

// upstream: apps/validation, ValidateDeploymentStrategy
function validateStrategy(strategy: DeploymentStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  const field = 'spec.strategy.rollingUpdate'
  if (type === 'Recreate') {
    if (rollingUpdate) errors.forbidden(field, "may not be specified when strategy `type` is 'Recreate'")
  } else if (type !== 'RollingUpdate') {
    errors.notSupported('spec.strategy', goValue('apps.v1.DeploymentStrategy', strategy), strategyTypes)
  } else if (!rollingUpdate) {
    errors.required(field, 'this should be defaulted and never be nil')
  } else {
    const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate
    validateCount(maxUnavailable, `${field}.maxUnavailable`, errors)
    validateCount(maxSurge, `${field}.maxSurge`, errors)
    if (countOf(maxUnavailable) === 0 && countOf(maxSurge) === 0) {
      errors.invalid(`${field}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')
    }
    validateShare(maxUnavailable, `${field}.maxUnavailable`, errors)
  }
}

// upstream: apps/validation, ValidateDeploymentStatusUpdate
function validateStatusUpdate(next: Deployment, live: Deployment, errors: FieldErrors): void {
  const { status = {} } = next
  validateCounts(
    status,
    [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ],
    errors,
  )
  validateReadyCounts(status, 'updatedReplicas', errors)
  validateCollisions(status.collisionCount, live.status?.collisionCount, errors)
}

/** The annotations under their name: in a map an empty text is not an absent one. */
function annotationsOf({ annotations = {} }: ObjectMeta): {
  readonly annotations: NonNullable<ObjectMeta['annotations']>
} {
  return { annotations }
}
