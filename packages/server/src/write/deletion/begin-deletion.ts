import { cloneJson, type ApiObject } from '@pinnace/meta'
import type { Strategy, StrategyContext } from '@pinnace/resources'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Draft } from '../../storage/draft.ts'
import { deletionTime, gracePeriodOf, markForDeletion } from './grace-period.ts'
import { applyPropagationPolicy } from './propagation-policy.ts'

/**
 * The object with its deletion timestamp, its grace period, and the finalizers of the propagation policy. `delete.ts`
 * removes it if no finalizer and no grace period keeps it, and `commit.ts` when the last finalizer is removed later.
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
    applyPropagationPolicy(next, options, strategy)
    markForDeletion(next, gracePeriodOf(live, options, strategy), strategy, context.clock)
  }
  strategy.prepareForDelete?.(next, context)
  return next
}
