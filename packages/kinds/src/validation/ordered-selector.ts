import type { LabelSelector } from '@pinnace/meta'

/** A label selector as messages print it, with its members in the order of their declaration. */
export function orderedSelector(selector: LabelSelector | null | undefined): LabelSelector | null {
  if (selector === undefined || selector === null) return null
  const { matchLabels, matchExpressions } = selector
  return {
    ...(matchLabels ? { matchLabels } : {}),
    ...(matchExpressions
      ? {
          matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
            key,
            operator,
            ...(values ? { values } : {}),
          })),
        }
      : {}),
  }
}
