import { isLabelValue, type FieldErrors } from '@pinnace/meta'
import type { DeviceTaint, DeviceToleration } from '@pinnace/types/resource-v1'
import { reportEach } from '../validation/messages.ts'
import { validateKey } from './names.ts'

const effects = ['NoExecute', 'NoSchedule', 'None']
const operators = ['Equal', 'Exists']

/** Why a device should not be used; `at` is the path of the taint. */
// upstream: resource/validation, validateDeviceTaint
export function validateDeviceTaint(
  { key, value = '', effect }: DeviceTaint,
  at: string,
  errors: FieldErrors,
  live?: DeviceTaint,
): void {
  validateKey(key, `${at}.key`, errors)
  if (value !== '') reportEach(errors, isLabelValue(value), `${at}.value`, value)
  if (effect === live?.effect) return
  if (effect === '') errors.required(`${at}.effect`)
  else if (!effects.includes(effect)) errors.notSupported(`${at}.effect`, effect, effects)
}

/** A taint that a request puts up with; `at` is the path of the toleration. */
// upstream: resource/validation, validateDeviceToleration
export function validateDeviceToleration(toleration: DeviceToleration, at: string, errors: FieldErrors): void {
  const { key = '', operator = '', value = '', effect = '' } = toleration
  if (key !== '') validateKey(key, `${at}.key`, errors)
  if (operator === 'Exists') {
    if (value !== '') errors.invalid(`${at}.value`, value, 'must be empty for operator `Exists`')
  } else if (operator === 'Equal') reportEach(errors, isLabelValue(value), `${at}.value`, value)
  else if (operator === '') errors.required(`${at}.operator`)
  else errors.notSupported(`${at}.operator`, operator, operators)
  if (effect !== '' && !effects.includes(effect)) errors.notSupported(`${at}.effect`, effect, effects)
}
