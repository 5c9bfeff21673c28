import { resolve, type ObjectSchema, type Schema } from '@pinnace/schema'

/** A plain path into an object: names of fields and nothing else. */
export interface FieldPath {
  /** `spec.size` */
  readonly text: string
  /** What the schema says of the place. */
  readonly schema: Schema
  get(object: unknown): unknown
  /** Sets the value, making the objects on the way. */
  set(object: unknown, value: unknown): void
}

/** Reads `.spec.size`; a path that is not plain, or that the schema does not know, is a TypeError naming the option. */
export function parseFieldPath(path: string, schema: ObjectSchema, option: string): FieldPath {
  if (!/^(?:\.[A-Za-z_][-\w]*)+$/.test(path)) {
    throw new TypeError(`${option} must be a plain path such as .spec.size, not ${JSON.stringify(path)}`)
  }
  const steps = path.slice(1).split('.')
  const place = resolve(schema, steps)
  if (place === undefined) throw new TypeError(`${option}: the schema has no field ${JSON.stringify(path)}`)
  return {
    text: steps.join('.'),
    schema: place.schema,
    get: (object) => steps.reduce(child, object),
    set(object, value) {
      let at = object as Record<string, unknown>
      for (const step of steps.slice(0, -1)) at = (child(at, step) ?? (at[step] = {})) as Record<string, unknown>
      at[steps.at(-1)!] = value
    },
  }
}

function child(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Record<string, unknown>)[step]
}
