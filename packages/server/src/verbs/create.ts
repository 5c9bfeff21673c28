import { cloneJson, StatusError } from '@pinnace/meta'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { dedupeOwnerReferences } from '../request/dedupe-owner-references.ts'
import { decodeRequest } from '../request/decode-request.ts'
import { placeInNamespace } from '../request/place.ts'
import { wipeSystemFields } from '../request/wipe-system-fields.ts'
import { managerOf } from '../options/field-manager.ts'
import { write } from '../write/write.ts'
import { review } from './review.ts'

/**
 * Creates an object from a body. A generated name is generated again if it is taken. Objects of virtual resources are
 * answered and not stored. `write/commit.ts` answers 201 Created, or 409 where the name is taken.
 */
export async function create(
  server: VerbContext,
  scope: RequestScope,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  assertNotTerminating(scope)
  if (scope.served.storage === undefined) return review(server, scope, body, options)
  const decoded = decodeRequest(server, scope, body, options)
  const draft = decoded instanceof Promise ? await decoded : decoded
  wipeSystemFields(draft)
  placeInNamespace(draft, scope)
  // The uid of a body is ignored.
  scope.auditContext?.setObject({ ...draft.metadata, uid: '' })
  dedupeOwnerReferences(draft, scope)
  const { generateName, name } = draft.metadata
  const generated = (name ?? '') === '' && (generateName ?? '') !== ''
  return write(server, scope, {
    // Only a generated name is retried, and the failed attempt has changed only fields that are filled in again.
    propose: () => (generated ? cloneJson(draft) : draft),
    strategy: scope.served.definition.strategy,
    byteLength: body.byteLength,
    options,
    retry: generated,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

/** Rejects the creation of custom resources whose CRD is being deleted. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, ServeHTTP
export function assertNotTerminating({ served }: RequestScope): void {
  if (served.definition.terminating !== true) return
  const message = 'create not allowed while custom resource definition is terminating'
  const { group, resource } = served.gvr
  throw new StatusError('MethodNotAllowed', message, { details: { group, kind: resource } })
}
