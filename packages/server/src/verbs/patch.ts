import { badRequest, FieldErrors, invalid, notFound, thenMaybe, type TimeSlices } from '@pinnace/meta'
import type { NumberForm } from '@pinnace/schema'
import { readPatched } from '../request/decode-patched.ts'
import { inNextTurn } from '../request/pace.ts'
import { slicesOf } from '../request/slices-of.ts'
import type { Draft } from '../storage/draft.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { VerbContext } from './verb-context.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { managerOf } from '../options/field-manager.ts'
import { write } from '../write/write.ts'
import { assertNamed } from '../request/place.ts'
import { decodeResult, resultOf, type AppliedPatch } from './patch-result.ts'
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
  const { served } = scope
  let isRead = false
  const read = (): unknown => {
    const value = readPatchValue(type, body, served)
    if (!isRead) reportStrictErrors(scope, body, options)
    isRead = true
    return value
  }
  const decode = (patched: unknown): Draft => {
    const { fieldValidation: validation } = options
    const numbers = numbersOf(type, body, served)
    const draft = readPatched(served, patched, { validation, numbers, warn: (text) => scope.warn(text) })
    assertNamed(draft, scope)
    return draft
  }
  const slices = (): TimeSlices => slicesOf(server, scope)
  return write(server, scope, {
    propose(live, pace) {
      if (live === undefined) throw notFound(served.gvr, scope.name)
      return thenMaybe(inNextTurn(pace, read), (value) => {
        const applied: AppliedPatch = { type, value, served, pace, slices }
        return thenMaybe(resultOf(applied, live), (patched) =>
          decodeResult(applied, patched, { decode, live, printed: () => served.codec.written(live) }),
        )
      })
    },
    strategy,
    byteLength: body.byteLength,
    options,
    retry: true,
    ownership: { type: 'update', manager: managerOf(scope, options) },
  })
}

/**
 * How numbers that are no integers stand in the value of a patch. The result of a merge patch or JSON patch is text that
 * is decoded, where the number `1.0` is no integer; a strategic merge patch is converted, where it is one.
 */
// upstream: endpoints/handlers/patch.go, jsonPatcher and smpPatcher
export function numbersOf(type: PatchType, { withLiterals }: RawBody, { definition }: ServedResource): NumberForm {
  return type !== 'strategic' && definition.builtIn && withLiterals !== undefined ? 'literal' : 'parsed'
}

/** The value of a patch, with numbers as {@link numbersOf} says. Throws 400 for a value of another type. */
// upstream: endpoints/handlers/patch.go, jsonPatcher.applyJSPatch and smpPatcher – null is a patch without changes.
export function readPatchValue(type: PatchType, body: RawBody, served: ServedResource): unknown {
  const value = numbersOf(type, body, served) === 'literal' ? body.withLiterals?.() : body.value
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
  if (typeof value === 'symbol') return 'number'
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
