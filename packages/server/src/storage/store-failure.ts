import { expired, requestTooLarge, StatusError } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'

/** The request size limit of etcd, bytes: the default in messages for a store that does not report its limit. */
const usualLimitBytes = 1_572_864

/** The StatusError of a StoreError. */
export function fromStoreError(error: StoreError): StatusError {
  switch (error.code) {
    case 'Compacted':
      return expired('The resourceVersion for the provided request is too old.')
    case 'TooLarge':
      return requestTooLarge(usualLimitBytes)
    case 'Unavailable':
    case 'Closed':
    case 'Full':
      return new StatusError('ServiceUnavailable', 'the store cannot be reached or cannot take more', { cause: error })
    case 'FutureRevision':
    case 'Corrupt':
      return new StatusError('InternalError', 'Internal error occurred: the store cannot answer', { cause: error })
  }
}

/** True for the error of a value that is too large for the store. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'TooLarge'
}
