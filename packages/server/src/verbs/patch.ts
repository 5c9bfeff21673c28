import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch } from '@pinnace/apply'
import { badRequest, FieldErrors, invalid, notFound, type ApiObject } from '@pinnace/meta'
import { decodePatched } from '../request/decode-body.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { managerOf } from '../write/track-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../request/place.ts'
import type { PatchType } from './patch-type.ts'
import type { UpdateRequest } from './update.ts'

/** The body and the options of a patch request. */
export interface PatchRequest extends UpdateRequest {
  readonly type: PatchType
}

/** Patches an object or one of its subresources. After a conflict the patch is applied again, to the newer object. */
export async function patch(
  server: VerbContext,
  scope: RequestScope,
  { type, body, options, strategy = scope.served.definition.strategy }: PatchRequest,
): Promise<Outcome> {
  assertPatch(type, body.value)
  reportStrictErrors(scope, body, options)
  return write(server, scope, {
    propose(live) {
      if (live === undefined) throw notFound(scope.served.gvr, scope.name)
      const patched = applyPatch(scope, type, live, body.value)
      const draft = decodePatched(scope.served, patched, options.fieldValidation, (text) => scope.warn(text))
      assertNamed(draft, scope)
      return draft
    },
    strategy,
    options,
    retry: true,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

function applyPatch(scope: RequestScope, type: PatchType, live: ApiObject, value: unknown): unknown {
  if (type === 'json') return applyJsonPatch(live, value as readonly unknown[])
  if (type === 'merge') return applyMergePatch(live, value)
  return applyStrategicMergePatch(live, value, scope.served.definition.schema())
}

function assertPatch(type: PatchType, value: unknown): void {
  if (type === 'json') {
    if (!Array.isArray(value)) throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
  } else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    throw badRequest(`json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`)
  }
}

/** Rejects repeated keys in the body of a patch, or warns about them. */
function reportStrictErrors(scope: RequestScope, body: RawBody, { fieldValidation }: WriteOptions): void {
  if (fieldValidation === 'Ignore') return
  const texts = body.strictErrors()
  if (texts.length === 0) return
  if (fieldValidation === 'Warn') {
    for (const text of texts) scope.warn(text)
    return
  }
  const errors = new FieldErrors()
  errors.invalid('patch', body.summary(), `strict decoding error: ${texts.join(', ')}`)
  throw invalid({ group: '', kind: '' }, '', errors.list)
}
