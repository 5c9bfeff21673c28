import { fromLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/resources/types/core-v1-nodes'
import type { Pod, PodAffinityTerm } from '@pinnace/resources/types/core-v1-pods'

/** What a required affinity between pods is judged by. */
export interface Neighbourhood {
  /** Pods that are on nodes, or about to be. */
  readonly placed: readonly { readonly pod: Pod; readonly node: Node }[]
  readonly namespace: (name: string) => ApiObject | undefined
}

/** Why a node does not do for a pod, because of the pods there. */
// upstream: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go
export function affinityProblem(pod: Pod, node: Node, around: Neighbourhood): string | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {}
  for (const term of podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
    const near = around.placed.filter((other) => isMeant(term, pod, other.pod, around))
    const isNear = near.some((other) => isSameDomain(term, other.node, node))
    // The first of pods that want to be together has nobody to be with.
    const isFirst = near.length === 0 && isMeant(term, pod, pod, around) && domainOf(term, node) !== undefined
    if (!isNear && !isFirst) return "node(s) didn't match pod affinity rules"
  }
  for (const term of podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []) {
    if (around.placed.some((other) => isMeant(term, pod, other.pod, around) && isSameDomain(term, other.node, node))) {
      return "node(s) didn't match pod anti-affinity rules"
    }
  }
  for (const other of around.placed) {
    for (const term of other.pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ??
      []) {
      if (isMeant(term, other.pod, pod, around) && isSameDomain(term, other.node, node)) {
        return "node(s) didn't satisfy existing pods anti-affinity rules"
      }
    }
  }
  return undefined
}

function isMeant(term: PodAffinityTerm, of: Pod, other: Pod, { namespace }: Neighbourhood): boolean {
  const { namespaces = [], namespaceSelector, labelSelector } = term
  const { namespace: where = '', labels } = other.metadata
  const isNamed = namespaces.includes(where)
  const isSelected =
    namespaceSelector !== undefined && fromLabelSelector(namespaceSelector).matches(namespace(where)?.metadata.labels)
  const isOwn = namespaces.length === 0 && namespaceSelector === undefined && where === of.metadata.namespace
  return (isNamed || isSelected || isOwn) && fromLabelSelector(labelSelector).matches(labels)
}

function isSameDomain(term: PodAffinityTerm, a: Node, b: Node): boolean {
  const domain = domainOf(term, a)
  return domain !== undefined && domain === domainOf(term, b)
}

function domainOf({ topologyKey }: PodAffinityTerm, { metadata }: Node): string | undefined {
  return metadata.labels?.[topologyKey]
}
