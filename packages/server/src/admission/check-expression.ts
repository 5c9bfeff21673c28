import type { ExpressionEngine } from '@pinnace/admission'
import type { BuiltInOptions } from '@pinnace/kinds'

/** Refuses expressions an engine cannot compile; nothing where there is no engine, and every expression is refused. */
// upstream: admissionregistration/validation, validateMatchConditionsExpression
export function checkExpressionWith(engine: ExpressionEngine | undefined): Pick<BuiltInOptions, 'checkExpression'> {
  if (engine === undefined) return {}
  return {
    checkExpression(expression, field, errors) {
      try {
        engine.compile(expression)
      } catch (error) {
        errors.invalid(field, expression, error instanceof Error ? error.message : String(error))
      }
    },
  }
}
