import { isQualifiedName, parseQuantity, quantityMilliValue, quantityValue, type FieldErrors } from '@pinnace/meta'
import type { LimitRangeItem } from '@pinnace/types/core-v1'
import { compareAmounts } from './pod-spec/resources/quantities.ts'
import type { PodRules } from './pod-spec/pod-rules.ts'
import { reportEach } from '../validation/messages.ts'
import {
  isOvercommitAllowed,
  validateContainerResourceName,
  validateResourceName,
} from './pod-spec/resources/resource-names.ts'

type Amounts = Readonly<Record<string, string>>

const limitTypes = ['Container', 'PersistentVolumeClaim', 'Pod']

/** The limits of a range, one of each type; `at` is the path of the list. */
// upstream: core/validation, ValidateLimitRange
export function validateLimits(
  limits: readonly LimitRangeItem[],
  rules: PodRules,
  at: string,
  errors: FieldErrors,
): void {
  const types = new Set<string>()
  limits.forEach((limit, index) => {
    const field = `${at}[${index}]`
    validateType(limit.type, `${field}.type`, errors)
    if (types.has(limit.type)) errors.duplicate(`${field}.type`, limit.type)
    types.add(limit.type)
    validateLimit(limit, rules, field, errors)
  })
}

function validateType(type: string, field: string, errors: FieldErrors): void {
  const messages = isQualifiedName(type)
  if (messages.length > 0) return reportEach(errors, messages, field, type)
  if (!type.includes('/') && !limitTypes.includes(type)) {
    errors.invalid(field, type, 'must be a standard limit type or fully qualified')
  }
  return undefined
}

function validateLimit(limit: LimitRangeItem, rules: PodRules, at: string, errors: FieldErrors): void {
  const { type, max, min, maxLimitRequestRatio: ratios } = limit
  const isPod = type === 'Pod'
  const keys = new Set<string>()
  const visit = (amounts: Amounts | undefined, name: string): void => {
    for (const key of Object.keys(amounts ?? {})) {
      const field = (): string => `${at}.${name}[${key}]`
      if (isPod || type === 'Container') validateContainerResourceName(key, rules, field, errors)
      else validateResourceName(key, field, errors)
      keys.add(key)
    }
  }
  visit(max, 'max')
  visit(min, 'min')
  for (const name of ['default', 'defaultRequest'] as const) {
    if (!isPod) visit(limit[name], name)
    else if (!isEmpty(limit[name])) errors.forbidden(`${at}.${name}`, "may not be specified when `type` is 'Pod'")
  }
  if (
    type === 'PersistentVolumeClaim' &&
    amountOf(min, 'storage') === undefined &&
    amountOf(max, 'storage') === undefined
  ) {
    const detail = 'either minimum or maximum storage value is required, but neither was provided'
    errors.required(`${at}.limits`, detail)
  }
  visit(ratios, 'maxLimitRequestRatio')
  for (const key of keys) {
    validateOrder(limit, at, errors, { key, isPod })
    validateRatio(limit, key, at, errors)
    if (!isPod) validateFixed(limit, at, errors, { key, rules })
  }
}

function validateOrder(
  limit: LimitRangeItem,
  at: string,
  errors: FieldErrors,
  { key, isPod }: { readonly key: string; readonly isPod: boolean },
): void {
  const min = amountOf(limit.min, key)
  const max = amountOf(limit.max, key)
  const filled = isPod ? undefined : amountOf(limit.default, key)
  const request = isPod ? undefined : amountOf(limit.defaultRequest, key)
  const refuse = (name: string, value: string | undefined, detail: string): void => {
    errors.invalid(`${at}.${name}[${key}]`, value, detail)
  }
  if (isMore(min, max)) refuse('min', min, `min value ${min} is greater than max value ${max}`)
  if (isMore(min, request)) {
    refuse('defaultRequest', request, `min value ${min} is greater than default request value ${request}`)
  }
  if (isMore(request, max)) {
    refuse('defaultRequest', request, `default request value ${request} is greater than max value ${max}`)
  }
  if (isMore(request, filled)) {
    refuse('defaultRequest', request, `default request value ${request} is greater than default limit value ${filled}`)
  }
  // upstream: these two show the bound, not the default.
  if (isMore(min, filled)) refuse('default', min, `min value ${min} is greater than default value ${filled}`)
  if (isMore(filled, max)) refuse('default', max, `default value ${filled} is greater than max value ${max}`)
}

// Beyond this, thousandths do not fit an int64, and whole units are compared.
const maxMilliValue = (2n ** 63n - 1n) / 1000n

function validateRatio(limit: LimitRangeItem, key: string, at: string, errors: FieldErrors): void {
  const ratio = amountOf(limit.maxLimitRequestRatio, key)
  if (ratio === undefined) return
  const field = `${at}.maxLimitRequestRatio[${key}]`
  if (isMore('1', ratio)) errors.invalid(field, ratio, `ratio ${ratio} is less than 1`)
  const most = parseQuantity(ratio)
  const min = parseQuantity(amountOf(limit.min, key) ?? '')
  const max = parseQuantity(amountOf(limit.max, key) ?? '')
  if (most === undefined || min === undefined || max === undefined) return
  const all = [most, max, min]
  const isFine = all.every((quantity) => quantityValue(quantity) < maxMilliValue)
  const numberOf = (quantity: typeof most): number =>
    Number(isFine ? quantityMilliValue(quantity) : quantityValue(quantity))
  const possible = numberOf(max) / numberOf(min)
  if (numberOf(most) / (isFine ? 1000 : 1) <= possible || Number.isNaN(possible)) return
  const shown = Number.isFinite(possible) ? possible.toFixed(6) : '-Inf'
  errors.invalid(field, ratio, `ratio ${ratio} is greater than max/min = ${shown}`)
}

function validateFixed(
  limit: LimitRangeItem,
  at: string,
  errors: FieldErrors,
  { key, rules }: { readonly key: string; readonly rules: PodRules },
): void {
  const filled = amountOf(limit.default, key)
  const request = amountOf(limit.defaultRequest, key)
  if (filled === undefined || request === undefined || isOvercommitAllowed(key, rules)) return
  if (compareAmounts(filled, request) === 0) return
  const detail = `default value ${filled} must equal to defaultRequest value ${request} in ${key}`
  errors.invalid(`${at}.defaultRequest[${key}]`, request, detail)
}

function isMore(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && compareAmounts(left, right) > 0
}

function amountOf(amounts: Amounts | undefined, key: string): string | undefined {
  return amounts !== undefined && Object.hasOwn(amounts, key) ? amounts[key] : undefined
}

function isEmpty(amounts: Amounts | undefined): boolean {
  return Object.keys(amounts ?? {}).length === 0
}
