import { expired, requestTooLarge, StatusError } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'

/** Largest value the usual distributed store takes in one request, bytes; named where a store does not say its own. */
const usualLimitBytes = 1_572_864

/** What a failure of the store is answered as. The store knows no HTTP; this is where the two meet. */
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

/** True for a value that the store will not take because of its size. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'TooLarge'
}
