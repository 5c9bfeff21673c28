import { formatTime, type ApiObject, type Clock, cloneJson } from '@pinnace/meta'
import type { Strategy, StrategyContext } from '@pinnace/resources'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Draft } from '../../storage/draft.ts'

const foregroundFinalizer = 'foregroundDeletion'
const orphanFinalizer = 'orphan'

/**
 * The object as a delete leaves it: marked, its finalizers as the propagation policy asks. Whoever calls looks at what
 * keeps it, and removes it where nothing does.
 */
// upstream: registry/rest/delete.go BeforeDelete, registry/generic/registry/store.go deletionFinalizersForGarbageCollection
export function beginDeletion(
  live: ApiObject,
  options: DeleteOptions,
  strategy: Strategy,
  context: StrategyContext,
): Draft {
  const next = cloneJson(live) as Draft
  const grace = gracePeriodOf(live, options, strategy)
  setFinalizers(next, options)
  const { metadata } = next
  const already = metadata.deletionTimestamp !== undefined
  if (!already) {
    metadata.deletionTimestamp = deletionTime(context.clock, grace)
    metadata.deletionGracePeriodSeconds = grace
    if ((metadata.generation ?? 0) > 0) metadata.generation = metadata.generation! + 1
  } else if (grace < (metadata.deletionGracePeriodSeconds ?? 0)) {
    // A second delete may only shorten the wait.
    metadata.deletionTimestamp = deletionTime(context.clock, grace)
    metadata.deletionGracePeriodSeconds = grace
  }
  strategy.prepareForDelete?.(next, context)
  return next
}

function gracePeriodOf(live: ApiObject, { gracePeriodSeconds }: DeleteOptions, strategy: Strategy): number {
  const asked = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds
  return strategy.gracePeriodSeconds?.(live, asked) ?? 0
}

function deletionTime(clock: Clock, graceSeconds: number): string {
  return formatTime(clock.now() + graceSeconds * 1000)
}

function setFinalizers(next: Draft, { propagationPolicy, orphanDependents }: DeleteOptions): void {
  const policy =
    propagationPolicy ?? (orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background')
  const present = next.metadata.finalizers ?? []
  const others = present.filter((name) => name !== foregroundFinalizer && name !== orphanFinalizer)
  // Without a policy, what the object asks for by its own finalizers stands.
  const wanted = policy === undefined ? present : [...others, ...finalizerOf(policy)]
  if (wanted.length === 0) delete next.metadata.finalizers
  else next.metadata.finalizers = wanted
}

function finalizerOf(policy: DeleteOptions['propagationPolicy']): readonly string[] {
  if (policy === 'Foreground') return [foregroundFinalizer]
  return policy === 'Orphan' ? [orphanFinalizer] : []
}
