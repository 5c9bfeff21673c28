import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { MatchCondition } from '@pinnace/types/admissionregistration-v1'
import { reportEach } from '../validation/messages.ts'

/**
 * Adds what is wrong with an expression; `field` is where it stands. One that is stored already may use every function,
 * others those of the compatible release.
 */
export type CheckExpression = (expression: string, field: string, errors: FieldErrors, isStored: boolean) => void

/** Loads what expressions are checked with; undefined once it is loaded. */
export type LoadExpressions = () => Promise<void> | undefined

/** How the expressions of conditions are checked. */
export interface ConditionChecks {
  /** Undefined where nothing can evaluate them: webhooks with conditions are rejected, or they would be called too often. */
  readonly check: CheckExpression | undefined
  /** The expressions of conditions that are stored already. */
  readonly stored: ReadonlySet<string>
}

const maxConditions = 64

/** The error of webhooks with match conditions where nothing can evaluate them. */
const noExpressionEngine = 'match conditions need an expression engine, and none is configured'

/** The expressions of conditions. */
export function expressionsOf(conditions: readonly MatchCondition[] | null | undefined): readonly string[] {
  return (conditions ?? []).map(({ expression }) => expression.trim())
}

/** Match conditions: their number, names, and expressions. */
// upstream: admissionregistration/validation, validateMatchConditions
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  { check, stored }: ConditionChecks,
  at: string,
  errors: FieldErrors,
): void {
  if (conditions.length === 0) return
  if (check === undefined) errors.forbidden(at, noExpressionEngine)
  if (conditions.length > maxConditions) errors.tooMany(at, conditions.length, maxConditions)
  const names = new Set<string>()
  conditions.forEach(({ name, expression }, index) => {
    const field = `${at}[${index}]`
    const text = expression.trim()
    if (text === '') errors.required(`${field}.expression`)
    else check?.(text, `${field}.expression`, errors, stored.has(text))
    if (name === '') return errors.required(`${field}.name`)
    reportEach(errors, isQualifiedName(name), `${field}.name`, name)
    if (names.has(name)) errors.duplicate(`${field}.name`, name)
    names.add(name)
    return undefined
  })
}
