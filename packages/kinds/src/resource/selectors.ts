import type { FieldErrors } from '@pinnace/meta'
import type { DeviceSelector } from '@pinnace/types/resource-v1'
import { validateItems } from './validate-items.ts'

const maxSelectors = 32
const maxExpressionBytes = 10 * 1024
const noExpression =
  "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

/** Which devices match; `at` is the path of the list. Expressions are not compiled. */
// upstream: resource/validation, validateSelectorSlice
export function validateSelectors(
  selectors: readonly DeviceSelector[] | null | undefined,
  at: string,
  errors: FieldErrors,
): void {
  validateItems(selectors, at, errors, { validate: validateSelector, max: maxSelectors })
}

function validateSelector({ cel }: DeviceSelector, at: string, errors: FieldErrors): void {
  if (cel === undefined) return errors.required(`${at}.cel`)
  const field = `${at}.cel.expression`
  if (Buffer.byteLength(cel.expression) > maxExpressionBytes) return errors.tooLong(field, maxExpressionBytes)
  return cel.expression === '' ? errors.invalid(field, '', noExpression) : undefined
}
