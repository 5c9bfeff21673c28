import type { Draft } from '../storage/draft.ts'

/** Removes from a body that is created the metadata that only the server sets, so that the client does not own it. */
// upstream: registry/rest/meta.go, WipeObjectMetaSystemFields
export function wipeSystemFields({ metadata }: Draft): void {
  delete metadata.uid
  delete metadata.creationTimestamp
  delete metadata.deletionTimestamp
  delete metadata.deletionGracePeriodSeconds
  delete metadata.selfLink
}
