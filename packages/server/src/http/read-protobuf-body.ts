import { assertExtent } from '@pinnace/meta'
import { DecodeError, type ObjectSchema } from '@pinnace/schema'
import { loadProtobuf } from '@pinnace/versioning'
import { unhandled, unrecognized } from '../request/sent-kind.ts'
import { largeBytes } from '../request/pace.ts'
import type { RawBody } from '../request/raw-body.ts'

/** The type that a protobuf body must have. */
export interface ExpectedType {
  readonly kind: string
  /** @default any version */
  readonly apiVersion?: string
  readonly schema: () => ObjectSchema
  /** The error of a body whose type cannot be read. @default names the kind and the body */
  readonly refuse?: (message: string) => Error
}

const none: readonly string[] = Object.freeze([])

/** Decodes a protobuf body into the JSON value of the same object. Throws 400 for a body that cannot be decoded. */
// upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, Decode; endpoints/handlers/rest.go, transformDecodeError
export async function readProtobufBody(bytes: Buffer, summary: string, expected: ExpectedType): Promise<RawBody> {
  const { readEnvelope, decodeProtobuf } = await loadProtobuf()
  let sent: { readonly kind: string; readonly version: string } | undefined
  try {
    const { kind, apiVersion, raw } = readEnvelope(bytes)
    const groupVersion = apiVersion || (expected.apiVersion ?? 'v1')
    sent = {
      kind: kind === '' ? expected.kind : kind,
      version: groupVersion.slice(groupVersion.lastIndexOf('/') + 1),
    }
    const type = { ...(kind === '' ? {} : { kind }), ...(apiVersion === '' ? {} : { apiVersion }) }
    // The bytes of another type cannot be decoded with this schema; its type name is rejected later, as in JSON.
    const value = isExpected(type, expected) ? { ...type, ...decodeProtobuf(expected.schema(), raw) } : type
    if (bytes.length >= largeBytes) assertExtent(value)
    return { value, byteLength: bytes.length, strictErrors: () => none, summary: () => summary, text: () => '' }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const { kind, refuse = (message) => unrecognized(kind, message, summary) } = expected
    if (sent === undefined) throw refuse(error.message)
    throw unhandled(sent, kind, error.message)
  }
}

function isExpected(sent: { readonly kind?: string; readonly apiVersion?: string }, expected: ExpectedType): boolean {
  if (sent.kind !== undefined && sent.kind !== expected.kind) return false
  return sent.apiVersion === undefined || expected.apiVersion === undefined || sent.apiVersion === expected.apiVersion
}
