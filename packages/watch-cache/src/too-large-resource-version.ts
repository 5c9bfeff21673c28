import { tooLargeResourceVersion, type StatusError } from '@pinnace/meta'
import { futureRevisionRetrySeconds } from './cache-settings.ts'

/** The 504 of a read that has waited until its timeout for a revision that the cache has not seen: clients retry. `freshness-waiters.ts` waits, `freshnessTimeoutMs` long. */
export function revisionNotReached(requested: bigint, current: bigint): StatusError {
  return tooLargeResourceVersion(requested, current, futureRevisionRetrySeconds)
}
