import type { Schema } from '@pinnace/schema'

import { compare, type Comparison } from './compare.ts'
import type { FieldSet } from './field-set.ts'
import { mergeTyped } from './merge.ts'
import { valueTypeOf } from './value-type.ts'
import { fieldSetOfValue } from './typed-set.ts'

export type { Comparison } from './compare.ts'

/** How `after` differs from `before`, field by field, as their schema owns them. @throws TypedError for items without keys */
export function compareTyped(schema: Schema, before: unknown, after: unknown): Comparison {
  return compare(valueTypeOf(schema), before, after)
}

/** `applied` laid over `live`, as their schema merges them; shares what does not change. @throws TypedError */
export function mergeValues(schema: Schema, live: unknown, applied: unknown): unknown {
  return mergeTyped(valueTypeOf(schema), live, applied)
}

/** The fields a configuration names. @throws TypedError */
export function namedFields(schema: Schema, value: unknown): FieldSet {
  return fieldSetOfValue(valueTypeOf(schema), value)
}
