import type { ValueRules } from '@pinnace/schema'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { entriesOf, extensionOf, itemsOf, type SchemaExtensions } from './schema-props.ts'

const numbers = [
  'maximum',
  'minimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
] as const
const lists = ['enum', 'required'] as const
const flags = ['exclusiveMaximum', 'exclusiveMinimum'] as const
const texts = ['pattern', 'format', 'title'] as const
const open = ['example', 'externalDocs'] as const

/** What a schema asks of a value beyond its type; nothing where it asks nothing. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go, newValueValidation
export function toRules(props: JSONSchemaProps, names: SchemaExtensions): ValueRules | undefined {
  const rules = rulesOf(props, names)
  return Object.keys(rules).length === 0 ? undefined : rules
}

/** The rules of a schema that is part of a combination: it has no type, and speaks of fields without declaring them. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go, newNestedValueValidation
export function nestedRules(props: JSONSchemaProps, names: SchemaExtensions): ValueRules {
  const items = itemsOf(props)
  const { type = '', properties } = props
  return {
    ...rulesOf(props, names),
    ...(type === '' ? {} : { type }),
    ...(items === undefined ? {} : { items: nestedRules(items, names) }),
    ...(properties === undefined
      ? {}
      : { properties: new Map(entriesOf(properties).map(([key, of]) => [key, nestedRules(of, names)])) }),
  }
}

type MutableRules = { -readonly [K in keyof ValueRules]: ValueRules[K] }

function rulesOf(props: JSONSchemaProps, names: SchemaExtensions): ValueRules {
  const rules: MutableRules = {}
  const copy = (name: keyof ValueRules & keyof JSONSchemaProps): void => {
    ;(rules as Record<string, unknown>)[name] = props[name]
  }
  // Limits beyond 2^53 are exact where they are shown; nothing that is compared with them comes near.
  for (const name of numbers) if (props[name] !== undefined) rules[name] = Number(props[name])
  for (const name of lists) if ((props[name]?.length ?? 0) > 0) copy(name)
  for (const name of flags) if (props[name] === true) copy(name)
  for (const name of texts) if ((props[name] ?? '') !== '') copy(name)
  for (const name of open) if (props[name] !== undefined) copy(name)
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const all = props[name] ?? []
    if (all.length > 0) rules[name] = all.map((one) => nestedRules(one, names))
  }
  if (props.not !== undefined) rules.not = nestedRules(props.not, names)
  if (props.additionalProperties === false) rules.forbidsProperties = true
  const expressions = extensionOf(props, names.validations) as readonly unknown[] | undefined
  if (expressions !== undefined && expressions.length > 0) rules.expressions = expressions
  return rules
}
