import {
  badRequest,
  cloneJson,
  FieldErrors,
  formatJson,
  invalid,
  parseGroupVersion,
  type JsonError,
} from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { internalType, noType, notRegistered, unknownConversion, unreadableType } from './body-kind.ts'
import type { RawBody } from './raw-body.ts'

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
  // upstream: JSON's null leaves a Go struct as it is.
  const value = body.value ?? {}
  if (!isRecord(value)) throw unrecognized(kind, unreadableType(typeName(value)), body.summary())
  const sent = builtIn ? identify(value, served, body) : identifyCustom(value, served, body, validation)
  const reports: string[] = validation === 'Ignore' ? [] : [...body.strictErrors()]
  let draft: Draft
  try {
    if (!builtIn) assertMetadata(value)
    draft = served.codec.decode(
      value,
      validation === 'Ignore' ? undefined : (path) => reports.push(`unknown field "${path}"`),
    )
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw unhandled(sent, kind, builtIn ? error.message : ofMetadata(error.message))
  }
  if (reports.length > 0) {
    if (validation === 'Strict') throw unhandled(sent, kind, `strict decoding error: ${reports.join(', ')}`)
    for (const text of reports) warn(text)
  }
  return draft
}

/** Decodes the result of a patch. Throws 422: the object is the server's own, so an error is in the patch. */
// upstream: endpoints/handlers/patch.go
export function decodePatched(
  served: ServedResource,
  patched: unknown,
  validation: FieldValidation,
  warn: (text: string) => void,
): Draft {
  const reports: string[] = []
  try {
    if (!isRecord(patched))
      throw new DecodeError(
        `json: cannot unmarshal ${typeName(patched)} into Go value of type ${served.definition.kind}`,
      )
    assertSameKind(served, patched)
    const draft = served.codec.decode(
      cloneJson(patched),
      validation === 'Ignore' ? undefined : (path) => reports.push(`unknown field "${path}"`),
    )
    if (reports.length > 0 && validation === 'Strict')
      throw new DecodeError(`strict decoding error: ${reports.join(', ')}`)
    for (const text of reports) warn(text)
    return draft
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const errors = new FieldErrors()
    errors.invalid('patch', formatJson(patched), error.message)
    throw invalid({ group: '', kind: '' }, '', errors.list)
  }
}

/** The 400 of a body that is neither JSON nor YAML. */
export function unreadableBody(kind: string, error: JsonError, summary: string): Error {
  return unrecognized(kind, noType + error.message, summary)
}

/** The apiVersion and kind of a body. */
export interface SentKind {
  readonly kind: string
  readonly version: string
}

function identify(value: Readonly<Record<string, unknown>>, served: ServedResource, body: RawBody): SentKind {
  const { gvk, apiVersion } = served
  const { kind = gvk.kind, apiVersion: given = apiVersion } = readType(value, gvk.kind, body)
  const { group, version } = parseGroupVersion(given) ?? { group: '', version: given }
  const sent = { group, version, kind }
  if (!served.isBuiltInKind(given, kind) && (given !== apiVersion || kind !== gvk.kind)) {
    throw unhandled(sent, gvk.kind, notRegistered(kind, given))
  }
  if (internalType(sent) !== internalType(gvk)) throw unhandled(sent, gvk.kind, unknownConversion(sent, gvk))
  if (given !== apiVersion) throw otherVersion(given, apiVersion)
  return sent
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
  return typeof value === 'boolean' ? 'bool' : typeof value
}
