// zod is a dependency of this package, not of the scripts.
import { z } from 'zod'

/** A schema as JSON Schema. A member with a default is optional; functions have what their metadata says. */
export function toJSONSchema(schema) {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
}
