import { FieldErrors, platformVocabulary } from '@pinnace/meta'
import { toOpenApi, type ObjectSchema } from '@pinnace/schema'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { hasExpressions, lazyRules, type KindRules } from '../custom-resource/lazy-rules.ts'
import type { RuleSource } from '../custom-resource/rule-source.ts'
import { schemaExtensions } from '../custom-resource/schema-props.ts'

/** The rules of a host's kind, with what checks them before objects are served. */
export interface HostRules extends KindRules {
  /** Compiles the rules. @throws TypeError that names the rule which does not compile */
  check(): Promise<void>
}

/** The rules of a schema in the Common Expression Language; undefined where it has none. */
export function hostRules(kind: string, schema: ObjectSchema): HostRules | undefined {
  if (!hasExpressions(schema)) return undefined
  let published: RuleSource | undefined
  const source = (): RuleSource => (published ??= publish(kind, schema))
  return { ...lazyRules({ source, schema: () => schema }), check: () => check(kind, source()) }
}

// Rules see the schema as it is published, whatever the server calls its extensions.
function publish(kind: string, schema: ObjectSchema): RuleSource {
  const names = schemaExtensions(platformVocabulary.schemaExtensionPrefix)
  const options = { version: 3, vocabulary: platformVocabulary, name: kind, refName: (name: string) => name } as const
  return { props: toOpenApi(schema, options)[kind] as JSONSchemaProps, names }
}

async function check(kind: string, { props, names }: RuleSource): Promise<void> {
  const { newExpressions, validateExpressions } = await import('../custom-resource/rules/index.ts')
  const environments = newExpressions()
  const errors = new FieldErrors()
  validateExpressions(props, kind, errors, { names, environments, costLimits: 'none' })
  const [first] = errors.list
  if (first !== undefined) throw new TypeError(`rules of ${first.field}: ${first.message}`)
}
