import { Buffer } from 'node:buffer'
import { parseJson } from '@pinnace/meta'

/** A request or response object: JSON bytes, or a function that returns the object. */
export type AuditObject = Uint8Array | (() => unknown)

/** What an event shows of a Status. */
export interface StatusSummary {
  readonly status?: string
  readonly reason?: string
  readonly message?: string
}

/** The object itself; undefined for bytes that are not JSON (YAML, protobuf): they are not recorded. */
export function readObject(object: AuditObject | undefined): unknown {
  if (object === undefined || typeof object === 'function') return object?.()
  try {
    return parseJson(toBuffer(object)).value
  } catch {
    return undefined
  }
}

/** False for a body that cannot be a Status: most need not be parsed. */
export function mayBeStatus(body: AuditObject | undefined): boolean {
  return body instanceof Uint8Array && toBuffer(body).includes('"Status"')
}

/** True for an object of kind Status. */
export function isStatus(value: unknown): value is StatusSummary {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status'
}

/** An object or a list of objects without `metadata.managedFields`. */
export function withoutManagedFields(object: unknown): unknown {
  if (typeof object !== 'object' || object === null) return object
  const { items, metadata } = object as {
    readonly items?: unknown
    readonly metadata?: Readonly<Record<string, unknown>>
  }
  if (Array.isArray(items)) return { ...object, items: items.map(withoutManagedFields) }
  if (metadata?.['managedFields'] === undefined) return object
  const { managedFields: _managedFields, ...rest } = metadata
  return { ...object, metadata: rest }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
