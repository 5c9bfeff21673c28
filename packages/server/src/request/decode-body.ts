import {
  badRequest,
  cloneJson,
  FieldErrors,
  formatJson,
  invalid,
  parseGroupVersion,
  type GroupVersionKind,
  type StatusError,
} from '@pinnace/meta'
import { DecodeError, type NumberForm } from '@pinnace/schema'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { internalType } from '@pinnace/versioning'
import { noType, notRegistered, unknownConversion, unreadableType } from '../options/body-kind.ts'
import { duplicateField, duplicatePath, toWarnings, type RawBody } from './raw-body.ts'

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

/** Most strict decoding errors of a body of a built-in kind. */
// upstream: the JSON decoder of apimachinery, saveStrictError
const maxStrictErrors = 100

/** Most unknown fields that are remembered of a body: those of a custom resource are all reported upstream. */
const maxUnknownFields = 1_000

// upstream: the JSON decoder of apimachinery, decode.go – what a struct does not have is read over, and cannot be repeated.
function strictErrors({ inOrder }: RawBody, { repeated, unknown, builtIn }: StrictErrors): readonly string[] {
  if (repeated.length === 0 && unknown.length === 0) return repeated
  const kept = builtIn && unknown.length > 0 ? withoutUnknown(repeated, new Set(unknown)) : repeated
  const limit = builtIn ? maxStrictErrors : maxUnknownFields
  if (builtIn && kept.length > 0 && unknown.length > 0 && inOrder !== undefined) {
    const sorted = inOrder(kept.map(duplicatePath), unknown)
    return sorted.slice(0, limit).map(({ path, isDuplicate }) => (isDuplicate ? duplicateField : unknownField)(path))
  }
  return [...kept, ...unknown.slice(0, limit).map(unknownField)].slice(0, limit)
}

interface StrictErrors {
  /** Messages about repeated fields. */
  readonly repeated: readonly string[]
  /** Paths of unknown fields. */
  readonly unknown: readonly string[]
  readonly builtIn: boolean
}

function unknownField(path: string): string {
  return `unknown field "${path}"`
}

function withoutUnknown(repeated: readonly string[], unknown: ReadonlySet<string>): readonly string[] {
  return repeated.filter((text) => {
    const path = duplicatePath(text)
    for (let at = 1; at <= path.length; at++) {
      const isEnd = at === path.length || path[at] === '.' || path[at] === '['
      if (isEnd && unknown.has(path.slice(0, at))) return false
    }
    return true
  })
}

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
    validation === 'Ignore' ? undefined : (path) => reports.push(`unknown field "${path}"`),
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

/** The apiVersion and kind of a body. */
export interface SentKind {
  readonly kind: string
  readonly version: string
}

function identify(
  value: Record<string, unknown>,
  served: ServedResource,
  body: RawBody,
  numbers: NumberForm,
): SentKind {
  const { gvk, apiVersion } = served
  if (value['kind'] === gvk.kind && value['apiVersion'] === apiVersion) return gvk
  const { kind = gvk.kind, apiVersion: given = apiVersion } = readType(value, gvk.kind, body)
  const { group, version } = parseGroupVersion(given) ?? { group: '', version: given }
  const sent = { group, version, kind }
  if (!served.isBuiltInKind(given, kind) && (given !== apiVersion || kind !== gvk.kind)) {
    throw unhandled(sent, gvk.kind, notRegistered(kind, given))
  }
  if (internalType(sent) !== internalType(gvk))
    throw unhandled(
      sent,
      gvk.kind,
      conversionError(served, sent, () => served.assertDecodes(sent, value, numbers)),
    )
  if (given !== apiVersion) throw otherVersion(given, apiVersion)
  return sent
}

/** Why a body of another built-in kind cannot be converted: it is decoded first. */
// upstream: apimachinery/pkg/runtime/serializer/versioning, codec.Decode
function conversionError({ gvk }: ServedResource, sent: GroupVersionKind, assertDecodes: () => void): string {
  try {
    assertDecodes()
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
  return unknownConversion(sent, gvk)
}

// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, schemaCoercingDecoder, and
// apimachinery/pkg/apis/meta/v1/unstructured – a custom resource has no default kind, and another one is an invalid field.
function identifyCustom(
  value: Readonly<Record<string, unknown>>,
  { gvk, apiVersion, definition }: ServedResource,
  body: RawBody,
  validation: FieldValidation,
): SentKind {
  // A kind of the host has defaults.
  const isOfHost = definition.stored === undefined
  const defaults: SentType = isOfHost ? { kind: gvk.kind, apiVersion } : { apiVersion: '' }
  const { kind, apiVersion: given }: SentType = { ...defaults, ...readType(value, gvk.kind, body) }
  if (kind === undefined) {
    const message = `Object 'Kind' is missing in '${body.text()}'`
    if (validation === 'Ignore') throw unhandled(gvk, gvk.kind, message)
    throw unrecognized(gvk.kind, message, body.summary())
  }
  if (given !== apiVersion) throw otherVersion(given ?? '', apiVersion)
  if (kind !== gvk.kind) {
    const errors = new FieldErrors()
    errors.invalid('kind', kind, `must be ${gvk.kind}`)
    throw invalid({ group: gvk.group, kind }, nameOf(value), errors.list)
  }
  return gvk
}

interface SentType {
  readonly kind?: string
  readonly apiVersion?: string
}

function readType(value: Readonly<Record<string, unknown>>, wanted: string, body: RawBody): SentType {
  const kind = value['kind'] ?? ''
  const apiVersion = value['apiVersion'] ?? ''
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') {
    const field = typeof kind === 'string' ? 'apiVersion' : 'kind'
    const type = typeName(typeof kind === 'string' ? apiVersion : kind)
    const message = `${noType}json: cannot unmarshal ${type} into Go struct field .${field} of type string`
    throw unrecognized(wanted, message, body.summary())
  }
  if (apiVersion.split('/').length > 2) {
    throw unrecognized(wanted, `unexpected GroupVersion string: ${apiVersion}`, body.summary())
  }
  return { ...(kind === '' ? {} : { kind }), ...(apiVersion === '' ? {} : { apiVersion }) }
}

function otherVersion(given: string, wanted: string): Error {
  return badRequest(`the API version in the data (${given}) does not match the expected API version (${wanted})`)
}

function nameOf({ metadata }: Readonly<Record<string, unknown>>): string {
  const name = isRecord(metadata) ? metadata['name'] : undefined
  return typeof name === 'string' ? name : ''
}

// upstream: apiextensions-apiserver/pkg/apiserver/schema/objectmeta – metadata is decoded by itself.
function assertMetadata({ metadata }: Readonly<Record<string, unknown>>): void {
  if (metadata === undefined || metadata === null || isRecord(metadata)) return
  throw new DecodeError(`json: cannot unmarshal ${typeName(metadata)} into Go value of type v1.ObjectMeta`)
}

function ofMetadata(message: string): string {
  return message.replace('Go struct field ObjectMeta.metadata.', 'Go struct field ObjectMeta.')
}

// upstream: endpoints/handlers/patch.go – the patched JSON is decoded like a body, except that errors are in the patch.
function assertSameKind(served: ServedResource, { kind, apiVersion }: Readonly<Record<string, unknown>>): void {
  const { gvk } = served
  const given = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : served.apiVersion
  const sentKind = typeof kind === 'string' && kind !== '' ? kind : gvk.kind
  if (given === served.apiVersion && sentKind === gvk.kind) return
  const { group, version } = parseGroupVersion(given) ?? { group: '', version: given }
  const sent = { group, version, kind: sentKind }
  if (!served.isBuiltInKind(given, sentKind)) throw new DecodeError(notRegistered(sentKind, given))
  if (internalType(sent) !== internalType(gvk)) throw new DecodeError(unknownConversion(sent, gvk))
}

/** The 400 of a body whose kind cannot be determined. */
export function unrecognized(kind: string, message: string, summary: string): Error {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${message} (${summary})`)
}

/** The 400 of a body that cannot be decoded as its kind. */
export function unhandled(sent: SentKind, kind: string, message: string): Error {
  return badRequest(`${sent.kind} in version "${sent.version}" cannot be handled as a ${kind}: ${message}`)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'symbol' ? 'number' : typeof value
}
