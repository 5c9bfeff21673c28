/** What a client sent cannot be read as the type it claims to be; the message is what the wire says of it. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  /** Set if a value is of another type than its field. */
  readonly mismatch: TypeMismatch | undefined

  constructor(message: string, { mismatch, ...options }: ErrorOptions & { readonly mismatch?: TypeMismatch } = {}) {
    super(message, options)
    this.mismatch = mismatch
  }
}

/** A value of another type than its field. */
export interface TypeMismatch {
  readonly value: unknown
  /** What the field is in Go. */
  readonly kind: 'string' | 'bool' | 'int32' | 'int64' | 'uint8' | 'float64' | 'struct' | 'slice' | 'map'
  /** The name of the type of the field in Go: `v1.PullPolicy`. */
  readonly goType: string
}

/** The JSON word of a value, as messages about types use it. */
// upstream: encoding/json, decode.go, UnmarshalTypeError.Value
export function jsonWord(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
    case 'symbol':
      return 'number'
    default:
      return typeof value
  }
}
