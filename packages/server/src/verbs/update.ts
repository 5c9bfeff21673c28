import { cloneJson, FieldErrors, invalid, notFound } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import { decodeBody } from '../request/decode-body.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { managerOf } from '../write/track-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed, placeInNamespace } from '../request/place.ts'

/** What an update carries. */
export interface UpdateRequest {
  readonly body: RawBody
  readonly options: WriteOptions
  /** The rules of the write. @default those of the resource; a subresource has its own */
  readonly strategy?: Strategy
}

/** Replaces an object, under its own rules or a subresource's. Where the kind allows it, a name that is free is created. */
export async function update(
  server: VerbContext,
  scope: RequestScope,
  { body, options, strategy = scope.served.definition.strategy }: UpdateRequest,
): Promise<Outcome> {
  const draft = decodeBody(scope.served, body, options.fieldValidation, (text) => scope.warn(text))
  assertNamed(draft, scope)
  placeInNamespace(draft, scope)
  const named = (draft.metadata.resourceVersion ?? '') !== ''
  const retry = !named && strategy.allowUnconditionalUpdate !== false
  return write(server, scope, {
    async propose(live) {
      if (live === undefined) {
        if (scope.subresource !== '' || strategy.allowCreateOnUpdate !== true)
          throw notFound(scope.served.gvr, scope.name)
        await scope.authorize('create')
      } else if (!named && !retry) throw versionRequired(scope)
      return retry ? cloneJson(draft) : draft
    },
    strategy,
    options,
    retry,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

// upstream: registry.Store.Update – the value is a Go uint64, which field errors print in base 16.
function versionRequired({ served, name }: RequestScope): Error {
  const errors = new FieldErrors()
  errors.add('FieldValueInvalid', 'metadata.resourceVersion', 'Invalid value: 0x0: must be specified for an update')
  return invalid(served.gvk, name, errors.list)
}
