import type { ApiObject } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'

/** True where nothing keeps an object that is being deleted: no finalizer, no grace, nothing of its kind's own. */
// upstream: registry.ShouldDeleteDuringUpdate
export function isReleased(object: ApiObject, strategy: Strategy): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = object.metadata
  if (deletionTimestamp === undefined) return false
  if (finalizers !== undefined && finalizers.length > 0) return false
  if (deletionGracePeriodSeconds !== undefined && deletionGracePeriodSeconds > 0) return false
  return strategy.heldByFinalizers?.(object) !== true
}
