import type { ApiObject } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'

/** True if an object that is being deleted can be removed: it has no finalizers, and its grace period is over. */
// upstream: registry.ShouldDeleteDuringUpdate
export function isReleased(object: ApiObject, strategy: Strategy): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata
  if (deletionTimestamp === undefined) return false
  if (finalizers !== undefined && finalizers.length > 0) return false
  if (deletionGracePeriodSeconds !== undefined && deletionGracePeriodSeconds > 0) return false
  return strategy.heldByFinalizers?.(object) !== true
}
