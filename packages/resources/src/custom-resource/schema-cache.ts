import type { ObjectSchema } from '@pinnace/schema'
import { createWeakCache, type WeakCache } from './weak-cache.ts'

/** Schemas by what they were made from: definitions that say the same share one, and all that is compiled of it. */
export type SchemaCache = WeakCache<ObjectSchema>

/** A cache that keeps nothing alive: a schema goes with the last definition that uses it. */
export function createSchemaCache(): SchemaCache {
  return createWeakCache()
}
