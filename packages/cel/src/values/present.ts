import type { Adapter } from './adapter.ts'
import { CelOptional } from './value.ts'

/** Data of the host that is the value of an optional. */
class Present {
  readonly data: unknown

  constructor(data: unknown) {
    this.data = data
  }
}

/** Makes data of the host the value of a variable with an optional type; an absent value is `CelOptional.none`. */
export function present(data: unknown): unknown {
  return new Present(data)
}

/** Makes an adapter of optional values; data that is not marked as present is a value too. */
export function adaptOptional(value: () => Adapter): Adapter {
  return (data) => {
    if (data instanceof Present) return CelOptional.of(value()(data.data))
    return data instanceof CelOptional ? data : value()(data)
  }
}
