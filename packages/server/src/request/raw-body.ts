/** A body that has been parsed and not yet decoded. */
export interface RawBody {
  /** The parsed value. Decoding edits it in place. */
  readonly value: unknown
  /** Messages about repeated keys, for strict decoding. Call it before `value` is edited. */
  strictErrors(): readonly string[]
  /** The beginning of the text, for error messages about bodies that cannot be decoded. */
  summary(): string
}

const none: readonly string[] = Object.freeze([])

/** The body of an in-process call. Decoding edits `value`, which must not be shared. */
export function ownedBody(value: unknown): RawBody {
  return { value, strictErrors: () => none, summary: () => JSON.stringify(value).slice(0, 30) }
}
