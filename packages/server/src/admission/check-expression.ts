import type { ExpressionEngine } from '@pinnace/admission'
import type { BuiltInOptions } from '@pinnace/kinds'

/** Checks expressions by compiling them; new ones may use the functions of `compatibleRelease`. */
// upstream: admissionregistration/validation, validateMatchConditionsExpression
export function checkExpressionWith(
  engine: ExpressionEngine,
  compatibleRelease: string,
): Required<Pick<BuiltInOptions, 'checkExpression' | 'loadExpressions'>> {
  return {
    loadExpressions: () => engine.load?.(),
    checkExpression(expression, field, errors, isStored) {
      try {
        engine.compile(expression, isStored ? {} : { release: compatibleRelease })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (error instanceof TypeError) errors.invalid(field, expression, message)
        else errors.internal(field, message)
      }
    },
  }
}
