import * as z from 'zod'
import { withExtensions } from './define/schema-extensions.ts'

// Types of the wire that zod has no name for, or gives another form in JavaScript.

/** A whole number of 32 bits. */
export function int32(): z.ZodInt32 {
  return z.int32()
}

/** A whole number of 64 bits; beyond 2^53 it is a bigint at run time. */
export function int64(): z.ZodInt {
  return withExtensions(z.int(), { format: 'int64' })
}

/** An amount as text: `500m`, `1.5Gi`. A number in a body is read as its text. */
export function quantity(): z.ZodString {
  return withExtensions(z.string(), { format: 'quantity' })
}

/** A whole number, or text such as `25%` or the name of a port. */
export function intOrString(): z.ZodUnion<readonly [z.ZodInt, z.ZodString]> {
  return withExtensions(z.union([z.int(), z.string()]), { intOrString: true })
}

/** A time, RFC 3339: `2026-01-02T03:04:05Z`. */
export function time(): z.ZodString {
  return withExtensions(z.string(), { format: 'time' })
}

/** A time with microseconds, RFC 3339: `2026-01-02T03:04:05.000001Z`. */
export function microTime(): z.ZodString {
  return withExtensions(z.string(), { format: 'micro-time' })
}

/** A length of time: `1h2m`, `300ms`. */
export function duration(): z.ZodString {
  return withExtensions(z.string(), { format: 'duration' })
}

/** Bytes, as padded base64. */
export function bytes(): z.ZodString {
  return withExtensions(z.string(), { format: 'bytes' })
}

/** An object of which nothing is known: whatever is in it is kept. */
export function preserveUnknown(): z.ZodObject<Record<never, never>, z.core.$loose> {
  return z.looseObject({})
}
