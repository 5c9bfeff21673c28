import type { ApiObject, Status, SuccessStatus } from '@pinnace/meta'
import { decodeStored } from '@pinnace/watch-cache'

/** What a write, or a get, ended with. */
export type Outcome =
  /** The bytes as they are stored. */
  | { readonly code: number; readonly entry: StoredBytes; readonly object?: undefined }
  /** An object that is not stored: a dry run, a review, a scale. */
  | { readonly code: number; readonly entry?: undefined; readonly object: ApiObject | Status | SuccessStatus }

/** A stored object's JSON. */
export interface StoredBytes {
  readonly value: Uint8Array
}

/** The object of an outcome, frozen. */
export function objectOf(outcome: Outcome): ApiObject | Status | SuccessStatus {
  return outcome.object ?? decodeStored(outcome.entry.value)
}
