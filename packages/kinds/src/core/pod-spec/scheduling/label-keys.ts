import type { Mutable } from '@pinnace/meta'
import type { PodAffinity, PodAffinityTerm, PodSpec } from '@pinnace/types/core-v1-pods'
import type { LabelSelector } from '@pinnace/types/meta-v1'

type Labels = Readonly<Record<string, string>>

/** Turns matchLabelKeys and mismatchLabelKeys into expressions over the labels the pod has when it is created. */
// upstream: registry/core/pod/strategy.go, mutatePodAffinity and mutateTopologySpreadConstraints
export function applyLabelKeys(spec: Mutable<PodSpec>, labels: Labels = {}): void {
  if (spec.affinity) {
    applyToAffinity(spec.affinity.podAffinity, labels)
    applyToAffinity(spec.affinity.podAntiAffinity, labels)
  }
  for (const { labelSelector, matchLabelKeys } of spec.topologySpreadConstraints ?? []) {
    addExpressions(labelSelector, matchLabelKeys, 'In', labels)
  }
}

function applyToAffinity(affinity: Mutable<PodAffinity> | undefined, labels: Labels): void {
  for (const { podAffinityTerm } of affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []) {
    applyToTerm(podAffinityTerm, labels)
  }
  for (const term of affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) applyToTerm(term, labels)
}

function applyToTerm(term: Mutable<PodAffinityTerm>, labels: Labels): void {
  addExpressions(term.labelSelector, term.matchLabelKeys, 'In', labels)
  addExpressions(term.labelSelector, term.mismatchLabelKeys, 'NotIn', labels)
}

function addExpressions(
  selector: Mutable<LabelSelector> | undefined,
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
  labels: Labels,
): void {
  // No selector matches nothing, and goes on doing so.
  if (!selector || !keys) return
  for (const key of keys) {
    if (!Object.hasOwn(labels, key)) continue
    selector.matchExpressions = [...(selector.matchExpressions ?? []), { key, operator, values: [labels[key]!] }]
  }
}
