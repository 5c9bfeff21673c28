import { isEqualJson, type ApiObject, type Awaitable, type ManagedFieldsEntry } from '@pinnace/meta'
import { ownManager } from '../request/loopback-scope.ts'
import { inNextTurn } from '../request/pace.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { managerOf } from '../options/field-manager.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { resetFieldsOf } from './reset-fields.ts'
import { withUnchanged } from './share-unchanged.ts'
import type { Write } from './change.ts'

/**
 * Records an update in managedFields. An apply has done so already; an untracked write, whose body is of another kind than
 * the object (`create-subresource.ts`), keeps the owners.
 */
export function trackFields(change: Write): Awaitable<void> {
  if (change.proposal.ownership.type === 'update') return inNextTurn(change.pace, () => track(change))
}

function track({ scope, live, next, proposal, pace }: Write): Awaitable<void> {
  if (proposal.ownership.type !== 'update') return
  const { manager } = proposal.ownership
  const { definition, fieldManager, otherVersions } = scope.served
  // Values of built-in kinds have the types of their fields, so that equal ones need not be looked at.
  const sharesLive = live !== undefined && definition.builtIn && pace === undefined
  const change = {
    live: live?.object,
    next: (sharesLive ? withUnchanged(live.object, next) : next) as ApiObject,
    manager,
    subresource: scope.subresource,
    // upstream: managedfields/scalehandler.go, ToParent
    isTimeless: proposal.subresource !== undefined,
    resetFields: resetFieldsOf(scope),
    isLarge: pace !== undefined,
  }
  const tracked = otherVersions.runInSlices(() => fieldManager.trackUpdateInSteps(change), pace)
  return tracked instanceof Promise ? tracked.then((entries) => setOwners(next, entries)) : setOwners(next, tracked)
}

/** Makes the server the owner of what the write itself has settled of the status, as if it had written that afterwards. */
export function trackSettledStatus({ server, scope, live, next }: Write): Promise<void> | void {
  const { definition, fieldManager, otherVersions } = scope.served
  if (definition.answeredView === undefined || scope.subresource !== '') return undefined
  const before = definition.answeredView(next as ApiObject, live?.object)
  if (isEqualJson(statusOf(next), statusOf(before))) return undefined
  // The rest of the object is the same, and may be large.
  const { apiVersion, kind, metadata } = next
  const type = { apiVersion: apiVersion ?? '', kind: kind ?? '' }
  const tracked = otherVersions.run(() =>
    fieldManager.trackUpdate({
      live: Object.assign({}, type, { metadata, status: statusOf(before) }),
      next: Object.assign({}, type, { metadata, status: statusOf(next) }),
      manager: ownManager(server.vocabulary),
      subresource: 'status',
      resetFields: [],
    }),
  )
  return tracked instanceof Promise ? tracked.then((entries) => setOwners(next, entries)) : setOwners(next, tracked)
}

function statusOf(object: object): unknown {
  return (object as { readonly status?: unknown }).status
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
