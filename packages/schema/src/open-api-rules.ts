import type { OpenApiSchema } from './open-api-schema.ts'
import type { ValueRules } from './schema.ts'

const plain = [
  'title',
  'format',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'multipleOf',
  'enum',
  'maxProperties',
  'minProperties',
  'required',
  'example',
  'externalDocs',
] as const

/** The keywords of what is asked of a value. Clients of v2 do not know combinations. */
// upstream: apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go, ToStructuralOpenAPIV2
export function rulesKeywords(rules: ValueRules | undefined, version: 2 | 3, extension: string): OpenApiSchema {
  const keywords: Record<string, unknown> = {}
  if (rules !== undefined) addRulesKeywords(keywords, rules, version, extension)
  return keywords
}

/** As {@link rulesKeywords}, added to other keywords. */
export function addRulesKeywords(
  keywords: Record<string, unknown>,
  rules: ValueRules,
  version: 2 | 3,
  extension: string,
): void {
  if (rules.type !== undefined) keywords['type'] = rules.type
  for (const name of plain) if (rules[name] !== undefined) keywords[name] = rules[name]
  if (rules.expressions !== undefined) keywords[`${extension}validations`] = rules.expressions
  if (version === 2) return
  const nested = (of: ValueRules): OpenApiSchema => nestedKeywords(of, extension)
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    if (rules[name] !== undefined) keywords[name] = rules[name].map(nested)
  }
  if (rules.not !== undefined) keywords['not'] = nested(rules.not)
}

function nestedKeywords(rules: ValueRules, extension: string): OpenApiSchema {
  const keywords: Record<string, unknown> = { ...rulesKeywords(rules, 3, extension) }
  if (rules.items !== undefined) keywords['items'] = nestedKeywords(rules.items, extension)
  if (rules.properties !== undefined) {
    const properties: Record<string, OpenApiSchema> = Object.create(null)
    for (const [name, of] of rules.properties) properties[name] = nestedKeywords(of, extension)
    keywords['properties'] = properties
  }
  return keywords
}
