import type { FieldErrors, Mutable, Vocabulary } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { ReplicaSet, ReplicaSetSpec } from '@pinnace/types/apps-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../columns/containers.ts'
import { formatSelector } from '../columns/format.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { defaultPodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { bumpGeneration, keepStatus } from '../structural.ts'
import { scaleView, statusView } from './workload-views.ts'
import {
  completeTemplate,
  validateAtMost,
  validateCounts,
  validateReplicated,
  validateSelectorUpdate,
} from './workload.ts'
import { specOf } from '../spec-of.ts'

/** Replica sets: so many pods of one template. */
// upstream: registry/apps/replicaset/strategy.go
export function replicaSet(vocabulary: Vocabulary): KindBehavior<ReplicaSet> {
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      defaults: (next) => defaultReplicaSet(next, rules),
      prepareForCreate(next) {
        next.status = { replicas: 0 }
        next.metadata.generation = 1
      },
      prepareForUpdate(next, live) {
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate: (next, errors) => validateSpec(specOf(next), rules, errors),
      validateUpdate(next, live, errors) {
        validateSpec(specOf(next), rules, errors)
        validateSelectorUpdate(specOf(next).selector, live.spec?.selector, errors)
      },
      warnings: (next, live) =>
        live !== undefined && live.metadata.generation === next.metadata.generation
          ? []
          : podTemplateWarnings(specOf(next).template ?? {}, 'spec.template', rules),
    },
    columns: columns<ReplicaSet>(
      column('Desired', ({ spec }) => spec?.replicas ?? 0, { type: 'integer' }),
      column('Current', ({ status }) => status?.replicas ?? 0, { type: 'integer' }),
      column('Ready', ({ status }) => status?.readyReplicas ?? 0, { type: 'integer' }),
      containersColumn(({ spec }: ReplicaSet) => spec?.template, { wide: true }),
      imagesColumn(({ spec }: ReplicaSet) => spec?.template, { wide: true }),
      column('Selector', ({ spec }) => formatSelector(spec?.selector), { wide: true }),
    ),
    selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
    subresources: { status: statusView(validateStatusUpdate), scale: scaleView() },
  }
}

// upstream: apis/apps/v1/defaults.go, SetDefaults_ReplicaSet
function defaultReplicaSet(next: Mutable<ReplicaSet>, rules: PodRules): void {
  const spec = (next.spec ??= {} as Mutable<ReplicaSetSpec>)
  spec.template = completeTemplate(spec.template)
  spec.replicas ??= 1
  defaultPodTemplateSpec(spec.template, rules)
}

// upstream: apps/validation, ValidateReplicaSetSpec – it speaks of an empty selector as a deployment's.
function validateSpec(spec: ReplicaSetSpec, rules: PodRules, errors: FieldErrors): void {
  validateNotNegative(spec.replicas, 'spec.replicas', errors)
  validateNotNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  validateReplicated(spec.selector, spec.template ?? {}, rules, errors)
}

// upstream: apps/validation, ValidateReplicaSetStatus
function validateStatusUpdate(next: ReplicaSet, _live: ReplicaSet, errors: FieldErrors): void {
  const { status = { replicas: 0 } } = next
  validateCounts(
    status,
    [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'terminatingReplicas',
      'observedGeneration',
    ],
    errors,
  )
  for (const name of ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']) {
    validateAtMost(status, name, errors, { limit: 'replicas', problem: 'cannot be greater than status.replicas' })
  }
  validateAtMost(status, 'availableReplicas', errors, {
    limit: 'readyReplicas',
    problem: 'cannot be greater than readyReplicas',
  })
}
