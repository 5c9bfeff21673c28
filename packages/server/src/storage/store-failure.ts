import { expired, StatusError, unclassifiedError } from '@pinnace/meta'
import { StoreError, type StampedValue } from '@pinnace/store'

/** The maximum size of a stored object, bytes. */
// upstream: etcd, server/embed/config.go, DefaultMaxRequestBytes
const maxObjectBytes = 1_572_864

/** How long a client waits before it reads again from a store that is unavailable, in seconds. */
const retrySeconds = 1

/**
 * The StatusError of a StoreError. Only the answer to a read asks the client to try again: a write may have been done, and
 * clients repeat every request that is answered with Retry-After.
 */
export function fromStoreError(error: StoreError, method: string): StatusError {
  switch (error.code) {
    case 'Compacted':
      return expired('The resourceVersion for the provided request is too old.')
    case 'TooLarge':
      // upstream: the error of etcd is not classified.
      return unclassifiedError('etcdserver: request is too large')
    case 'Unavailable':
    case 'Closed':
    case 'Full': {
      const isRead = method === 'GET' || method === 'HEAD'
      const details = isRead && error.code === 'Unavailable' ? { retryAfterSeconds: retrySeconds } : undefined
      return new StatusError('ServiceUnavailable', 'the store cannot be reached or cannot take more', {
        cause: error,
        ...(details === undefined ? {} : { details }),
      })
    }
    case 'Corrupt':
      return new StatusError('InternalError', `Internal error occurred: ${error.message}`, { cause: error })
    case 'FutureRevision':
      return new StatusError('InternalError', 'Internal error occurred: the store cannot answer', { cause: error })
  }
}

/** True for the error of a value that is too large for the store. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'TooLarge'
}

/** Throws the StoreError of a value that is too large. Every store keeps objects of the same size as etcd. */
export function assertStorable({ before, after }: StampedValue): void {
  // A character takes at most three bytes: most values need not be measured.
  if ((before.length + after.length) * 3 <= maxObjectBytes) return
  if (Buffer.byteLength(before) + Buffer.byteLength(after) > maxObjectBytes) {
    throw new StoreError('TooLarge', 'the object is larger than 1.5 MiB')
  }
}
