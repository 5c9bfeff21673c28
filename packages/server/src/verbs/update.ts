import { cloneJson, FieldErrors, invalid, otherObject, type ApiObject } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import { dedupeOwnerReferences } from '../request/dedupe-owner-references.ts'
import { decodeRequest } from '../request/decode-request.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { authorizeCreateOnUpdate } from './create-on-update.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { registryKey } from '../storage/registry-key.ts'
import { isUnset } from '../options/resource-version.ts'
import { managerOf } from '../options/field-manager.ts'
import { write } from '../write/write.ts'
import { assertNamed, placeInNamespace } from '../request/place.ts'

/** The body and the options of an update request. */
export interface UpdateRequest {
  readonly body: RawBody
  readonly options: WriteOptions
  /** The strategy of the write. @default the strategy of the resource */
  readonly strategy?: Strategy
}

/** Replaces an object or one of its subresources. Creates it if it does not exist and the kind allows that. */
export async function update(
  server: VerbContext,
  scope: RequestScope,
  { body, options, strategy = scope.served.definition.strategy }: UpdateRequest,
): Promise<Outcome> {
  const decoded = decodeRequest(server, scope, body, options)
  const draft = decoded instanceof Promise ? await decoded : decoded
  placeInNamespace(draft, scope)
  scope.auditContext?.setObject(draft.metadata)
  assertNamed(draft, scope)
  dedupeOwnerReferences(draft, scope)
  const named = !isUnset(draft.metadata.resourceVersion)
  const { allowUnconditionalUpdate } = { ...scope.served.definition.strategy, ...strategy }
  const retry = !named && allowUnconditionalUpdate !== false
  return write(server, scope, {
    async propose(live, pace) {
      // The live object has been parsed in this turn.
      await pace?.next()
      if (live === undefined) {
        await authorizeCreateOnUpdate(scope, strategy)
      } else {
        assertSameObject(scope, draft.metadata.uid, live, options)
        if (!named && !retry) throw versionRequired(scope)
      }
      return retry ? cloneJson(draft) : draft
    },
    strategy,
    byteLength: body.byteLength,
    options,
    retry,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

/** Throws 409 if an update is for an object with another uid. */
export function assertSameObject(
  scope: RequestScope,
  uid: string | undefined,
  { metadata }: ApiObject,
  { dryRun }: WriteOptions,
): void {
  if (uid === undefined || uid === '' || uid === metadata.uid) return
  const key = registryKey(scope, scope.namespace, dryRun)
  throw otherObject(scope.served.gvr, scope.name, { key, expected: uid, actual: metadata.uid })
}

// upstream: registry.Store.Update – the error names the resource where others name the kind.
function versionRequired({ served, name }: RequestScope): Error {
  const errors = new FieldErrors()
  errors.invalid('metadata.resourceVersion', 0, 'must be specified for an update')
  return invalid({ group: served.gvr.group, kind: served.gvr.resource }, name, errors.list)
}
