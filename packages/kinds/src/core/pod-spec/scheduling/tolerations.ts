import { isLabelValue, isQualifiedName, isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type { Toleration } from '@pinnace/types/core-v1-selectors'
import { reportEach } from '../../../validation/messages.ts'

const operators = ['Equal', 'Exists']
/** Operators of numbers, which are known and off. */
const alphaOperators = ['Lt', 'Gt']
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Taints a pod puts up with; `at` is the path of the list. */
// upstream: core/validation, ValidateTolerations
export function validateTolerations(tolerations: readonly Toleration[], at: string, errors: FieldErrors): void {
  for (const [index, toleration] of tolerations.entries()) {
    const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = toleration
    if (key !== '') {
      const messages = isQualifiedName(key)
      if (messages.length > 0) reportEach(errors, messages, `${at}[${index}].key`, key)
    } else if (operator !== 'Exists') {
      errors.invalid(
        `${at}[${index}].operator`,
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      )
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      errors.invalid(`${at}[${index}].effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
    }
    validateOperator(operator, at, errors, { value, index })
    if (effect !== '' && !effects.includes(effect)) errors.notSupported(`${at}[${index}].effect`, effect, effects)
  }
}

// upstream: the errors about a value name the operator.
function validateOperator(
  operator: string,
  at: string,
  errors: FieldErrors,
  { value, index }: { readonly value: string; readonly index: number },
): void {
  if (operator === '' || operator === 'Equal') {
    const messages = isLabelValue(value)
    if (messages.length > 0) errors.invalid(`${at}[${index}].operator`, value, messages.join(';'))
  } else if (operator === 'Exists') {
    if (value !== '')
      errors.invalid(`${at}[${index}].operator`, value, "value must be empty when `operator` is 'Exists'")
  } else {
    const supported = alphaOperators.includes(operator) ? [...operators, ...alphaOperators] : operators
    errors.notSupported(`${at}[${index}].operator`, operator, supported)
  }
}

/** An update may add tolerations and change how long they last; it takes none away. */
// upstream: core/validation, validateOnlyAddedTolerations
export function validateOnlyAddedTolerations(
  next: readonly Toleration[],
  live: readonly Toleration[],
  at: string,
  errors: FieldErrors,
): void {
  let kept: Set<string> | undefined
  const isKept = (toleration: Toleration, index: number): boolean =>
    isSemanticEqual(toleration, next[index]) || (kept ??= new Set(next.map(identity))).has(identity(toleration))
  if (!live.every(isKept)) {
    errors.forbidden(at, 'existing toleration can not be modified except its tolerationSeconds')
    return
  }
  validateTolerations(next, at, errors)
}

function identity({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect])
}
