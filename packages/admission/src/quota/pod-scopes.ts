import { qosClass } from '@pinnace/kinds'
import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '@pinnace/types/core-v1-pods'
import { matchesValues } from './scope-values.ts'

/** Whether a pod matches a scope. */
// upstream: pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc
export function podMatchesScope(requirement: ScopedResourceSelectorRequirement, pod: Pod): boolean {
  switch (requirement.scopeName) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort(pod)
    case 'NotBestEffort':
      return !isBestEffort(pod)
    case 'PriorityClass':
      return matchesValues(requirement, pod.spec?.priorityClassName ? [pod.spec.priorityClassName] : [])
    case 'CrossNamespacePodAffinity':
      return looksElsewhere(pod)
    default:
      return false
  }
}

function isTerminating({ spec }: Pod): boolean {
  return (spec?.activeDeadlineSeconds ?? -1) >= 0
}

function isBestEffort({ spec, status }: Pod): boolean {
  const known = status?.qosClass ?? ''
  return (known === '' && spec !== undefined ? qosClass(spec) : known) === 'BestEffort'
}

function looksElsewhere({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  return [podAffinity, podAntiAffinity].some(
    (affinity) =>
      affinity !== undefined &&
      (hasOther(affinity.requiredDuringSchedulingIgnoredDuringExecution) ||
        hasOther(affinity.preferredDuringSchedulingIgnoredDuringExecution?.map(termOf))),
  )
}

function termOf({ podAffinityTerm }: WeightedPodAffinityTerm): PodAffinityTerm {
  return podAffinityTerm
}

function hasOther(terms: readonly PodAffinityTerm[] | undefined): boolean {
  return (
    terms?.some(({ namespaces = [], namespaceSelector }) => namespaces.length > 0 || namespaceSelector !== undefined) ??
    false
  )
}
