import { readManagedFields } from '@pinnace/apply'
import { thenMaybe, freezeJson, type Awaitable, type ManagedFieldsEntry } from '@pinnace/meta'
import { inNextTurn } from '../request/pace.ts'
import { RequestAttributes } from '../request/request-attributes.ts'
import { dedupeOwnerReferences } from '../request/dedupe-owner-references.ts'
import { writeOptionsObject } from '../request/operation-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { Write } from './change.ts'

/** Runs the mutating plugins on the object to be stored, or on the body of the subresource that was written. */
export function mutatingAdmission(change: Write): Awaitable<void> {
  if (change.proposal.admission !== 'none') return inNextTurn(change.pace, () => admit(change))
}

function admit(change: Write): Awaitable<void> {
  const { server, next, proposal } = change
  const owned = next.metadata.managedFields
  const attributes = attributesOf(change)
  return thenMaybe(server.admission.admit(attributes), () => {
    if (attributes.object !== undefined) proposal.subresource?.write(next, attributes.object)
    dedupeOwnerReferences(next, change.scope, ' after mutating admission happens')
    if (next.metadata.managedFields !== owned) keepOwners(change, owned)
  })
}

/** Runs the validating plugins, which may reject the write. */
export function validatingAdmission(change: Write): Awaitable<void> {
  if (change.proposal.admission === 'none') return
  return change.server.admission.validate(attributesOf(change))
}

function attributesOf({ server, scope, live, next, proposal }: Write): RequestAttributes {
  const { options, subresource } = proposal
  const isNew = live === undefined
  return new RequestAttributes(scope, {
    operation: isNew ? 'CREATE' : 'UPDATE',
    kind: subresource?.kind,
    name: isNew ? (next.metadata.name ?? '') : scope.name,
    object: subresource === undefined ? next : subresource.read(next),
    oldObject: isNew ? undefined : subresource === undefined ? live.object : freezeJson(subresource.read(live.object)),
    options: () => writeOptionsObject(isNew ? 'CreateOptions' : 'UpdateOptions', options, server.vocabulary),
    dryRun: options.dryRun,
  })
}

// upstream: managedfields/admission.go – owners that a plugin has spoiled are put back as they were.
function keepOwners({ scope, next }: Write, owned: Draft['metadata']['managedFields']): void {
  const entries: unknown = next.metadata.managedFields
  const isSound = entries === undefined || (Array.isArray(entries) && readManagedFields(entries) !== undefined)
  if (isSound) return
  if (owned === undefined) delete next.metadata.managedFields
  else next.metadata.managedFields = owned as ManagedFieldsEntry[]
  scope.warn(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests',
  )
}
