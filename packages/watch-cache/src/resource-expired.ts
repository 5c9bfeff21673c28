import { expired, type StatusError } from '@pinnace/meta'
import { formatContinueToken } from './continue-token.ts'

// The 410 responses of reads at a version that the history no longer has: clients list again.
// upstream: apiserver/pkg/storage/etcd3/errors.go

const listTooOld = 'The resourceVersion for the provided list is too old.'

const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.'

/** The 410 of a list at a revision that is compacted. */
export function listExpired(): StatusError {
  return expired(listTooOld)
}

/** The 410 of a token whose revision is compacted, with a token that continues at the newest revision. */
export function continueTokenExpired(version: string, prefix: string, from: string): StatusError {
  return expired(continueTooOld, formatContinueToken(version, prefix, from, -1n))
}

/** The 410 of a watch from a revision whose changes are no longer in the history. */
// upstream: apiserver/pkg/storage/cacher/watch_cache.go, getAllEventsSinceLocked
export function watchExpired(after: number, oldest: number): StatusError {
  return expired(`too old resource version: ${after} (${oldest})`)
}
