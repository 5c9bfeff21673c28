import { countIndexes, parseIndexIntervals } from '@pinnace/kinds'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { JobNames } from './job-names.ts'

/** Whether the completion mode of a job is Indexed. */
export function isIndexed({ spec }: Job): boolean {
  return spec?.completionMode === 'Indexed'
}

/** The completion index of a pod; `undefined` when it has none. */
export function completionIndexOf({ metadata }: Pod, { index }: JobNames): number | undefined {
  const text = metadata.annotations?.[index]
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
}

/** The number of failures of a pod's index before the pod. */
export function earlierFailuresOf({ metadata }: Pod, { failures }: JobNames): number {
  return Number(metadata.annotations?.[failures] ?? 0) || 0
}

/** Parses indexes such as `0,2-4`. Indexes from `limit` on are dropped, malformed text yields none. */
// upstream: indexed_job_utils.go, parseIndexesFromString
export function readIndexes(text: string | undefined, limit: number): Set<number> {
  const parsed = parseIndexIntervals(text ?? '', Number.MAX_SAFE_INTEGER)
  const indexes = new Set<number>()
  if ('error' in parsed) return indexes
  for (const [first, last] of parsed.intervals) {
    for (let index = first; index <= Math.min(last, limit - 1); index++) indexes.add(index)
  }
  return indexes
}

/** The position of the first success policy rule that the completed indexes satisfy. */
// upstream: pkg/controller/job/success_policy.go, matchSuccessPolicy
export function matchSuccessPolicy({ spec }: Job, completed: ReadonlySet<number>): number | undefined {
  const { successPolicy, completions = 0 } = spec ?? {}
  const found = (successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && completed.size >= succeededCount
    const parsed = parseIndexIntervals(succeededIndexes, completions)
    const intervals = 'error' in parsed ? [] : parsed.intervals
    const isIncluded = (index: number): boolean => intervals.some(([first, last]) => index >= first && index <= last)
    return [...completed].filter(isIncluded).length >= (succeededCount ?? countIndexes(intervals))
  })
  return found < 0 ? undefined : found
}
