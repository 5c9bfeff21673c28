import type { ManagedFieldsEntry } from '@pinnace/meta'
import type { Call } from '../call.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Write } from './write.ts'

/** Carries who has set what from the live object. */
export function trackFields({ live, next }: Write): void {
  const managedFields = live?.object.metadata.managedFields
  if (managedFields === undefined) delete next.metadata.managedFields
  else next.metadata.managedFields = managedFields as ManagedFieldsEntry[]
}

/** The field manager of a call: what the client says, else the first part of its user agent. */
// upstream: endpoints/handlers/create.go, managerOrUserAgent and prefixFromUserAgent
export function managerOf({ userAgent }: Call, { fieldManager }: WriteOptions): string {
  return fieldManager === '' ? userAgent : fieldManager
}

/** The first part of a user agent: up to 128 bytes of it, what is not printable left out. */
export function managerFromUserAgent(userAgent: string | undefined): string {
  const first = (userAgent ?? '').split('/')[0]!
  let manager = ''
  for (const character of first) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue
    if (Buffer.byteLength(manager + character) > 128) break
    manager += character
  }
  return manager === '' ? 'unknown' : manager
}
