import { badRequest, FieldErrors, invalid, parseGroupVersion, type GroupVersionKind } from '@pinnace/meta'
import { DecodeError, type NumberForm } from '@pinnace/schema'
import { internalType } from '@pinnace/versioning'
import { noType, notRegistered, unknownConversion } from '../options/body-kind.ts'
import type { FieldValidation } from '../options/write-options.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { isRecord, typeName } from './json-type.ts'
import type { RawBody } from './raw-body.ts'

/** The apiVersion and kind of a body. */
export interface SentKind {
  readonly kind: string
  readonly version: string
}

/** The apiVersion and kind that a body of a built-in kind names. Throws 400 where it is another kind. */
export function identify(
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

/** The apiVersion and kind that a body of a custom resource, or of a kind of the host, names. Throws 400 and 422. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_handler.go, schemaCoercingDecoder, and
// apimachinery/pkg/apis/meta/v1/unstructured – a custom resource has no default kind, and another one is an invalid field.
export function identifyCustom(
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

/** Throws a DecodeError where a patch has changed the kind. */
// upstream: endpoints/handlers/patch.go – the patched JSON is decoded like a body, except that errors are in the patch.
export function assertSameKind(served: ServedResource, { kind, apiVersion }: Readonly<Record<string, unknown>>): void {
  const { gvk } = served
  const given = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : served.apiVersion
  const sentKind = typeof kind === 'string' && kind !== '' ? kind : gvk.kind
  if (given === served.apiVersion && sentKind === gvk.kind) return
  const { group, version } = parseGroupVersion(given) ?? { group: '', version: given }
  const sent = { group, version, kind: sentKind }
  if (!served.isBuiltInKind(given, sentKind)) throw new DecodeError(notRegistered(sentKind, given))
  if (internalType(sent) !== internalType(gvk)) throw new DecodeError(unknownConversion(sent, gvk))
}

function nameOf({ metadata }: Readonly<Record<string, unknown>>): string {
  const name = isRecord(metadata) ? metadata['name'] : undefined
  return typeof name === 'string' ? name : ''
}

/** The 400 of a body whose kind cannot be determined. */
export function unrecognized(kind: string, message: string, summary: string): Error {
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${message} (${summary})`)
}

/** The 400 of a body that cannot be decoded as its kind. */
export function unhandled(sent: SentKind, kind: string, message: string): Error {
  return badRequest(`${sent.kind} in version "${sent.version}" cannot be handled as a ${kind}: ${message}`)
}
