import { formatPath, type DecodePath } from './decode-path.ts'
import type { Schema } from './schema.ts'

/**
 * Drops, in place, the fields that a schema does not know, and returns their paths. What `preserveUnknownFields` keeps
 * is not gone into; an embedded resource keeps its apiVersion, kind and metadata. Values of the wrong type stay.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go, PruneWithOptions
export function prune(value: unknown, schema: Schema): readonly string[] {
  const pruned: string[] = []
  pruneAt(value, schema, [], pruned)
  return pruned
}

function pruneAt(value: unknown, schema: Schema, path: DecodePath, pruned: string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (schema.type === 'list') {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) {
      path.push(index)
      pruneAt(item, schema.items, path, pruned)
      path.pop()
    }
    return
  }
  if (Array.isArray(value)) return
  const object = value as Record<string, unknown>
  if (schema.type === 'map') {
    for (const key of Object.keys(object)) {
      path.push({ key })
      pruneAt(object[key], schema.values, path, pruned)
      path.pop()
    }
  } else if (schema.type === 'object') {
    for (const key of Object.keys(object)) {
      const field = schema.fields.get(key)
      if (field !== undefined) {
        path.push(key)
        pruneAt(object[key], field.schema, path, pruned)
        path.pop()
      } else if (schema.preserveUnknownFields !== true && !(schema.embeddedResource === true && isEnvelope(key))) {
        pruned.push(formatPath(path, key))
        delete object[key]
      }
    }
  }
}

/** What every embedded object has, whether or not its schema says so. */
export function isEnvelope(key: string): boolean {
  return key === 'apiVersion' || key === 'kind' || key === 'metadata'
}
