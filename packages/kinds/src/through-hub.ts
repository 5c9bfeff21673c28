import type { ApiObject, Mutable } from '@pinnace/meta'
import type { SpokeConversion, Strategy } from '@pinnace/resources'
import { cloneDecoded } from '@pinnace/schema'

/**
 * The rules of the hub for a version that is converted to it: each runs on the object as the hub has it. Defaults are
 * left out, since every version has its own.
 */
export function throughHub<T extends ApiObject, H extends ApiObject>(
  hub: Strategy<H>,
  conversion: SpokeConversion,
): Strategy<T> {
  const { prepareForCreate, prepareForUpdate, validate, validateUpdate, resetFields } = hub
  const toHub = (object: T): Mutable<H> => {
    const copy = cloneDecoded(object) as unknown as Mutable<ApiObject>
    conversion.toHub(copy)
    return copy as unknown as Mutable<H>
  }
  const write = (next: Mutable<T>, changed: Mutable<H>): void => {
    conversion.fromHub(changed as unknown as Mutable<ApiObject>)
    const target = next as unknown as Record<string, unknown>
    for (const key of Object.keys(target)) delete target[key]
    Object.assign(target, changed)
  }
  return {
    ...(resetFields === undefined ? {} : { resetFields }),
    prepareForCreate(next, context) {
      const changed = toHub(next as unknown as T)
      prepareForCreate?.(changed, context)
      write(next, changed)
    },
    prepareForUpdate(next, live, context) {
      const changed = toHub(next as unknown as T)
      prepareForUpdate?.(changed, toHub(live) as unknown as H, context)
      write(next, changed)
    },
    validate: (next, errors, context) => validate?.(toHub(next) as unknown as H, errors, context),
    validateUpdate(next, live, errors, context) {
      validateUpdate?.(toHub(next) as unknown as H, toHub(live) as unknown as H, errors, context)
    },
  }
}
