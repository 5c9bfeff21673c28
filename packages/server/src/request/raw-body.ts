import { formatJson, type ParsedJson } from '@pinnace/meta'
import { estimateBytes } from './estimate-bytes.ts'
import { largeBytes } from './pace.ts'

/** A body that has been parsed and not yet decoded. */
export interface RawBody {
  /** The parsed value. Decoding edits it in place. */
  readonly value: unknown
  /** The size of the body; about that of its JSON in process, where there are no bytes. */
  readonly byteLength: number
  /** The value again, as `ParsedJson` of `@pinnace/meta` has it. Absent if every number is an integer. */
  readonly withLiterals?: (() => unknown) | undefined
  /** The value again, with the objects of a repeated key merged. Absent if that is not known. */
  readonly merged?: () => unknown
  /** Sorts the paths of repeated and of unknown fields by their places in the text. Absent if these are not known. */
  readonly inOrder?: ParsedJson['inOrder']
  /** Messages about repeated keys, for strict decoding. Call it before `value` is edited; they are found once. */
  strictErrors(): readonly string[]
  /** The beginning of the text, for error messages about bodies that cannot be decoded. */
  summary(): string
  /** The whole text, for error messages about a custom resource without a kind. */
  text(): string
}

const none: readonly string[] = Object.freeze([])

/** The body of an in-process call. Decoding edits `value`, which must not be shared. */
export function ownedBody(value: unknown): RawBody {
  const text = (): string => formatJson(value)
  return {
    value,
    byteLength: estimateBytes(value, largeBytes),
    strictErrors: () => none,
    summary: () => summarize(Buffer.from(text())),
    text,
  }
}

/** The beginning of a body, for error messages: JSON as text, anything else in hexadecimal. */
// upstream: endpoints/handlers/rest.go, summarizeData
export function summarize(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>'
  const encoding = bytes[0] === 0x7b ? 'utf8' : 'hex'
  return bytes.subarray(0, 30).toString(encoding) + (bytes.length > 30 ? ' ...' : '')
}
