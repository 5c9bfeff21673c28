import { dynType, isOptional } from '../values/type.ts'
import type { CelType } from '../values/value.ts'

/** The type within an optional type. */
export function unwrapOptional(type: CelType): { type: CelType; wasOptional: boolean } {
  return isOptional(type) ? { type: type.params[0] ?? dynType, wasOptional: true } : { type, wasOptional: false }
}
