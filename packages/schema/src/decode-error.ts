/** What a client sent cannot be read as the type it claims to be; the message is what the wire says of it. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
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
