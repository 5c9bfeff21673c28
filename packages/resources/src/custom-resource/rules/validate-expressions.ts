import type { FieldErrors } from '@pinnace/meta'
import type { JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'
import { observeCompilation, type ExpressionObserver } from '../../expression-observer.ts'
import { entriesOf, extensionOf, itemsOf, propsOf, type SchemaExtensions } from '../schema-props.ts'
import { shownRule } from '../shown-rule.ts'
import { compileRules, maxCostOf, type CompiledRule } from './compile-rules.ts'
import { costProblem, expressionLimit, TotalCost } from './cost-limits.ts'
import { declareTypes } from './declare-types.ts'
import type { DeclaredTypes } from './declared-type.ts'
import type { RuleEnvironments } from './rule-environment.ts'
import { atLeastZero, mostValues } from './value-sizes.ts'

/** Options of {@link validateExpressions}. */
export interface ValidateExpressionsOptions {
  readonly names: SchemaExtensions
  readonly environments: RuleEnvironments
  /** Whether the rules at a path are to be compiled; those whose form is wrong are not. @default all are */
  readonly isWellFormed?: (path: string) => boolean
  /** Whether costs are limited: those of each expression, those of all together, or neither. @default 'each' */
  readonly costLimits?: 'each' | 'total' | 'none'
  /** Measures compilations. @default they are not measured */
  readonly observer?: ExpressionObserver | undefined
}

/** What is around a schema. */
interface Surroundings {
  /** The outermost list around it whose elements no key tells apart. */
  readonly list: string | undefined
  /** How many values of it an object may have; undefined where nothing says so. */
  readonly count: number | undefined
  /** Whether rules stand at a schema around it whose type is not known. */
  readonly isUnknown: boolean
}

/**
 * Adds what is wrong with the expressions of a structural schema and of those within it, the inner ones first: what does
 * not compile, and what may cost too much.
 */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema
export function validateExpressions(
  schema: JSONSchemaProps,
  path: string,
  errors: FieldErrors,
  { names, environments, isWellFormed = () => true, costLimits = 'each', observer }: ValidateExpressionsOptions,
): void {
  const total = new TotalCost()
  walk(schema, path, { list: undefined, count: 1, isUnknown: false })
  if (costLimits !== 'none')
    total.report(`${names.validations} estimated rule cost total for entire OpenAPIv3 schema`, path, errors)

  function walk(of: JSONSchemaProps, at: string, around: Surroundings): void {
    const rules = (extensionOf(of, names.validations) as readonly ValidationRule[] | undefined) ?? []
    const types = rules.length === 0 || around.isUnknown ? undefined : declareTypes(of, { names, isRoot: at === path })
    const within: Surroundings = {
      ...around,
      count: multiplied(around.count, of),
      isUnknown: around.isUnknown || (rules.length > 0 && types === undefined),
    }
    const items = itemsOf(of)
    const list = around.list ?? (extensionOf(of, names.listType) === 'map' ? undefined : at)
    if (items !== undefined) walk(items, `${at}.items`, { ...within, list })
    for (const [key, inner] of entriesOf(of.properties)) walk(inner, `${at}.properties[${key}]`, within)
    const values = propsOf(of.additionalProperties)
    if (values !== undefined) walk(values, `${at}.additionalProperties`, within)
    if (rules.length > 0 && isWellFormed(at)) validateOwn(rules, types, `${at}.${names.validations}`, around)
  }

  function validateOwn(
    rules: readonly ValidationRule[],
    types: DeclaredTypes | undefined,
    field: string,
    { list, count }: Surroundings,
  ): void {
    if (types === undefined) {
      const detail = `failed to construct type information for ${names.validations} rules: ${noType}`
      errors.internal(field, `internal error: ${detail}`)
      return
    }
    const { declared } = types
    const all = observeCompilation(observer, () => compileRules(rules, types, environments))
    for (const [index, compiled] of all.entries()) {
      const at = `${field}[${index}]`
      const { condition, message } = compiled
      const times = count ?? mostValues(declared)
      const cost = condition === undefined || times === 0 ? 0 : times * maxCostOf(condition, declared)
      reportCost('estimated rule cost', `${at}.rule`, cost)
      reportProblems(compiled, at, errors)
      if (message !== undefined) {
        reportCost('estimated messageExpression cost', `${at}.messageExpression`, maxCostOf(message, declared))
      }
      reportOldSelf(compiled, at, list, errors)
    }
  }

  function reportCost(what: string, at: string, cost: number): void {
    if (costLimits === 'each' && cost > expressionLimit) errors.forbidden(at, costProblem(what, cost, expressionLimit))
    total.add(at, cost)
  }
}

const noType = 'unable to convert structural schema to CEL declarations'

/** How many values stand in those of a schema, of which there may be so many. */
function multiplied(
  count: number | undefined,
  { type, maxItems, maxProperties, ...of }: JSONSchemaProps,
): number | undefined {
  const isMap = type === 'object' && of.additionalProperties !== undefined
  if (count === undefined || (type !== 'array' && !isMap)) return count
  const limit = isMap ? maxProperties : maxItems
  return limit === undefined ? undefined : count * atLeastZero(limit)
}

function reportProblems({ rule, ruleProblem, messageProblem }: CompiledRule, at: string, errors: FieldErrors): void {
  if (ruleProblem !== undefined) errors.invalid(`${at}.rule`, shownRule(rule), ruleProblem)
  if (messageProblem !== undefined) errors.invalid(`${at}.messageExpression`, shownRule(rule), messageProblem)
}

function reportOldSelf(
  { rule, usesOldSelf }: CompiledRule,
  at: string,
  list: string | undefined,
  errors: FieldErrors,
): void {
  if (usesOldSelf && list !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${list}`
    errors.invalid(`${at}.rule`, rule.rule, detail)
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    errors.invalid(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule')
  }
}
