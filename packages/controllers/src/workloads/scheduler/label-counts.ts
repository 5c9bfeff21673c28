import { BoundedMap, type LabelSelectorMatcher } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isTerminating, namespaceOf } from '../stored-object.ts'

/** The pods of one namespace that match several selectors, by the name of their node. */
export type CountByNode = ReadonlyMap<string, number>

/** Counts of pods by node, kept up to date for the selectors that were asked for last. */
export interface LabelCounts {
  /** Counts `all` at the first question about these selectors, and afterwards only what changes. */
  of(namespace: string, selectors: readonly LabelSelectorMatcher[], all: Iterable<CountedPod>): CountByNode
  add(pod: Pod, node: string): void
  remove(pod: Pod, node: string): void
}

/** A pod that is counted on its node. */
export interface CountedPod {
  readonly pod: Pod
  readonly node: string
}

interface Count {
  readonly namespace: string
  readonly selectors: readonly LabelSelectorMatcher[]
  readonly byNode: Map<string, number>
}

/** Selectors that are remembered; of more, those that were asked for least recently are forgotten. */
const maxCounts = 100

/** Counts of no pods. */
export function createLabelCounts(): LabelCounts {
  const counts = new BoundedMap<string, Count>({ maxEntries: maxCounts })
  const change = (pod: Pod, node: string, by: 1 | -1): void => {
    for (const [, count] of counts) {
      if (isCounted(pod, count)) count.byNode.set(node, (count.byNode.get(node) ?? 0) + by)
    }
  }
  return {
    of(namespace, selectors, all) {
      const key = `${namespace}/${selectors.map(textOf).join(';')}`
      const known = counts.get(key)
      if (known !== undefined) return known.byNode
      const made: Count = { namespace, selectors, byNode: new Map() }
      for (const { pod, node } of all) {
        if (isCounted(pod, made)) made.byNode.set(node, (made.byNode.get(node) ?? 0) + 1)
      }
      counts.set(key, made)
      return made.byNode
    },
    add: (pod, node) => change(pod, node, 1),
    remove: (pod, node) => change(pod, node, -1),
  }
}

/** The text of a selector; that of one which matches everything, which has none, differs from one that matches nothing. */
function textOf(selector: LabelSelectorMatcher): string {
  return selector.isEmpty ? '*' : selector.toString()
}

// upstream: pkg/scheduler/framework/plugins/podtopologyspread/common.go, countPodsMatchSelector
function isCounted(pod: Pod, { namespace, selectors }: Count): boolean {
  if (namespaceOf(pod) !== namespace || isTerminating(pod)) return false
  return selectors.every((selector) => selector.matches(pod.metadata.labels))
}
