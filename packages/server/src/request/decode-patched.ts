import { cloneJson, FieldErrors, formatJson, invalid, type StatusError } from '@pinnace/meta'
import { DecodeError, type NumberForm } from '@pinnace/schema'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { unknownField } from './field-validation.ts'
import { isRecord, typeName } from './json-type.ts'
import { assertSameKind } from './sent-kind.ts'

/** Options for {@link readPatched}. */
export interface PatchedOptions {
  readonly validation: FieldValidation
  readonly warn?: (text: string) => void
  /** How numbers that are no integers stand in the result. @default parsed */
  readonly numbers?: NumberForm
}

/**
 * Decodes the result of a patch; `copy` is a copy of it, which is edited in place. Throws 422: the object is the server's own, so an error is in the
 * patch.
 */
// upstream: endpoints/handlers/patch.go
export function decodePatched(
  served: ServedResource,
  patched: unknown,
  { copy = cloneJson(patched), ...options }: PatchedOptions & { readonly copy?: unknown },
): Draft {
  try {
    return readPatched(served, copy, options)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw invalidPatch(formatJson(patched), error.message)
  }
}

/** As {@link decodePatched}; edits the value in place, and throws a DecodeError. */
export function readPatched(
  served: ServedResource,
  patched: unknown,
  { validation, warn = () => {}, numbers }: PatchedOptions,
): Draft {
  const reports: string[] = []
  if (!isRecord(patched))
    throw new DecodeError(`json: cannot unmarshal ${typeName(patched)} into Go value of type ${served.definition.kind}`)
  assertSameKind(served, patched)
  const draft = served.codec.decode(
    patched,
    validation === 'Ignore' ? undefined : (path) => reports.push(unknownField(path)),
    numbers,
  )
  if (reports.length > 0 && validation === 'Strict')
    throw new DecodeError(`strict decoding error: ${reports.join(', ')}`)
  for (const text of reports) warn(text)
  return draft
}

/** The 422 of a patch whose result cannot be decoded; `printed` is the result, or the patch, in the message. */
export function invalidPatch(printed: string, message: string): StatusError {
  const errors = new FieldErrors()
  errors.invalid('patch', printed, message)
  return invalid({ group: '', kind: '' }, '', errors.list)
}
