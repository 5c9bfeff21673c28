import type { FieldErrors, Vocabulary } from '@pinnace/meta'
import type { DeviceClaim, DeviceSelector } from '@pinnace/types/resource-v1'
import type { ValidateDeviceExpression } from './device-expression.ts'
import { validateItems } from './validate-items.ts'

const maxSelectors = 32
const maxExpressionBytes = 10 * 1024
const noExpression =
  "compilation failed: ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

type Selectors = readonly DeviceSelector[] | null | undefined

/** Checks which devices match. The expression language is loaded with the first selector. */
export interface DeviceSelectors {
  /** Undefined where there are no selectors, or the language is loaded. */
  load(...lists: readonly Selectors[]): Promise<void> | undefined
  /** `at` is the path of the list. Selectors that are stored already may use every function. */
  validate(selectors: Selectors, at: string, errors: FieldErrors, isStored: boolean): void
}

// upstream: resource/validation, validateSelectorSlice
export function createDeviceSelectors({ product }: Vocabulary, compatibleRelease?: string): DeviceSelectors {
  let validateExpression: ValidateDeviceExpression | undefined
  return {
    load(...lists) {
      if (validateExpression !== undefined || lists.every((list) => (list ?? []).length === 0)) return undefined
      return import('./device-expression.ts').then(({ createDeviceExpressions }) => {
        validateExpression ??= createDeviceExpressions({ product, compatibleRelease })
      })
    },
    validate(selectors, at, errors, isStored) {
      const validate = ({ cel }: DeviceSelector, path: string): void => {
        if (cel === undefined) return errors.required(`${path}.cel`)
        const field = `${path}.cel.expression`
        const { expression } = cel
        if (Buffer.byteLength(expression) > maxExpressionBytes) return errors.tooLong(field, maxExpressionBytes)
        if (expression === '') return errors.invalid(field, '', noExpression)
        return validateExpression?.(expression, field, errors, isStored)
      }
      validateItems(selectors, at, errors, { validate, max: maxSelectors })
    },
  }
}

/** The selectors of all requests of a claim. */
export function selectorsOf({ requests }: DeviceClaim): readonly Selectors[] {
  return (requests ?? []).flatMap(({ exactly, firstAvailable }) => [
    exactly?.selectors,
    ...(firstAvailable ?? []).map(({ selectors }) => selectors),
  ])
}
