import { thenMaybe, type Awaitable, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { PriorityClass } from '@pinnace/types/scheduling-v1'
import type { PodGroup, PodGroupSpec } from '@pinnace/types/scheduling-v1alpha2'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import type { AdmissionObjects } from '../plugin-context.ts'
import { refusal } from '../refusal.ts'

/** Resolves the priority class of a pod or a group of pods to its value, and allows one default class at most. */
// upstream: plugin/pkg/admission/priority/admission.go
export const priority: BuiltInPlugin = {
  name: 'Priority',
  isDefault: true,
  create({ objects, vocabulary, isEnabled }) {
    const classes = classResource(vocabulary)
    const podGroups = { group: vocabulary.group('scheduling'), resource: 'podgroups' }
    const hasGroups = isEnabled?.('WorkloadAwarePreemption') ?? true
    return {
      name: 'Priority',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }, classes, ...(hasGroups ? [podGroups] : [])],
      admit(attributes): Awaitable<void> {
        const { operation, resource, subresource, object, oldObject } = attributes
        const isGroup = resource.resource === podGroups.resource
        if ((resource.resource !== 'pods' && !isGroup) || subresource !== '') return
        const { spec } = object as Mutable<Pod> | Mutable<PodGroup>
        if (spec === undefined) return
        if (operation === 'UPDATE')
          return isGroup ? undefined : keepPriority(spec as Mutable<PodSpec>, oldObject as Pod)
        const { priorityClassName } = spec
        const found = priorityClassName
          ? objects.get<PriorityClass>(classes, '', priorityClassName)
          : findDefault(objects, classes)
        return thenMaybe(found, (priorityClass) => {
          if (priorityClass === undefined && priorityClassName) {
            throw refusal(attributes, `no PriorityClass with name ${priorityClassName} was found`)
          }
          if (isGroup) applyClassToGroup(attributes, spec as Mutable<PodGroupSpec>, priorityClass)
          else applyClass(attributes, spec as Mutable<PodSpec>, priorityClass)
        })
      },
      validate(attributes): Awaitable<void> {
        const { operation, resource, subresource, object } = attributes
        if (resource.resource !== classes.resource || subresource !== '') return
        const { globalDefault, metadata } = object as PriorityClass
        if (globalDefault !== true) return
        return thenMaybe(findDefault(objects, classes), (existing) => {
          if (existing === undefined) return
          const { name = '' } = existing.metadata
          if (operation === 'UPDATE' && name === metadata.name) return
          throw refusal(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`)
        })
      },
    }
  },
}

type ClassResource = ReturnType<typeof classResource>

function classResource(vocabulary: Vocabulary): { readonly group: string; readonly resource: string } {
  return { group: vocabulary.group('scheduling'), resource: 'priorityclasses' }
}

// Priority and preemption policy are immutable; an update may omit them.
function keepPriority(spec: Mutable<PodSpec>, live: Pod): void {
  const { priority: number, preemptionPolicy } = live.spec ?? {}
  if (number !== undefined) spec.priority ??= number
  if (preemptionPolicy !== undefined) spec.preemptionPolicy ??= preemptionPolicy
}

function applyClass(
  attributes: AdmissionAttributes,
  spec: Mutable<PodSpec>,
  priorityClass: PriorityClass | undefined,
): void {
  const computed = priorityClass?.value ?? 0
  if (spec.priority !== undefined && spec.priority !== computed) {
    throw refusal(
      attributes,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`,
    )
  }
  const policy = priorityClass === undefined ? 'PreemptLowerPriority' : priorityClass.preemptionPolicy
  if (policy !== undefined && spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
    throw refusal(
      attributes,
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
    )
  }
  const name = priorityClass?.metadata.name
  if (name !== undefined) spec.priorityClassName = name
  spec.priority = computed
  if (policy !== undefined) spec.preemptionPolicy = policy
}

// A group has no preemption policy, and its priority stays: validation rejects an update that changes it.
function applyClassToGroup(
  attributes: AdmissionAttributes,
  spec: Mutable<PodGroupSpec>,
  priorityClass: PriorityClass | undefined,
): void {
  const computed = priorityClass?.value ?? 0
  if (spec.priority !== undefined && spec.priority !== computed) {
    throw refusal(
      attributes,
      `priority set in the pod group (${spec.priority}) must match the priority computed (${computed}) based on the priority class set in the spec`,
    )
  }
  const name = priorityClass?.metadata.name
  if (name !== undefined) spec.priorityClassName = name
  spec.priority = computed
}

// Concurrent creates can result in two defaults; the one with the lower value is used.
function findDefault(objects: AdmissionObjects, classes: ClassResource): Awaitable<PriorityClass | undefined> {
  return thenMaybe(objects.list<PriorityClass>(classes, ''), (all) => {
    let lowest: PriorityClass | undefined
    for (const one of all) {
      if (one.globalDefault === true && (lowest === undefined || (one.value ?? 0) < (lowest.value ?? 0))) lowest = one
    }
    return lowest
  })
}
