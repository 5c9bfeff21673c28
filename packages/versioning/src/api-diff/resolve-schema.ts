import { setMember } from '@pinnace/meta'
import { isSchema, referenceOf, type ApiSurface, type JsonSchema } from './api-surface.ts'

/**
 * What a schema says with its references followed and the parts of an allOf taken together. Throws a TypeError for a
 * reference that leads nowhere, or round in a circle.
 */
export function resolveSchema(surface: ApiSurface, schema: JsonSchema): JsonSchema {
  return resolve(surface, schema, [])
}

function resolve(surface: ApiSurface, schema: JsonSchema, passed: readonly string[]): JsonSchema {
  const name = referenceOf(schema)
  if (name !== undefined) {
    if (passed.includes(name)) throw new TypeError(`${JSON.stringify(name)} of the document is nothing but itself`)
    const found = surface.type(name)
    if (found === undefined)
      throw new TypeError(`the document refers to ${JSON.stringify(name)}, which it does not have`)
    return resolve(surface, found, [...passed, name])
  }
  const parts = schema['allOf']
  if (!Array.isArray(parts)) return schema
  const all = parts.filter(isSchema).map((part) => resolve(surface, part, passed))
  const { allOf: _, ...own } = schema
  return [...all, own].reduce(together, {})
}

function together(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties: Record<string, unknown> = {}
  for (const [name, field] of [...membersOf(a['properties']), ...membersOf(b['properties'])]) {
    setMember(properties, name, field)
  }
  const required = [...namesOf(a['required']), ...namesOf(b['required'])]
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  }
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isSchema(value) ? Object.entries(value) : []
}

function namesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
