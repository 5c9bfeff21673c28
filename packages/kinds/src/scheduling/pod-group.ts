import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { ageColumn, column, nameColumn } from '@pinnace/resources'
import type { PodGroup, PodGroupSpec } from '@pinnace/types/scheduling-v1alpha2'
import { loadType } from '@pinnace/types'
import type { BehaviorContext, KindBehavior } from '../kind-behavior.ts'
import { keepStatus, resetStatus, statusOnlySubresource } from '../status-subresource.ts'
import { validateConditions } from '../validation/conditions.ts'
import { declaredLabel, declaredLongName, declaredUnion, declaredUnique } from '../validation/declared.ts'
import { sentences } from '../validation/messages.ts'
import { dropDisabledFields, validateGroupFields } from './group-fields.ts'

const maxClaimStatuses = 4
const defaultMode = 'Pod'

/** Groups of pods that are scheduled together. */
// upstream: registry/scheduling/podgroup/strategy.go; scheduling/v1alpha2/zz_generated.validations.go
export const podGroup = (isEnabled: BehaviorContext['isEnabled']): KindBehavior<PodGroup> => ({
  strategy: {
    defaults({ spec }: Mutable<PodGroup>) {
      if (spec !== undefined) spec.disruptionMode ??= defaultMode
    },
    prepareForCreate(next) {
      resetStatus(next, () => loadType('scheduling.v1alpha2.PodGroup'))
      dropDisabledFields(next.spec, undefined, isEnabled)
      // upstream: the default is set again when the stored object is read.
      next.spec.disruptionMode ??= defaultMode
    },
    prepareForUpdate(next, live) {
      keepStatus(next, live)
      dropDisabledFields(next.spec, live.spec, isEnabled)
    },
    validate({ spec }, errors) {
      // The default is not judged if the gate is off, and nothing else can be there.
      const { disruptionMode, ...others } = spec
      validateSpec(isEnabled('WorkloadAwarePreemption') ? spec : others, undefined, errors, isEnabled)
    },
    validateUpdate: ({ spec }, live, errors) => validateSpec(spec, live.spec, errors, isEnabled),
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        prepareForUpdate(next: Mutable<PodGroup>, live: PodGroup, context) {
          statusOnlySubresource.strategy.prepareForUpdate?.(next, live, context)
          const isUsed = (live.spec.resourceClaims ?? []).length > 0
          if (!isUsed && !isEnabled('DRAWorkloadResourceClaims')) delete next.status?.resourceClaimStatuses
        },
        validateUpdate: validateStatus,
      },
    },
  },
  columns: [
    nameColumn,
    column('Policy', ({ spec }: PodGroup) => (spec.schedulingPolicy?.gang === undefined ? 'Basic' : 'Gang')),
    column('Workload', ({ spec }: PodGroup) => spec.podGroupTemplateRef?.workload?.workloadName ?? '<none>'),
    column('Status', statusOf),
    ageColumn,
  ],
})

// upstream: printers, printPodGroup
function statusOf({ status }: PodGroup): string {
  const find = (type: string) => status?.conditions?.findLast((condition) => condition.type === type)
  const scheduled = find('PodGroupScheduled')
  return (
    find('DisruptionTarget')?.reason ??
    (scheduled === undefined ? 'Pending' : scheduled.status === 'True' ? 'Scheduled' : 'Unschedulable')
  )
}

function validateSpec(
  next: PodGroupSpec,
  live: PodGroupSpec | undefined,
  errors: FieldErrors,
  isEnabled: BehaviorContext['isEnabled'],
): void {
  // Absent references are null.
  const reference = next.podGroupTemplateRef ?? undefined
  const at = 'spec.podGroupTemplateRef'
  if (live !== undefined && !isSemanticEqual(reference, live.podGroupTemplateRef ?? undefined)) {
    errors.invalid(at, null, sentences.immutable)
  } else if (live === undefined && reference !== undefined) {
    declaredUnion(reference, ['workload'], at, errors)
    const workload = reference.workload ?? undefined
    if (workload !== undefined) {
      if (workload.workloadName === '') errors.required(`${at}.workload.workloadName`)
      else declaredLongName(workload.workloadName, `${at}.workload.workloadName`, errors)
      declaredLabel(workload.podGroupTemplateName, `${at}.workload.podGroupTemplateName`, errors)
    }
  }
  validateGroupFields(next, { at: 'spec', errors, isEnabled, live, isFixed: true })
}

function validateStatus(next: PodGroup, live: PodGroup, errors: FieldErrors): void {
  const { conditions, resourceClaimStatuses } = next.status ?? {}
  validateConditions(conditions ?? [], 'status.conditions', errors)
  const statuses = resourceClaimStatuses ?? []
  const names = new Set((next.spec.resourceClaims ?? []).map(({ name }) => name))
  const at = 'status.resourceClaimStatuses'
  statuses.forEach(({ name }, index) => {
    if (names.has(name)) return
    errors.invalid(`${at}[${index}].name`, name, 'must match the name of an entry in `spec.resourceClaims`')
  })
  if (isSemanticEqual(resourceClaimStatuses, live.status?.resourceClaimStatuses)) return
  if (statuses.length > maxClaimStatuses) return errors.tooMany(at, statuses.length, maxClaimStatuses)
  declaredUnique(statuses, ({ name }) => name, at, errors)
  statuses.forEach(({ resourceClaimName }, index) => {
    if (resourceClaimName !== undefined)
      declaredLongName(resourceClaimName, `${at}[${index}].resourceClaimName`, errors)
  })
}
