import { StatusError, tooLargeResourceVersion } from '@pinnace/meta'

// The 504 of reads at a revision that is not reached, where kube-apiserver asks etcd instead of its watch cache.
// upstream: storage/errors.go, NewTooLargeResourceVersionError – only the watch cache says when to try again.

/** The 504 of a read that does not wait for the revision. */
export function revisionNotReached(requested: bigint, newest: bigint): StatusError {
  return tooLargeResourceVersion(requested, newest, 0)
}

/** The 504 of the watch cache without the seconds after which to try again; other errors are returned as they are. */
export function withoutRetry(error: unknown): unknown {
  if (!(error instanceof StatusError) || error.details?.retryAfterSeconds === undefined) return error
  const { retryAfterSeconds: _, ...details } = error.details
  return new StatusError(error.reason, error.message, { code: error.code, details, cause: error })
}
