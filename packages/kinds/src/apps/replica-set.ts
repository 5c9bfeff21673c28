import type { FieldErrors, Mutable } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { ReplicaSet, ReplicaSetSpec } from '@pinnace/types/apps-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { containersColumn, imagesColumn } from '../columns/containers.ts'
import { formatSelector } from '../columns/format.ts'
import { dropDisabledTemplateFields } from '../core/pod-spec/dropped-fields.ts'
import type { PodRules } from '../core/pod-spec/pod-rules.ts'
import { validateNotNegative } from '../validation/messages.ts'
import { defaultPodTemplateSpec } from '../core/pods/pod-template-spec.ts'
import { podTemplateWarnings } from '../core/pods/pod-warnings.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus } from '../status-subresource.ts'
import { scaleView, statusView } from './workload-views.ts'
import { completeTemplate, validateReplicasStatus, validateReplicated, validateSelectorUpdate } from './workload.ts'
import { specOf } from '../spec-of.ts'
import { podNameWarnings } from '../validation/pod-name-warnings.ts'

/** Replica sets: so many pods of one template. */
// upstream: registry/apps/replicaset/strategy.go
export function replicaSet(rules: PodRules): KindBehavior<ReplicaSet> {
  return {
    strategy: {
      defaults: (next) => defaultReplicaSet(next, rules),
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, rules)
        next.status = { replicas: 0 }
        startGeneration(next)
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, rules)
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
          : [
              ...(live === undefined ? podNameWarnings(next.metadata) : []),
              ...podTemplateWarnings(specOf(next).template ?? {}, 'spec.template', rules),
            ],
    },
    zeroFields: { spec: { replicas: 0 } },
    columns: columns<ReplicaSet>(
      column('Desired', ({ spec }) => spec?.replicas ?? 0, { type: 'integer' }),
      column('Current', ({ status }) => status?.replicas ?? 0, { type: 'integer' }),
      column('Ready', ({ status }) => status?.readyReplicas ?? 0, { type: 'integer' }),
      containersColumn(({ spec }: ReplicaSet) => spec?.template, { wide: true }),
      imagesColumn(({ spec }: ReplicaSet) => spec?.template, { wide: true }),
      column('Selector', ({ spec }) => formatSelector(spec?.selector), { wide: true }),
    ),
    subresources: { status: statusView(validateReplicasStatus), scale: scaleView() },
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
