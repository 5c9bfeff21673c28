import type { ObjectMeta } from '@pinnace/meta'
import { emptiedMember } from '@pinnace/schema'

type Labels = Readonly<Record<string, string>>

/** The labels of an object as messages print them: sorted by key; null where there are none. */
export function printedLabels(metadata: ObjectMeta | undefined): unknown {
  const labels = metadata?.labels
  return labels ? sortedLabels(labels) : (emptiedMember(metadata, 'labels') ?? null)
}

/** Labels sorted by key. */
export function sortedLabels(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
}
