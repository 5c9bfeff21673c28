/** A body that has been parsed and not yet understood. */
export interface RawBody {
  /** Belongs to whoever reads it: decoding edits it in place. */
  readonly value: unknown
  /** Sentences about keys that stand twice, for strict decoding. Ask before `value` is changed. */
  strictErrors(): readonly string[]
  /** Beginning of the text, for messages about bodies nobody can make sense of. */
  summary(): string
}

const none: readonly string[] = Object.freeze([])

/** The body of a caller in process: a value of its own. */
export function ownedBody(value: unknown): RawBody {
  return { value, strictErrors: () => none, summary: () => JSON.stringify(value).slice(0, 30) }
}
