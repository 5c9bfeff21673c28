import { fromLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '@pinnace/types/core-v1-pods'
import { namespaceOf } from '../stored-object.ts'

/** A pod and the node it runs on or has been assigned to. */
export interface ScheduledPod {
  readonly pod: Pod
  readonly node: Node
}

/** What required affinity between pods is evaluated against. */
export interface Neighborhood {
  readonly scheduled: readonly ScheduledPod[]
  readonly namespace: (name: string) => ApiObject | undefined
}

/** Whether a pod has required pod affinity or anti-affinity, so that other pods decide where it may run. */
export function hasPodAffinityTerms(pod: Pod): boolean {
  return requiredTerms(pod, 'podAffinity').length > 0 || hasPodAntiAffinity(pod)
}

/** Whether a pod has required anti-affinity, so that it keeps other pods off its node. */
export function hasPodAntiAffinity(pod: Pod): boolean {
  return requiredTerms(pod, 'podAntiAffinity').length > 0
}

/** Returns why a node does not suit a pod because of the pods there; `undefined` when it does. */
export type AffinityFilter = (node: Node) => string | undefined

/** The filter of required affinity between a pod and scheduled pods, which are evaluated once for all nodes. */
// upstream: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go
export function createAffinityFilter(pod: Pod, neighborhood: Neighborhood): AffinityFilter {
  const affinity = affinityTerms(pod, neighborhood)
  const antiAffinity = antiAffinityTerms(pod, neighborhood)
  const existingAntiAffinity = existingAntiAffinityTerms(pod, neighborhood)
  // The first pod of a group has affinity to itself only, and may run in any domain.
  const isFirstOfGroup = affinity.every((term) => term.domains.size === 0 && term.matches(pod))
  return (node) => {
    const suits = (term: Term): boolean => (isFirstOfGroup ? term.domainOf(node) !== undefined : term.includes(node))
    if (!affinity.every(suits)) return "node(s) didn't match pod affinity rules"
    if (antiAffinity.some((term) => term.includes(node))) return "node(s) didn't match pod anti-affinity rules"
    if (existingAntiAffinity.some((term) => term.includes(node))) {
      return "node(s) didn't satisfy existing pods anti-affinity rules"
    }
    return undefined
  }
}

/** The affinity terms of a pod with the domains of the pods that match all of them. */
// upstream: podMatchesAllAffinityTerms – a pod that matches only some of the terms counts for none.
function affinityTerms(pod: Pod, { scheduled, namespace }: Neighborhood): readonly Term[] {
  const terms = requiredTerms(pod, 'podAffinity').map((term) => new Term(term, pod, namespace))
  if (terms.length === 0) return terms
  for (const other of scheduled) {
    if (terms.every((term) => term.matches(other.pod))) for (const term of terms) term.addDomainOf(other.node)
  }
  return terms
}

/** The anti-affinity terms of a pod with the domains of the pods that match them. */
function antiAffinityTerms(pod: Pod, { scheduled, namespace }: Neighborhood): readonly Term[] {
  const terms = requiredTerms(pod, 'podAntiAffinity').map((term) => new Term(term, pod, namespace))
  for (const term of terms) {
    for (const other of scheduled) if (term.matches(other.pod)) term.addDomainOf(other.node)
  }
  return terms
}

/** The anti-affinity terms of scheduled pods that match the pod, merged by topology key. */
function existingAntiAffinityTerms(pod: Pod, { scheduled, namespace }: Neighborhood): readonly Term[] {
  const byKey = new Map<string, Term>()
  for (const other of scheduled) {
    for (const term of requiredTerms(other.pod, 'podAntiAffinity')) {
      const own = new Term(term, other.pod, namespace)
      if (!own.matches(pod)) continue
      const merged = byKey.get(term.topologyKey) ?? own
      byKey.set(term.topologyKey, merged)
      merged.addDomainOf(other.node)
    }
  }
  return [...byKey.values()]
}

/** How much a node is preferred because of the pods there: more is better. */
export type AffinityScore = (node: Node) => number

/**
 * The preferred affinity between a pod and scheduled pods, evaluated once for all nodes: the weights of its terms for
 * each pod that they match, and those of scheduled pods whose terms match it. A required term of theirs weighs 1.
 */
// upstream: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go
export function createAffinityScore(pod: Pod, { scheduled, namespace }: Neighborhood): AffinityScore {
  const weights = new Map<string, Map<string, number>>()
  const add = (term: Term, key: string, node: Node, weight: number): void => {
    const domain = term.domainOf(node)
    if (domain === undefined) return
    const byDomain = weights.get(key) ?? new Map<string, number>()
    weights.set(key, byDomain.set(domain, (byDomain.get(domain) ?? 0) + weight))
  }
  const own = weightedTerms(pod).map(({ term, weight }) => ({ term: new Term(term, pod, namespace), weight }))
  for (const other of scheduled) {
    for (const { term, weight } of own) if (term.matches(other.pod)) add(term, term.topologyKey, other.node, weight)
    const required = requiredTerms(other.pod, 'podAffinity').map((term) => ({ term, weight: 1 }))
    for (const { term, weight } of [...weightedTerms(other.pod), ...required]) {
      const theirs = new Term(term, other.pod, namespace)
      if (theirs.matches(pod)) add(theirs, term.topologyKey, other.node, weight)
    }
  }
  return ({ metadata: { labels = {} } }) => {
    let sum = 0
    for (const [key, byDomain] of weights) sum += byDomain.get(labels[key] ?? '') ?? 0
    return sum
  }
}

/** Whether a pod has preferred affinity terms, or required ones that attract other pods. */
export function attractsOrRepels(pod: Pod): boolean {
  return weightedTerms(pod).length > 0 || requiredTerms(pod, 'podAffinity').length > 0
}

/** The preferred terms of a pod; those of anti-affinity weigh less than nothing. */
function weightedTerms({ spec }: Pod): readonly { readonly term: PodAffinityTerm; readonly weight: number }[] {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  const read = (terms: readonly WeightedPodAffinityTerm[] = [], sign: number): ReturnType<typeof weightedTerms> =>
    terms.map(({ podAffinityTerm, weight }) => ({ term: podAffinityTerm, weight: sign * weight }))
  return [
    ...read(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution, 1),
    ...read(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution, -1),
  ]
}

/** A term of a pod, with its selectors parsed once, and the topology domains found for it. */
class Term {
  readonly domains: Set<string> = new Set()
  readonly #term: PodAffinityTerm
  readonly #owner: Pod
  readonly #namespace: Neighborhood['namespace']
  readonly #labels: ReturnType<typeof fromLabelSelector>
  readonly #namespaceLabels: ReturnType<typeof fromLabelSelector> | undefined

  constructor(term: PodAffinityTerm, owner: Pod, namespace: Neighborhood['namespace']) {
    const { labelSelector, namespaceSelector } = term
    this.#term = term
    this.#owner = owner
    this.#namespace = namespace
    this.#labels = fromLabelSelector(labelSelector)
    this.#namespaceLabels = namespaceSelector === undefined ? undefined : fromLabelSelector(namespaceSelector)
  }

  get topologyKey(): string {
    return this.#term.topologyKey
  }

  /** Whether the term selects a pod, by namespace and labels. */
  matches(pod: Pod): boolean {
    return this.#selectsNamespace(namespaceOf(pod)) && this.#labels.matches(pod.metadata.labels)
  }

  #selectsNamespace(name: string): boolean {
    const { namespaces = [] } = this.#term
    if (namespaces.length === 0 && this.#namespaceLabels === undefined) return name === namespaceOf(this.#owner)
    return (
      namespaces.includes(name) || (this.#namespaceLabels?.matches(this.#namespace(name)?.metadata.labels) ?? false)
    )
  }

  /** The topology domain of a node; `undefined` when the node does not have the label. */
  domainOf({ metadata: { labels = {} } }: Node): string | undefined {
    const { topologyKey } = this.#term
    return Object.hasOwn(labels, topologyKey) ? labels[topologyKey] : undefined
  }

  addDomainOf(node: Node): void {
    const domain = this.domainOf(node)
    if (domain !== undefined) this.domains.add(domain)
  }

  /** Whether a node is in one of the domains. */
  includes(node: Node): boolean {
    const domain = this.domainOf(node)
    return domain !== undefined && this.domains.has(domain)
  }
}

function requiredTerms({ spec }: Pod, type: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] {
  return spec?.affinity?.[type]?.requiredDuringSchedulingIgnoredDuringExecution ?? []
}
