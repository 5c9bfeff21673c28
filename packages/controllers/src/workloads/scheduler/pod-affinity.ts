import { fromLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodAffinityTerm } from '@pinnace/types/core-v1-pods'

/** What a required affinity between pods is judged by. */
export interface Neighbourhood {
  /** Pods that are on nodes, or about to be. */
  readonly placed: readonly { readonly pod: Pod; readonly node: Node }[]
  readonly namespace: (name: string) => ApiObject | undefined
}

type NamespaceOf = Neighbourhood['namespace']

/** Whether a pod minds who else is there. */
export function isChoosy(pod: Pod): boolean {
  return required(pod, 'podAffinity').length > 0 || keepsApart(pod)
}

/** Whether a pod keeps others away. */
export function keepsApart(pod: Pod): boolean {
  return required(pod, 'podAntiAffinity').length > 0
}

/** Says of each node why it does not do for a pod, because of the pods there. Those are looked at once for all nodes. */
// upstream: pkg/scheduler/framework/plugins/interpodaffinity/filtering.go
export function judgeNeighbours(pod: Pod, { placed, namespace }: Neighbourhood): (node: Node) => string | undefined {
  const near = required(pod, 'podAffinity').map((term) => createRule(term, pod, namespace))
  const apart = required(pod, 'podAntiAffinity').map((term) => createRule(term, pod, namespace))
  const closed: Rule[] = []
  for (const other of placed) {
    // upstream: podMatchesAllAffinityTerms – who is meant by some of the terms only is nobody to be with.
    if (near.every((rule) => rule.means(other.pod))) for (const rule of near) rule.note(other.node)
    for (const rule of apart) if (rule.means(other.pod)) rule.note(other.node)
    for (const term of required(other.pod, 'podAntiAffinity')) {
      const rule = createRule(term, other.pod, namespace)
      if (!rule.means(pod)) continue
      rule.note(other.node)
      closed.push(rule)
    }
  }
  const closedDomains = new Map<string, Set<string>>()
  for (const { topologyKey, domains } of closed) {
    const known = closedDomains.get(topologyKey) ?? new Set<string>()
    closedDomains.set(topologyKey, known)
    for (const domain of domains) known.add(domain)
  }
  // The first of pods that want to be together has nobody to be with.
  const isFirst = near.every(({ domains, means }) => domains.size === 0 && means(pod))
  return (node) => {
    const isIn = (domains: ReadonlySet<string>, topologyKey: string): boolean => {
      const domain = domainOf(topologyKey, node)
      return domain !== undefined && domains.has(domain)
    }
    const isNear = near.every(({ domains, topologyKey }) =>
      isFirst ? domainOf(topologyKey, node) !== undefined : isIn(domains, topologyKey),
    )
    if (!isNear) return "node(s) didn't match pod affinity rules"
    if (apart.some(({ domains, topologyKey }) => isIn(domains, topologyKey))) {
      return "node(s) didn't match pod anti-affinity rules"
    }
    for (const [topologyKey, domains] of closedDomains) {
      if (isIn(domains, topologyKey)) return "node(s) didn't satisfy existing pods anti-affinity rules"
    }
    return undefined
  }
}

interface Rule {
  readonly topologyKey: string
  /** Where those are that the rule means. */
  readonly domains: ReadonlySet<string>
  means(pod: Pod): boolean
  note(node: Node): void
}

/** A term of a pod; what it selects by is made ready once. */
function createRule(term: PodAffinityTerm, of: Pod, namespace: NamespaceOf): Rule {
  const { namespaces = [], namespaceSelector, labelSelector, topologyKey } = term
  const selected = fromLabelSelector(labelSelector)
  const selectedNamespaces = namespaceSelector === undefined ? undefined : fromLabelSelector(namespaceSelector)
  const isOwnOnly = namespaces.length === 0 && namespaceSelector === undefined
  const domains = new Set<string>()
  return {
    topologyKey,
    domains,
    means({ metadata: { namespace: where = '', labels } }) {
      const isThere = isOwnOnly
        ? where === of.metadata.namespace
        : namespaces.includes(where) || (selectedNamespaces?.matches(namespace(where)?.metadata.labels) ?? false)
      return isThere && selected.matches(labels)
    },
    note(node) {
      const domain = domainOf(topologyKey, node)
      if (domain !== undefined) domains.add(domain)
    },
  }
}

function required({ spec }: Pod, type: 'podAffinity' | 'podAntiAffinity'): readonly PodAffinityTerm[] {
  return spec?.affinity?.[type]?.requiredDuringSchedulingIgnoredDuringExecution ?? []
}

function domainOf(topologyKey: string, { metadata: { labels = {} } }: Node): string | undefined {
  return Object.hasOwn(labels, topologyKey) ? labels[topologyKey] : undefined
}
