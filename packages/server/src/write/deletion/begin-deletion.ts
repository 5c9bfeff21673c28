import { formatTime, type ApiObject, type Clock, cloneJson } from '@pinnace/meta'
import type { Strategy, StrategyContext } from '@pinnace/resources'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Draft } from '../../storage/draft.ts'
import { setFinalizers } from './propagation-finalizers.ts'

/**
 * The object with its deletion timestamp, its grace period, and the finalizers of the propagation policy. The caller
 * removes it if no finalizer and no grace period keeps it.
 */
// upstream: registry/rest/delete.go BeforeDelete, registry/generic/registry/store.go deletionFinalizersForGarbageCollection
export function beginDeletion(
  live: ApiObject,
  options: DeleteOptions,
  strategy: Strategy,
  context: StrategyContext,
): Draft {
  // Only a kind's own preparation changes more than metadata; an object may be large.
  const next = (
    strategy.prepareForDelete === undefined ? { ...live, metadata: cloneJson(live.metadata) } : cloneJson(live)
  ) as Draft
  const { metadata } = next
  const already = metadata.deletionTimestamp !== undefined
  if (strategy.firstDeleteMarks === true && !already) metadata.deletionTimestamp = deletionTime(context.clock, 0)
  else {
    setFinalizers(next, options, strategy)
    markForDeletion(next, gracePeriodOf(live, options, strategy), strategy, context.clock)
  }
  strategy.prepareForDelete?.(next, context)
  return next
}

function markForDeletion({ metadata }: Draft, grace: number, { heldByFinalizers }: Strategy, clock: Clock): void {
  const { generation = 0, deletionTimestamp, deletionGracePeriodSeconds: before } = metadata
  if (deletionTimestamp === undefined) {
    metadata.deletionTimestamp = deletionTime(clock, grace)
    if (heldByFinalizers === undefined) metadata.deletionGracePeriodSeconds = grace
    if (generation > 0) metadata.generation = generation + 1
  } else if (before === undefined) {
    if (heldByFinalizers === undefined) metadata.deletionGracePeriodSeconds = grace
  } else if (grace < before) {
    // A second delete can only shorten the grace period.
    metadata.deletionTimestamp = deletionTime(clock, grace)
    metadata.deletionGracePeriodSeconds = grace
  }
}

function gracePeriodOf(live: ApiObject, { gracePeriodSeconds }: DeleteOptions, strategy: Strategy): number {
  const asked = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds
  return strategy.gracePeriodSeconds?.(live, asked) ?? 0
}

function deletionTime(clock: Clock, graceSeconds: number): string {
  return formatTime(clock.now() + graceSeconds * 1000)
}
