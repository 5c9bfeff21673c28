import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { Condition } from '@pinnace/types/meta-v1'
import { reportEach } from './messages.ts'

const maxReason = 1024
const maxMessage = 32 * 1024
const statuses = ['False', 'True', 'Unknown']
const reasonForm =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')"

/** Conditions of a status, one of each type; `at` is the path of the list. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateConditions
export function validateConditions(conditions: readonly Condition[], at: string, errors: FieldErrors): void {
  const types = new Set<string>()
  conditions.forEach((condition, index) => {
    const field = `${at}[${index}]`
    if (types.has(condition.type)) errors.duplicate(`${field}.type`, condition.type)
    types.add(condition.type)
    validateCondition(condition, field, errors)
  })
}

function validateCondition(condition: Condition, at: string, errors: FieldErrors): void {
  const { type, status, observedGeneration: generation = 0, lastTransitionTime, reason, message } = condition
  reportEach(errors, isQualifiedName(type), `${at}.type`, type)
  if (!statuses.includes(status)) errors.notSupported(`${at}.status`, status, statuses)
  if (generation < 0) errors.invalid(`${at}.observedGeneration`, generation, 'must be greater than or equal to zero')
  if (!lastTransitionTime) errors.required(`${at}.lastTransitionTime`)
  if (reason === '') errors.required(`${at}.reason`)
  else if (!/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason)) errors.invalid(`${at}.reason`, reason, reasonForm)
  if (Buffer.byteLength(reason) > maxReason) errors.tooLong(`${at}.reason`, maxReason)
  if (Buffer.byteLength(message) > maxMessage) errors.tooLong(`${at}.message`, maxMessage)
}
