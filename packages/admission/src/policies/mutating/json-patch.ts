import { applyJsonPatch } from '@pinnace/apply'
import { CelList, elementsOf, StructValue, type CelValue } from '@pinnace/cel'
import { StatusError, type ApiObject } from '@pinnace/meta'
import { messageOf } from '../../message-of.ts'
import { assertTypeNames, MutationError, toJson } from './made-values.ts'

/** Applies the operations that an expression has made; a failed `test` leaves the object as it is. @throws MutationError */
// upstream: apiserver/pkg/admission/plugin/policy/mutating/patch/json_patch.go
export function applyPatchOperations(object: ApiObject, made: CelValue): unknown {
  if (!(made instanceof CelList))
    throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array')
  const operations = elementsOf(made).map(operationOf)
  try {
    return applyJsonPatch(object, operations)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const reason = messageOf(error.cause ?? error)
    if (reason.startsWith('testing ')) return object
    throw new MutationError(`JSON Patch: ${reason}`, { cause: error })
  }
}

function operationOf(made: CelValue): Record<string, unknown> {
  if (!(made instanceof StructValue)) {
    throw new MutationError('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch')
  }
  const text = (field: string): string => String(made.values.get(field) ?? '')
  const value = made.values.get('value')
  return {
    op: text('op'),
    path: text('path'),
    ...(text('from') === '' ? {} : { from: text('from') }),
    ...(value === undefined ? {} : { value: valueOf(value) }),
  }
}

function valueOf(value: CelValue): unknown {
  // A value may be a part of an object: its own type says which.
  if (value instanceof StructValue) assertTypeNames(value)
  try {
    return toJson(value)
  } catch (error) {
    const reason = messageOf(error)
    throw new MutationError(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${reason}`, {
      cause: error,
    })
  }
}
