import type { FieldErrors } from '@pinnace/meta'
import { entriesOf, itemsOf } from '@pinnace/resources/custom-resource'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'

/** Adds fields and items that a combination speaks of and the structure does not have. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/complete.go
export function validateCompleteness(schema: JSONSchemaProps, path: string, errors: FieldErrors): void {
  combined(schema, schema, path, path)

  function combined(rules: JSONSchemaProps, structure: JSONSchemaProps, at: string, rulesAt: string): void {
    if (rules.not !== undefined) nested(rules.not, structure, at, `${rulesAt}.not`)
    for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
      for (const [index, one] of (rules[name] ?? []).entries())
        nested(one, structure, at, `${rulesAt}.${name}[${index}]`)
    }
  }

  function nested(rules: JSONSchemaProps, structure: JSONSchemaProps | undefined, at: string, rulesAt: string): void {
    if (structure === undefined) {
      errors.required(at, `because it is defined in ${rulesAt}`)
      return
    }
    combined(rules, structure, at, rulesAt)
    const items = itemsOf(rules)
    if (items !== undefined) nested(items, itemsOf(structure), `${at}.items`, `${rulesAt}.items`)
    for (const [key, property] of entriesOf(rules.properties)) {
      const { properties = {} } = structure
      const step = `properties[${key}]`
      nested(
        property,
        Object.hasOwn(properties, key) ? properties[key] : undefined,
        `${at}.${step}`,
        `${rulesAt}.${step}`,
      )
    }
  }
}
