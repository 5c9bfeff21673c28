import { applyJsonPatch, applyMergePatch, applyStrategicMergePatch, formatGo } from '@pinnace/apply'
import { badRequest, FieldErrors, formatJson, invalid, notFound, thenMaybe, type ApiObject } from '@pinnace/meta'
import { decodePatched } from '../request/decode-body.ts'
import { inNextTurn } from '../request/pace.ts'
import type { Draft } from '../storage/draft.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { managerOf } from '../write/track-fields.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../request/place.ts'
import { inPatchedOrder } from './print-patched.ts'
import { conversionMessage } from './print-strategic.ts'
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
  let isRead = false
  const read = (): unknown => {
    const value = readPatchValue(type, body)
    if (!isRead) reportStrictErrors(scope, body, options)
    isRead = true
    return value
  }
  const decode = (patched: unknown, print: () => string): Draft => {
    const { fieldValidation: validation } = options
    const explain = type === 'strategic' ? { explain: conversionMessage } : {}
    const draft = decodePatched(scope.served, patched, {
      validation,
      warn: (text) => scope.warn(text),
      print,
      ...explain,
    })
    assertNamed(draft, scope)
    return draft
  }
  return write(server, scope, {
    propose(live, pace) {
      if (live === undefined) throw notFound(scope.served.gvr, scope.name)
      return thenMaybe(inNextTurn(pace, read), (value) =>
        thenMaybe(
          inNextTurn(pace, () => applyPatch(scope, type, live, value)),
          (patched) => inNextTurn(pace, () => decode(patched, () => printPatched(scope, type, live, value))),
        ),
      )
    },
    strategy,
    byteLength: body.byteLength,
    options,
    retry: true,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

function applyPatch(scope: RequestScope, type: PatchType, live: ApiObject, value: unknown): unknown {
  if (type === 'json') return applyJsonPatch(live, value as readonly unknown[])
  if (type === 'merge') return applyMergePatch(live, value)
  const patched = applyStrategicMergePatch(live, value, scope.served.definition.schema())
  // upstream: strategicPatchObject – the result is converted into the type of the object, whatever kind it says.
  const { apiVersion, kind } = live
  return isPlainObject(patched) ? { ...(patched as object), apiVersion, kind } : patched
}

/** The result of a patch as errors print it; of a strategic merge patch, the patch. */
function printPatched(scope: RequestScope, type: PatchType, live: ApiObject, value: unknown): string {
  if (type === 'strategic') return formatGo(value)
  const patched = applyPatch(scope, type, scope.served.codec.written(live), value)
  return formatJson(type === 'merge' || type === 'json' ? inPatchedOrder(type, patched, value) : patched)
}

/** The value of a patch. Throws 400 for a value of another type. */
// upstream: endpoints/handlers/patch.go, jsonPatcher.applyJSPatch and smpPatcher – null is a patch without changes.
export function readPatchValue(type: PatchType, { value }: RawBody): unknown {
  if (type === 'json') {
    const operations = value ?? []
    const wrong = Array.isArray(operations) ? operations.find((operation) => !isPlainObject(operation)) : operations
    if (wrong === undefined) return operations
    const wanted = Array.isArray(operations) ? 'handlers.jsonPatchOp' : '[]handlers.jsonPatchOp'
    throw badRequest(`error decoding patch: json: cannot unmarshal ${jsonType(wrong)} into Go value of type ${wanted}`)
  }
  if (value === null) {
    if (type === 'merge') throw badRequest('Invalid JSON Patch')
    return {}
  }
  if (isPlainObject(value)) return value
  const prefix = type === 'merge' ? 'error decoding patch: ' : ''
  throw badRequest(`${prefix}json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`)
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** Rejects repeated keys in the body of a patch, or warns about them. */
export function reportStrictErrors(scope: RequestScope, body: RawBody, { fieldValidation }: WriteOptions): void {
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
