import { fail } from './failure.ts'
import { formatType } from './type.ts'
import type { CelType } from './value.ts'

/** Fails for data of the host that has not the type that is declared. */
export function refuse(data: unknown, type: CelType): never {
  const given = Array.isArray(data) ? 'array' : typeof data
  return fail(`invalid data, expected a value of type ${formatType(type)}, got ${given}`)
}
