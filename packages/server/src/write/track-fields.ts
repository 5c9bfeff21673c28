import type { ApiObject, ManagedFieldsEntry } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { resetFieldsOf } from './reset-fields.ts'
import type { Write } from './change.ts'

/** Records an update in managedFields. An apply has done so already; an untracked write keeps the owners. */
export function trackFields({ scope, live, next, proposal }: Write): Promise<void> | void {
  if (proposal.ownership.type !== 'update') return
  const { manager } = proposal.ownership
  const { fieldManager, otherVersions } = scope.served
  const tracked = otherVersions.run(() =>
    fieldManager.trackUpdate({
      live: live?.object,
      next: next as ApiObject,
      manager,
      subresource: scope.subresource,
      resetFields: resetFieldsOf(scope),
    }),
  )
  return tracked instanceof Promise ? tracked.then((entries) => setOwners(next, entries)) : setOwners(next, tracked)
}

/** Makes the manager of a request the owner of all fields of a body that is answered and not stored: a review, a token request. */
export async function ownFields(
  scope: RequestScope,
  { fieldManager, otherVersions }: ServedResource,
  body: Draft,
  options: WriteOptions,
): Promise<void> {
  const tracked = await otherVersions.run(() =>
    fieldManager.trackUpdate({
      live: undefined,
      next: body as ApiObject,
      manager: managerOf(scope, options),
      subresource: scope.subresource,
      resetFields: [],
    }),
  )
  setOwners(body, tracked)
}

function setOwners(next: Draft, managedFields: readonly ManagedFieldsEntry[]): void {
  if (managedFields.length === 0) delete next.metadata.managedFields
  else next.metadata.managedFields = managedFields as ManagedFieldsEntry[]
}

/** The field manager of a request: the one the client specified, or else the first part of its user agent. */
// upstream: endpoints/handlers/create.go, managerOrUserAgent and prefixFromUserAgent
export function managerOf({ userAgent }: RequestScope, { fieldManager }: WriteOptions): string {
  return fieldManager === '' ? userAgent : fieldManager
}

const plainAgent = /^[\x20-\x7e]{1,128}$/

/** The first part of a user agent: at most 128 bytes, without unprintable characters. @default 'unknown' */
export function managerFromUserAgent(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const slash = agent.indexOf('/')
  const first = slash < 0 ? agent : agent.slice(0, slash)
  if (plainAgent.test(first)) return first
  let manager = ''
  for (const character of first) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue
    if (Buffer.byteLength(manager + character) > 128) break
    manager += character
  }
  return manager === '' ? 'unknown' : manager
}
