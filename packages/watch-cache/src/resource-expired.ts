import { expired, type StatusError } from '@pinnace/meta'

// The 410 responses of reads at a version that the history no longer has: clients list again.
// upstream: apiserver/pkg/storage/etcd3/errors.go

const listTooOld = 'The resourceVersion for the provided list is too old.'

/** The 410 of a list at a revision that is compacted. */
export function listExpired(): StatusError {
  return expired(listTooOld)
}

/** The 410 of a watch from a revision whose changes are no longer in the history. */
// upstream: apiserver/pkg/storage/cacher/watch_cache.go, getAllEventsSinceLocked
export function watchExpired(after: number, oldest: number): StatusError {
  return expired(`too old resource version: ${after} (${oldest})`)
}
