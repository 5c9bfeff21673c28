import type { ValidationRule } from '@pinnace/types/apiextensions-v1'

/** A rule as errors show it: with all of its fields. */
export function shownRule(rule: ValidationRule): unknown {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  }
}
