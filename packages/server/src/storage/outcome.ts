import type { ApiObject, Status, SuccessStatus, TimeSlices } from '@pinnace/meta'
import { decodeStored } from '@pinnace/watch-cache'

/** The result of a write or a get. */
export type Outcome =
  /** A stored object. */
  | { readonly code: number; readonly entry: StoredBytes; readonly object?: undefined }
  /** An object that is not stored: of a dry run, a review or a scale. */
  | {
      readonly code: number
      readonly entry?: undefined
      readonly object: ApiObject | Status | SuccessStatus
      /** Of a large object: the slices that it is encoded in. */
      readonly slices?: TimeSlices | undefined
    }

/** A stored object as JSON. */
export interface StoredBytes {
  readonly value: Uint8Array
  /** The parsed object, frozen; absent where only the bytes are at hand. */
  object?(): ApiObject
}

/** The object of an outcome, frozen. */
export function objectOf({ object, entry }: Outcome): ApiObject | Status | SuccessStatus {
  if (entry === undefined) return object
  return entry.object?.() ?? decodeStored(entry.value)
}
