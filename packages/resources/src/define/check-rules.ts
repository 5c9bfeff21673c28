import type { ValidationRule } from '@pinnace/types/apiextensions-v1'

const members: Readonly<Record<keyof ValidationRule, 'string' | 'boolean'>> = {
  rule: 'string',
  message: 'string',
  messageExpression: 'string',
  reason: 'string',
  fieldPath: 'string',
  optionalOldSelf: 'boolean',
}
const reasons: readonly unknown[] = [
  undefined,
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
]

/** The rules that a place of a schema declares. @throws TypeError that names the place, where they are no rules */
export function checkRules(place: string, rules: unknown): readonly ValidationRule[] {
  if (rules === undefined) return []
  if (!Array.isArray(rules)) throw new TypeError(`${place} must be a list of rules such as { rule: 'self.size > 0' }`)
  for (const [index, rule] of rules.entries()) checkRule(`${place}[${index}]`, rule)
  return rules as readonly ValidationRule[]
}

function checkRule(place: string, rule: unknown): asserts rule is ValidationRule {
  if (typeof rule !== 'object' || rule === null) throw new TypeError(`${place} must be an object with a rule`)
  for (const [name, value] of Object.entries(rule)) {
    const type = Object.hasOwn(members, name) ? members[name as keyof ValidationRule] : undefined
    if (type === undefined) throw new TypeError(`${place}.${name} is not a member of rules`)
    if (value !== undefined && typeof value !== type) throw new TypeError(`${place}.${name} must be a ${type}`)
  }
  const { rule: text = '', reason } = rule as Partial<ValidationRule>
  if (text.trim() === '') throw new TypeError(`${place}.rule must not be empty`)
  if (!reasons.includes(reason)) throw new TypeError(`${place}.reason must be one of ${reasons.slice(1).join(', ')}`)
}
