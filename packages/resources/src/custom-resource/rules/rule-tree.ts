import type { JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'
import { observeCompilation, type ExpressionObserver } from '../../expression-observer.ts'
import { followPath } from '../field-path-of-schema.ts'
import { entriesOf, extensionOf, itemsOf, propsOf, type SchemaExtensions } from '../schema-props.ts'
import { compileRules, type CompiledRule } from './compile-rules.ts'
import { declareTypes } from './declare-types.ts'
import { storedExpressions, type RuleEnvironments } from './rule-environment.ts'

/** A rule at its place in a {@link RuleTree}. */
export interface PlacedRule extends CompiledRule {
  /** The field that violations are reported at, from the value: `a.b`; empty for the value itself. */
  readonly fieldPath: string
}

/** The rules of a schema and of the schemas within it. Schemas without rules in or below them are left out. */
export interface RuleTree {
  /** The type that the schema declares: `object`; empty where it declares none. */
  readonly type: string
  /** Whether rules stand at the schema itself. */
  readonly hasRules: boolean
  /** The rules of the values of the schema, compiled when they are first asked for. */
  readonly rules: (observer?: ExpressionObserver) => readonly PlacedRule[]
  readonly properties: ReadonlyMap<string, RuleTree>
  /** The values of a map. */
  readonly values: RuleTree | undefined
  readonly items: RuleTree | undefined
}

/** The rules of the schema of a whole object; undefined where it has none. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, NewValidator
export function createRuleTree(schema: JSONSchemaProps, names: SchemaExtensions, isRoot = true): RuleTree | undefined {
  const environments = storedExpressions()
  return treeOf(schema, isRoot)

  function treeOf(of: JSONSchemaProps | undefined, isResource = false): RuleTree | undefined {
    // Values of which no type is known have no rules.
    if (of === undefined || !hasKnownType(of, names, isResource)) return undefined
    const properties = new Map<string, RuleTree>()
    for (const [name, inner] of entriesOf(of.properties)) {
      const tree = treeOf(inner)
      if (tree !== undefined) properties.set(name, tree)
    }
    const values = treeOf(propsOf(of.additionalProperties))
    const items = treeOf(itemsOf(of))
    const declared = (extensionOf(of, names.validations) as readonly ValidationRule[] | undefined) ?? []
    if (declared.length === 0 && properties.size === 0 && values === undefined && items === undefined) return undefined
    let rules: readonly PlacedRule[] | undefined = declared.length === 0 ? [] : undefined
    return {
      type: of.type ?? '',
      hasRules: declared.length > 0,
      rules: (observer) =>
        (rules ??= observeCompilation(observer, () =>
          placeRules(of, declared, { names, environments, isRoot: isResource }),
        )),
      properties,
      values,
      items,
    }
  }
}

function placeRules(
  schema: JSONSchemaProps,
  declared: readonly ValidationRule[],
  {
    names,
    environments,
    isRoot,
  }: { readonly names: SchemaExtensions; readonly environments: RuleEnvironments; readonly isRoot: boolean },
): readonly PlacedRule[] {
  const types = declareTypes(schema, { names, isRoot })
  if (types === undefined) return []
  return compileRules(declared, types, environments).map((compiled) => {
    const { fieldPath = '' } = compiled.rule
    const path = fieldPath === '' ? undefined : followPath(fieldPath, schema, true)
    return { ...compiled, fieldPath: path?.problem === undefined ? (path?.text ?? '') : '' }
  })
}

function hasKnownType(schema: JSONSchemaProps, names: SchemaExtensions, isResource: boolean): boolean {
  if (extensionOf(schema, names.intOrString) === true) return true
  const { type = '' } = schema
  if (isResource || extensionOf(schema, names.embeddedResource) === true) return true
  if (type === 'array') {
    const items = itemsOf(schema)
    return items !== undefined && hasKnownType(items, names, false)
  }
  const values = propsOf(schema.additionalProperties)
  return type !== '' && (values === undefined || hasKnownType(values, names, false))
}
