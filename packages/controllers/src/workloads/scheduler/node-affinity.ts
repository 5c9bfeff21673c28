import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { NodeSelectorRequirement, NodeSelectorTerm } from '@pinnace/types/core-v1'

/** Whether a node matches the node selector and the required node affinity of a pod. */
// upstream: component-helpers/scheduling/corev1/nodeaffinity
export function selectsNode({ spec }: Pick<Pod, 'spec'>, node: Node): boolean {
  const { metadata } = node
  const labels = metadata.labels ?? {}
  for (const [key, value] of Object.entries(spec?.nodeSelector ?? {})) {
    if (!Object.hasOwn(labels, key) || labels[key] !== value) return false
  }
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return !required || matchesAnyTerm(required.nodeSelectorTerms ?? [], node)
}

/** Whether a node matches one of several terms. Terms are alternatives; an empty term matches no node. */
export function matchesAnyTerm(terms: readonly NodeSelectorTerm[], { metadata }: Node): boolean {
  const fields = { 'metadata.name': metadata.name ?? '' }
  return terms.some((term) => matchesTerm(term, metadata.labels ?? {}, fields))
}

/** The sum of the weights of the preferred terms of a pod that a node matches. */
// upstream: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, Score
export function preferredNodeWeight({ spec }: Pick<Pod, 'spec'>, node: Node): number {
  const preferred = spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return preferred
    .filter(({ preference }) => matchesAnyTerm([preference], node))
    .reduce((sum, { weight }) => sum + weight, 0)
}

function matchesTerm(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  labels: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): boolean {
  const [onLabels, onFields] = [matchExpressions ?? [], matchFields ?? []]
  if (onLabels.length + onFields.length === 0) return false
  return (
    onLabels.every((requirement) => matchesRequirement(requirement, labels)) &&
    onFields.every((requirement) => matchesRequirement(requirement, fields))
  )
}

function matchesRequirement(
  { key, operator, values }: NodeSelectorRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  const wanted = values ?? []
  switch (operator) {
    case 'In':
      return value !== undefined && wanted.includes(value)
    case 'NotIn':
      return value === undefined || !wanted.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return compareIntegers(operator, value, wanted[0])
  }
}

/** The operators Gt and Lt; false for text that is not an integer. */
function compareIntegers(operator: string, value: string | undefined, limit: string | undefined): boolean {
  if (value === undefined || limit === undefined || !/^-?[0-9]+$/.test(value) || !/^-?[0-9]+$/.test(limit)) return false
  const [actual, bound] = [BigInt(value), BigInt(limit)]
  return operator === 'Gt' ? actual > bound : operator === 'Lt' && actual < bound
}
