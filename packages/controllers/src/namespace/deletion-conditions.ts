import { formatTime, type Clock, type Vocabulary } from '@pinnace/meta'
import type { NamespaceCondition } from '@pinnace/types/core-v1'
import type { NamespaceContent } from './empty-namespace.ts'

interface ConditionText {
  readonly reason: string
  readonly message: string
}

interface DeletionCondition {
  readonly type: string
  /** Reason and message while the condition is False. */
  readonly well: ConditionText
  /** Reason and message when the condition is True; undefined when it is not. */
  readonly wrong: (content: NamespaceContent) => ConditionText | undefined
}

/** The conditions of a namespace after a pass over its content; undefined when they are unchanged. */
// upstream: pkg/controller/namespace/deletion/status_condition_utils.go
export function deletionConditions(
  before: readonly NamespaceCondition[],
  content: NamespaceContent,
  { clock, vocabulary }: { readonly clock: Clock; readonly vocabulary: Vocabulary },
): readonly NamespaceCondition[] | undefined {
  let isChanged = false
  const next = [...before]
  for (const { type, well, wrong } of conditionTable(vocabulary)) {
    const problem = wrong(content)
    const status = problem === undefined ? 'False' : 'True'
    const { reason, message } = problem ?? well
    const index = next.findIndex((condition) => condition.type === type)
    const known = next[index]
    if (known?.status === status && known.reason === reason && known.message === message) continue
    isChanged = true
    const unchangedSince = known?.status === status ? known.lastTransitionTime : undefined
    const lastTransitionTime = unchangedSince ?? formatTime(clock.now())
    next.splice(index < 0 ? next.length : index, 1, { type, status, lastTransitionTime, reason, message })
  }
  return isChanged ? next : undefined
}

function conditionTable({ componentPrefix }: Vocabulary): readonly DeletionCondition[] {
  return [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      well: { reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
      wrong: ({ discoveryError: message }) =>
        message === undefined ? undefined : { reason: 'DiscoveryFailed', message },
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      well: { reason: 'ParsedGroupVersions', message: `All legacy ${componentPrefix} types successfully parsed` },
      wrong: ({ groupVersionError: message }) =>
        message === undefined ? undefined : { reason: 'GroupVersionParsingFailed', message },
    },
    {
      type: 'NamespaceDeletionContentFailure',
      well: {
        reason: 'ContentDeleted',
        message: 'All content successfully deleted, may be waiting on finalization',
      },
      wrong({ contentErrors }) {
        if (contentErrors.length === 0) return undefined
        const texts = [...contentErrors].sort().join(', ')
        const message = `Failed to delete all resource types, ${contentErrors.length} remaining: ${texts}`
        return { reason: 'ContentDeletionFailed', message }
      },
    },
    {
      type: 'NamespaceContentRemaining',
      well: { reason: 'ContentRemoved', message: 'All content successfully removed' },
      wrong({ remaining }) {
        if (remaining.size === 0) return undefined
        const texts = Array.from(remaining, ([resource, count]) => `${resource} has ${count} resource instances`)
        return {
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${texts.sort().join(', ')}`,
        }
      },
    },
    {
      type: 'NamespaceFinalizersRemaining',
      well: { reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
      wrong({ finalizers }) {
        if (finalizers.size === 0) return undefined
        const texts = Array.from(finalizers, ([name, count]) => `${name} in ${count} resource instances`)
        return {
          reason: 'SomeFinalizersRemain',
          message: `Some finalizers are remaining: ${texts.sort().join(', ')}`,
        }
      },
    },
  ]
}
