import type { ExpressionEngine } from '@pinnace/admission'
import type { BuiltInOptions } from '@pinnace/kinds'

/** Checks expressions by compiling them; undefined without an engine, when every expression is rejected. */
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
