import { formatTime, type ApiObject, type Clock } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Draft } from '../../storage/draft.ts'

/** Sets the time and the grace period of a deletion. A second delete can only shorten the grace period; when it is over is decided in `finalizers.ts`. */
// upstream: registry/rest/delete.go, BeforeDelete
export function markForDeletion(
  { metadata }: Draft,
  grace: number,
  { heldByFinalizers }: Strategy,
  clock: Clock,
): void {
  const { generation = 0, deletionTimestamp, deletionGracePeriodSeconds: before } = metadata
  if (deletionTimestamp === undefined) {
    metadata.deletionTimestamp = deletionTime(clock, grace)
    if (heldByFinalizers === undefined) metadata.deletionGracePeriodSeconds = grace
    if (generation > 0) metadata.generation = generation + 1
  } else if (before === undefined) {
    if (heldByFinalizers === undefined) metadata.deletionGracePeriodSeconds = grace
  } else if (grace < before) {
    metadata.deletionTimestamp = deletionTime(clock, grace)
    metadata.deletionGracePeriodSeconds = grace
  }
}

/** The grace period that a delete asks for, as the kind takes it; seconds. */
export function gracePeriodOf(live: ApiObject, { gracePeriodSeconds }: DeleteOptions, strategy: Strategy): number {
  const asked = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds
  return strategy.gracePeriodSeconds?.(live, asked) ?? 0
}

/** The time at which a grace period that begins now is over. */
export function deletionTime(clock: Clock, graceSeconds: number): string {
  return formatTime(clock.now() + graceSeconds * 1000)
}
