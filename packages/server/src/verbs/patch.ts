import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch } from '@pinnace/apply'
import { badRequest, FieldErrors, invalid, notFound, type ApiObject } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import { decodePatched } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../outcome.ts'
import { managerOf } from '../write/track-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../body/place.ts'

/** How a patch is written. Server-side apply is a verb of its own. */
export type PatchType = 'json' | 'merge' | 'strategic'

/** Changes an object by a patch, under its own rules or a view's; on a conflict the patch is made again on the newer object. */
export async function patch(
  core: ServerCore,
  call: Call,
  type: PatchType,
  body: RawBody,
  options: WriteOptions,
  strategy: Strategy = call.served.definition.strategy,
): Promise<Outcome> {
  assertPatch(type, body.value)
  reportStrictErrors(call, body, options)
  return write(core, call, {
    propose(live) {
      if (live === undefined) throw notFound(call.served.gvr, call.name)
      const patched = applyPatch(call, type, live, body.value)
      const draft = decodePatched(call.served, patched, options.fieldValidation, (text) => call.warn(text))
      assertNamed(draft, call)
      return draft
    },
    strategy,
    options,
    retry: true,
    ownership: { type: 'update', manager: managerOf(call, options) },
  })
}

function applyPatch(call: Call, type: PatchType, live: ApiObject, value: unknown): unknown {
  if (type === 'json') return applyJsonPatch(live, value as readonly unknown[])
  if (type === 'merge') return applyMergePatch(live, value)
  return applyStrategicMergePatch(live, value, call.served.definition.schema())
}

function assertPatch(type: PatchType, value: unknown): void {
  if (type === 'json') {
    if (!Array.isArray(value)) throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
  } else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    throw badRequest(`json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`)
  }
}

/** Refuses, or warns of, keys that stand twice in the body of a patch. */
function reportStrictErrors(call: Call, body: RawBody, { fieldValidation }: WriteOptions): void {
  if (fieldValidation === 'Ignore') return
  const texts = body.strictErrors()
  if (texts.length === 0) return
  if (fieldValidation === 'Warn') {
    for (const text of texts) call.warn(text)
    return
  }
  const errors = new FieldErrors()
  errors.invalid('patch', body.summary(), `strict decoding error: ${texts.join(', ')}`)
  throw invalid({ group: '', kind: '' }, '', errors.list)
}
