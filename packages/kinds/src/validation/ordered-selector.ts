import type { LabelSelector } from '@pinnace/meta'
import { sortedLabels } from './printed-labels.ts'

/**
 * A label selector as messages print it: members in the order of their declaration, labels sorted, and requirements with
 * their key and operator.
 */
export function orderedSelector(selector: LabelSelector | null | undefined): LabelSelector | null {
  if (selector === undefined || selector === null) return null
  const { matchLabels, matchExpressions } = selector
  return {
    ...(matchLabels && Object.keys(matchLabels).length > 0 ? { matchLabels: sortedLabels(matchLabels) } : {}),
    ...(matchExpressions && matchExpressions.length > 0
      ? {
          matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
            key: key ?? '',
            operator: operator ?? '',
            ...(values && values.length > 0 ? { values } : {}),
          })),
        }
      : {}),
  }
}
