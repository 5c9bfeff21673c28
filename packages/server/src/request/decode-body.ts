import { badRequest, cloneJson, FieldErrors, formatJson, invalid, type JsonError } from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
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
  const { value } = body
  if (!isRecord(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    throw unrecognized(
      kind,
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
      body.summary(),
    )
  }
  const sent = identify(value, served, body)
  const reports: string[] = validation === 'Ignore' ? [] : [...body.strictErrors()]
  let draft: Draft
  try {
    draft = served.codec.decode(
      value,
      validation === 'Ignore' ? undefined : (path) => reports.push(`unknown field "${path}"`),
    )
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw unhandled(sent, kind, error.message)
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
  return unrecognized(kind, `couldn't get version/kind; json parse error: ${error.message}`, summary)
}

/** The apiVersion and kind of a body. */
export interface SentKind {
  readonly kind: string
  readonly version: string
}

function identify(value: Readonly<Record<string, unknown>>, served: ServedResource, body: RawBody): SentKind {
  const { gvk, apiVersion } = served
  const kind = value['kind'] ?? ''
  const sent = value['apiVersion'] ?? ''
  if (typeof kind !== 'string' || typeof sent !== 'string') {
    const field = typeof kind === 'string' ? 'apiVersion' : 'kind'
    const type = typeName(typeof kind === 'string' ? sent : kind)
    throw unrecognized(
      gvk.kind,
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go struct field .${field} of type string`,
      body.summary(),
    )
  }
  const version = sent === '' ? gvk.version : sent.slice(sent.indexOf('/') + 1)
  if (sent !== '' && sent !== apiVersion) {
    throw badRequest(`the API version in the data (${sent}) does not match the expected API version (${apiVersion})`)
  }
  if (kind !== '' && kind !== gvk.kind) {
    throw unhandled(
      { kind, version },
      gvk.kind,
      `converting (${version}.${kind}) to (${version}.${gvk.kind}): unknown conversion`,
    )
  }
  return { kind: gvk.kind, version }
}

function assertSameKind(
  { apiVersion, gvk }: ServedResource,
  { kind, apiVersion: sent }: Readonly<Record<string, unknown>>,
): void {
  if ((kind !== undefined && kind !== gvk.kind) || (sent !== undefined && sent !== apiVersion)) {
    throw badRequest(
      `the object of the patch is ${String(sent)} ${String(kind)}, and ${apiVersion} ${gvk.kind} is stored`,
    )
  }
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
