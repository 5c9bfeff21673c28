import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import type { SchemaExtensions } from './schema-props.ts'

/** A schema whose rules are evaluated. */
export interface RuleSource {
  readonly props: JSONSchemaProps
  readonly names: SchemaExtensions
}
