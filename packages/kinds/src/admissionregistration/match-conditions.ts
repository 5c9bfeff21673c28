import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { MatchCondition } from '@pinnace/types/admissionregistration-v1'
import { reportEach } from '../validation/messages.ts'

/** Adds what is wrong with an expression; `field` is where it stands. */
export type CheckExpression = (expression: string, field: string, errors: FieldErrors) => void

/** Loads what expressions are checked with; undefined once it is loaded. */
export type LoadExpressions = () => Promise<void> | undefined

const maxConditions = 64

/** The error of webhooks with match conditions where nothing can evaluate them. */
const noExpressionEngine = 'match conditions need an expression engine, and none is configured'

/**
 * Match conditions: their number, names, and expressions. Without `checkExpression` nothing could evaluate them, and a
 * webhook that would be called too often must not be stored.
 */
// upstream: admissionregistration/validation, validateMatchConditions
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  checkExpression: CheckExpression | undefined,
  at: string,
  errors: FieldErrors,
): void {
  if (conditions.length === 0) return
  if (checkExpression === undefined) errors.forbidden(at, noExpressionEngine)
  if (conditions.length > maxConditions) errors.tooMany(at, conditions.length, maxConditions)
  const names = new Set<string>()
  conditions.forEach(({ name, expression }, index) => {
    const field = `${at}[${index}]`
    const text = expression.trim()
    if (text === '') errors.required(`${field}.expression`)
    else checkExpression?.(text, `${field}.expression`, errors)
    if (name === '') return errors.required(`${field}.name`)
    reportEach(errors, isQualifiedName(name), `${field}.name`, name)
    if (names.has(name)) errors.duplicate(`${field}.name`, name)
    names.add(name)
    return undefined
  })
}
