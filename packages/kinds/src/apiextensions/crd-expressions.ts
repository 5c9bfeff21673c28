import type { FieldErrors } from '@pinnace/meta'
import type { ExpressionObserver } from '@pinnace/resources'
import { extensionOf, someSchema, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import type { Schema } from '@pinnace/schema'
import type { CustomResourceDefinition, JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'

/** Checks the rules of one version of a CRD. */
export interface ExpressionChecks {
  /** Adds what is wrong with the rules of a structural schema. Those at paths with errors in `malformed` are left out. */
  validateRules(schema: JSONSchemaProps, path: string, errors: FieldErrors, malformed: FieldErrors): void
  /**
   * Adds the rules that a default value violates. Returns what is left of the budget; no rules are left to evaluate at -1.
   * Can be interrupted.
   */
  validateDefault(
    schema: JSONSchemaProps,
    place: DefaultPlace,
    errors: FieldErrors,
    budget: number,
  ): Generator<void, number>
}

/** A default value at its path, with its schema. */
export interface DefaultPlace {
  readonly value: unknown
  readonly path: string
  readonly schema: Schema
}

/** Checks the expressions of CRDs. The language is loaded when a CRD has some. */
export interface CrdExpressions {
  /** Loads the language; undefined where the CRD has no rules, or the language is loaded. */
  load(crd: CustomResourceDefinition): Promise<void> | undefined
  /** The checks of a schema; undefined where nothing is to be checked. */
  checksFor(options: ExpressionCheckOptions): ExpressionChecks | undefined
}

/** What the checks of a schema depend on. */
export interface ExpressionCheckOptions {
  /** The stored CRD, whose expressions may use everything; undefined on create. */
  readonly live: CustomResourceDefinition | undefined
  /** Whether the schema is that of the stored CRD. */
  readonly isUnchanged: boolean
  readonly observer: ExpressionObserver | undefined
}

type Rules = typeof import('@pinnace/resources/rules')

/** What rules of defaults may cost together. */
export const defaultsBudget = 10_000_000

/** Creates the checks; new expressions may use the functions of `compatibleRelease`. */
export function createCrdExpressions(names: SchemaExtensions, compatibleRelease?: string): CrdExpressions {
  let rules: Rules | undefined
  return {
    load(crd) {
      const schemas = schemasOf(crd)
      if (rules !== undefined || !schemas.some((schema) => rulesOf(schema, names).length > 0)) return undefined
      return import('@pinnace/resources/rules').then((loaded) => void (rules = loaded))
    },
    checksFor: (options) =>
      rules === undefined ? undefined : createChecks(rules, names, { ...options, compatibleRelease }),
  }
}

// upstream: apiextensions/validation, findPreexistingExpressions and suppressExpressionCostForUnchangedSchema
function createChecks(
  { newExpressions, validateExpressions, createRuleTree, evaluateRules }: Rules,
  names: SchemaExtensions,
  options: ExpressionCheckOptions & { readonly compatibleRelease: string | undefined },
): ExpressionChecks {
  const { live, isUnchanged, observer, compatibleRelease } = options
  const stored = (live === undefined ? [] : schemasOf(live)).flatMap((schema) => rulesOf(schema, names))
  const environments = newExpressions({
    rules: new Set(stored.map(({ rule }) => rule)),
    messages: new Set(stored.map(({ messageExpression = '' }) => messageExpression)),
    compatibleRelease,
  })
  return {
    validateRules(schema, path, errors, malformed) {
      const isWellFormed = (at: string): boolean =>
        malformed.list.every(({ field }) => field !== at && !field.startsWith(`${at}.`))
      validateExpressions(schema, path, errors, {
        names,
        environments,
        isWellFormed,
        observer,
        costLimits: isUnchanged ? 'total' : 'each',
      })
    },
    *validateDefault(schema, { value, path, schema: of }, errors, budget) {
      const tree = createRuleTree(schema, names, false)
      if (tree === undefined) return budget
      return yield* evaluateRules(tree, { next: value, live: value }, errors, { schema: of, path, budget, observer })
    },
  }
}

function schemasOf({ spec }: CustomResourceDefinition): readonly JSONSchemaProps[] {
  return spec.versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? [])
}

function rulesOf(schema: JSONSchemaProps, { validations }: SchemaExtensions): readonly ValidationRule[] {
  const found: ValidationRule[] = []
  someSchema(schema, (of) => {
    found.push(...((extensionOf(of, validations) as readonly ValidationRule[] | undefined) ?? []))
    return false
  })
  return found
}
