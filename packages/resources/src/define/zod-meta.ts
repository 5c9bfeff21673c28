import type { Schema, ValueRules } from '@pinnace/schema'
import type * as z from 'zod'
import { checkRules } from './check-rules.ts'
import { isRe2 } from './is-re2.ts'

/** Keywords of JSON Schema that `.meta()` does not take, and what says the same. */
const keywords: Readonly<Record<string, string>> = {
  default: '.default()',
  enum: 'z.enum()',
  format: 'a type such as z.email(), time() or quantity()',
  maxItems: '.max()',
  maxLength: '.max()',
  maximum: '.max()',
  minItems: '.min()',
  minLength: '.min()',
  minimum: '.min()',
  multipleOf: '.multipleOf()',
  nullable: '.nullable()',
  required: '.optional()',
}

/** The schema with what `.meta()` says of a type: description, pattern and rules. */
export function withMeta(schema: Schema, type: z.core.$ZodType, path: string): Schema {
  const meta = (type as z.ZodType).meta()
  if (meta === undefined) return schema
  for (const [keyword, instead] of Object.entries(keywords)) {
    if (Object.hasOwn(meta, keyword)) throw new TypeError(`${path}: meta does not take ${keyword}; use ${instead}`)
  }
  const { description, pattern, rules } = meta as { description?: string; pattern?: unknown; rules?: unknown }
  const expressions = checkRules(`${path}: rules`, rules)
  const described = description === undefined ? schema : { ...schema, description }
  const matched = pattern === undefined ? described : withPattern(described, pattern, path)
  return expressions.length === 0 ? matched : withRules(matched, { expressions })
}

/** The pattern stands beside that of `.regex()`: both must match. */
function withPattern(schema: Schema, pattern: unknown, path: string): Schema {
  if (typeof pattern !== 'string') throw new TypeError(`${path}: pattern must be text`)
  if (schema.type !== 'string') throw new TypeError(`${path}: pattern is for strings`)
  if (!isRe2(pattern)) throw new TypeError(`${path}: ${pattern} is no RE2 expression`)
  if (schema.pattern === undefined || schema.pattern === pattern) return { ...schema, pattern }
  return withRules(schema, { allOf: [{ pattern }] })
}

function withRules<S extends Schema>(schema: S, rules: ValueRules): S {
  return { ...schema, rules: { ...schema.rules, ...rules } }
}
