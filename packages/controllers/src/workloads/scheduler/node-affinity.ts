import type { NodeSelectorRequirement, NodeSelectorTerm } from '@pinnace/types/core-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** Whether a pod's node selector and required affinity take a node. */
// upstream: component-helpers/scheduling/corev1/nodeaffinity
export function selectsNode({ spec }: Pod, { metadata }: Node): boolean {
  const labels = metadata.labels ?? {}
  for (const [key, value] of Object.entries(spec?.nodeSelector ?? {})) {
    if (!Object.hasOwn(labels, key) || labels[key] !== value) return false
  }
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  if (!required) return true
  const fields = { 'metadata.name': metadata.name ?? '' }
  // Terms are alternatives; an empty one takes nothing.
  return (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(term, labels, fields))
}

function matchesTerm(
  { matchExpressions, matchFields }: NodeSelectorTerm,
  labels: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): boolean {
  const [expressions, ofFields] = [matchExpressions ?? [], matchFields ?? []]
  if (expressions.length + ofFields.length === 0) return false
  return (
    expressions.every((requirement) => matches(requirement, labels)) &&
    ofFields.every((requirement) => matches(requirement, fields))
  )
}

function matches(
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
      return compares(operator, value, wanted[0])
  }
}

function compares(operator: string, value: string | undefined, limit: string | undefined): boolean {
  if (value === undefined || limit === undefined || !/^-?[0-9]+$/.test(value) || !/^-?[0-9]+$/.test(limit)) return false
  const [is, than] = [BigInt(value), BigInt(limit)]
  return operator === 'Gt' ? is > than : operator === 'Lt' && is < than
}
