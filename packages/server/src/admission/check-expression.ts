import type { ExpressionEngine } from '@pinnace/admission'
import type { BuiltInOptions } from '@pinnace/kinds'

/** Checks expressions by compiling them. */
// upstream: admissionregistration/validation, validateMatchConditionsExpression
export function checkExpressionWith(
  engine: ExpressionEngine,
): Required<Pick<BuiltInOptions, 'checkExpression' | 'loadExpressions'>> {
  return {
    loadExpressions: () => engine.load?.(),
    checkExpression(expression, field, errors) {
      try {
        engine.compile(expression)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (error instanceof TypeError) errors.invalid(field, expression, message)
        else errors.internal(field, message)
      }
    },
  }
}
