import { DecodeError } from '@pinnace/schema'
import { unreadableType } from '../options/body-kind.ts'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { maxUnknownFields, strictErrors, toWarnings } from './field-validation.ts'
import { isRecord, typeName } from './json-type.ts'
import type { RawBody } from './raw-body.ts'
import { identify, identifyCustom, unhandled, unrecognized } from './sent-kind.ts'

/** Decodes a body into an object of the resource's kind. Throws 400 for any other body. */
// upstream: endpoints/handlers/create.go and rest.go, transformDecodeError
export function decodeBody(
  served: ServedResource,
  body: RawBody,
  validation: FieldValidation,
  warn: (text: string) => void,
): Draft {
  const { kind } = served.gvk
  const { builtIn } = served.definition
  const repeated = builtIn || validation !== 'Ignore' ? body.strictErrors() : []
  // upstream: encoding/json decodes each of the repeated fields into the same struct or map.
  const merged = builtIn && repeated.length > 0 ? body.merged?.() : undefined
  // Messages about a number of a wrong type quote its text.
  const literal = merged ?? (builtIn ? body.withLiterals?.() : undefined)
  // upstream: JSON's null leaves a Go struct as it is.
  const value = literal ?? body.value ?? {}
  const numbers = literal === undefined || body.withLiterals === undefined ? 'parsed' : 'literal'
  if (!isRecord(value)) throw unrecognized(kind, unreadableType(typeName(value)), body.summary())
  const sent = builtIn ? identify(value, served, body, numbers) : identifyCustom(value, served, body, validation)
  const unknown: string[] = []
  let draft: Draft
  try {
    if (!builtIn) assertMetadata(value)
    draft = served.codec.decode(
      value,
      validation === 'Ignore' ? undefined : (path) => void (unknown.length < maxUnknownFields && unknown.push(path)),
      numbers,
    )
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw unhandled(sent, kind, builtIn ? error.message : ofMetadata(error.message))
  }
  const reports = validation === 'Ignore' ? [] : strictErrors(body, { repeated, unknown, builtIn })
  if (reports.length > 0) {
    if (validation === 'Strict') throw unhandled(sent, kind, `strict decoding error: ${reports.join(', ')}`)
    for (const text of toWarnings(reports)) warn(text)
  }
  return draft
}

// upstream: apiextensions-apiserver/pkg/apiserver/schema/objectmeta – metadata is decoded by itself.
function assertMetadata({ metadata }: Readonly<Record<string, unknown>>): void {
  if (metadata === undefined || metadata === null || isRecord(metadata)) return
  throw new DecodeError(`json: cannot unmarshal ${typeName(metadata)} into Go value of type v1.ObjectMeta`)
}

function ofMetadata(message: string): string {
  return message.replace('Go struct field ObjectMeta.metadata.', 'Go struct field ObjectMeta.')
}
