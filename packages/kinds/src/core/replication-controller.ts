import type { FieldErrors, Mutable } from '@pinnace/meta'
import type { ReplicationController } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { replicationControllerColumns } from '../columns/cluster.ts'
import { formatLabels } from '../columns/format.ts'
import type { PodRules } from './pod-spec/pod-rules.ts'
import { validateReplicasStatus } from '../apps/workload.ts'
import { statusView } from '../apps/workload-views.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { keepStatus } from '../status-subresource.ts'
import { dropDisabledTemplateFields } from './pod-spec/dropped-fields.ts'
import { podTemplateWarnings } from './pods/pod-warnings.ts'
import { defaultPodTemplateSpec, validatePodTemplateSpec } from './pods/pod-template-spec.ts'
import { printedLabels } from '../validation/printed-labels.ts'
import { podNameWarnings } from '../validation/pod-name-warnings.ts'
import { declaredName } from '../validation/declared-name.ts'

/** Replication controllers: the first of the workloads, with a selector of labels only. */
// upstream: apis/core/v1/defaults.go, SetDefaults_ReplicationController; core/validation, ValidateReplicationController
export function replicationController(rules: PodRules): KindBehavior<ReplicationController> {
  function validate({ spec = {} }: ReplicationController, errors: FieldErrors): void {
    const { minReadySeconds = 0, replicas, selector = {}, template } = spec
    const notNegative = 'must be greater than or equal to 0'
    if (minReadySeconds < 0) errors.invalid('spec.minReadySeconds', minReadySeconds, notNegative)
    if (Object.keys(selector).length === 0) errors.required('spec.selector')
    if (replicas === undefined) errors.required('spec.replicas')
    else if (replicas < 0) errors.invalid('spec.replicas', replicas, notNegative)
    if (template === undefined) {
      errors.required('spec.template')
      return
    }
    const labels = template.metadata?.labels ?? {}
    if (Object.keys(selector).some((key) => labels[key] !== selector[key])) {
      const printed = printedLabels(template.metadata)
      errors.invalid('spec.template.metadata.labels', printed, '`selector` does not match template `labels`')
    }
    validatePodTemplateSpec(template, rules, 'spec.template', errors)
    const policy = template.spec?.restartPolicy ?? ''
    if (policy !== 'Always') errors.notSupported('spec.template.spec.restartPolicy', policy, ['Always'])
    if (template.spec?.activeDeadlineSeconds !== undefined) {
      errors.forbidden(
        'spec.template.spec.activeDeadlineSeconds',
        'activeDeadlineSeconds in ReplicationController is not Supported',
      )
    }
  }

  return {
    validateName: declaredName,
    strategy: {
      prepareForCreate(next) {
        dropDisabledTemplateFields(next.spec?.template, undefined, rules)
        startGeneration(next)
        next.status = { replicas: 0 }
      },
      prepareForUpdate(next, live) {
        dropDisabledTemplateFields(next.spec?.template, live.spec?.template, rules)
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      defaults(next: Mutable<ReplicationController>) {
        const spec = (next.spec ??= {})
        spec.replicas ??= 1
        if (spec.template === undefined) return
        defaultPodTemplateSpec(spec.template, rules)
        const labels = spec.template.metadata?.labels
        if (labels === undefined) return
        if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
        if (Object.keys(next.metadata.labels ?? {}).length === 0) next.metadata.labels = { ...labels }
      },
      orphansDependents: true,
      validate,
      validateUpdate: (next, _, errors) => validate(next, errors),
      warnings: (next, live) =>
        live === undefined
          ? [
              ...podNameWarnings(next.metadata),
              ...podTemplateWarnings(next.spec?.template ?? {}, 'spec.template', rules),
            ]
          : [],
    },
    columns: replicationControllerColumns,
    selectableFields: { 'status.replicas': (object) => String(object.status?.replicas ?? 0) },
    subresources: {
      status: statusView(validateReplicasStatus),
      scale: {
        type: 'scale',
        verbs: ['get', 'patch', 'update'],
        kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
        specReplicas: (object) => object.spec?.replicas ?? 0,
        statusReplicas: (object) => object.status?.replicas ?? 0,
        selector: ({ spec }) => (Object.keys(spec?.selector ?? {}).length === 0 ? '' : formatLabels(spec?.selector)),
        setReplicas(next: Mutable<ReplicationController>, replicas) {
          next.spec = { ...next.spec, replicas }
        },
      },
    },
  }
}
