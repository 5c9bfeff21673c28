import type { ObjectSchema } from '@pinnace/schema'
import { createHash } from 'node:crypto'

/** Schemas by what they were made from: definitions that say the same share one, and all that is compiled of it. */
export interface SchemaCache {
  /** The schema of a text; `make` is called when the cache has none. */
  get(text: string, make: () => ObjectSchema): ObjectSchema
  /** Number of schemas that are still referenced. */
  readonly size: number
}

/** A cache that keeps nothing alive: a schema goes with the last definition that uses it. */
export function createSchemaCache(): SchemaCache {
  const known = new Map<string, WeakRef<ObjectSchema>>()
  const gone = new FinalizationRegistry<string>((key) => {
    if (known.get(key)?.deref() === undefined) known.delete(key)
  })
  return {
    get(text, make) {
      const key = createHash('sha256').update(text).digest('base64')
      const found = known.get(key)?.deref()
      if (found !== undefined) return found
      const made = make()
      known.set(key, new WeakRef(made))
      gone.register(made, key)
      return made
    },
    get size() {
      return known.size
    },
  }
}
