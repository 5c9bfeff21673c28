import type { FieldErrors, Mutable } from '@pinnace/meta'
import type { PriorityClass } from '@pinnace/types/scheduling-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { priorityClassColumns } from '../columns/cluster.ts'
import { sentences } from '../validation/messages.ts'
import { highestUserPriority, systemPriorityClasses, systemPriorityPrefix } from './system-priority-classes.ts'
import { startGeneration } from '../generation.ts'

const preemptionPolicies = ['PreemptLowerPriority', 'Never']

/** Priority classes: a number by its name, which never changes. */
// upstream: registry/scheduling/priorityclass/strategy.go and scheduling/validation, ValidatePriorityClass
export const priorityClass: KindBehavior<PriorityClass> = {
  strategy: {
    defaults(next: Mutable<PriorityClass>) {
      next.preemptionPolicy ??= 'PreemptLowerPriority'
    },
    prepareForCreate(next) {
      startGeneration(next)
    },
    // upstream: registry/scheduling/priorityclass/storage, Delete
    refuseDelete: (name) =>
      systemPriorityClasses.some((each) => each.name === name)
        ? 'this is a system priority class and cannot be deleted'
        : undefined,
    validate: validatePriorityClass,
    validateUpdate(next, live, errors) {
      if ((next.value ?? 0) !== (live.value ?? 0)) errors.forbidden('value', 'may not be changed in an update.')
      if (next.preemptionPolicy !== live.preemptionPolicy) {
        errors.invalid('preemptionPolicy', next.preemptionPolicy, sentences.immutable)
      }
    },
  },
  columns: priorityClassColumns,
}

function validatePriorityClass(next: PriorityClass, errors: FieldErrors): void {
  const { value = 0, preemptionPolicy: policy } = next
  if (next.metadata.name?.startsWith(systemPriorityPrefix)) {
    const problem = systemProblem(next)
    if (problem !== undefined) {
      const detail = `priority class names with '${systemPriorityPrefix}' prefix are reserved for system use only. error: ${problem}`
      errors.forbidden('metadata.name', detail)
    }
  } else if (value > highestUserPriority) {
    errors.forbidden('value', `maximum allowed value of a user defined priority is ${highestUserPriority}`)
  }
  if (policy === undefined) return
  if (policy === '') errors.required('preemptionPolicy')
  else if (!preemptionPolicies.includes(policy)) errors.notSupported('preemptionPolicy', policy, preemptionPolicies)
}

// upstream: apis/scheduling/v1/helpers.go, IsKnownSystemPriorityClass
function systemProblem({
  metadata: { name = '' },
  value = 0,
  globalDefault = false,
}: PriorityClass): string | undefined {
  const known = systemPriorityClasses.find((one) => one.name === name)
  if (known === undefined) return `${name} is not a known system priority class`
  if (known.value !== value) return `value of ${name} PriorityClass must be ${known.value}`
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}
