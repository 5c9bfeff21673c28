import { isDns1123Label, type FieldErrors } from '@pinnace/meta'
import type { ResourceClaim, ResourceRequirements } from '@pinnace/types/core-v1-containers'
import { compareAmounts, isFraction } from './quantities.ts'
import type { PodRules } from '../pod-rules.ts'
import { reportEach, sentences } from '../../../validation/messages.ts'
import {
  isHugePages,
  isIntegerResource,
  isOvercommitAllowed,
  isWholePages,
  validateContainerResourceName,
  validatePodResourceName,
} from './resource-names.ts'

/** Whose requirements they are: a container's, or the pod's as a whole. */
type ResourceOwner = 'container' | 'pod'

/** Limits, requests and claims; `at` is the path of the requirements. */
// upstream: core/validation, validateResourceRequirements
export function validateResources(
  requirements: ResourceRequirements,
  at: string,
  errors: FieldErrors,
  {
    owner,
    rules,
    claimNames,
  }: { readonly owner: ResourceOwner; readonly rules: PodRules; readonly claimNames: ReadonlySet<string> },
): void {
  const { limits, requests, claims } = requirements
  let hasCompute = false
  let hasHugePages = false
  for (const name in limits) {
    const amount = limits[name]
    if (amount === undefined) continue
    validateAmount(amount, `${at}.limits`, errors, { name, owner, rules })
    hasHugePages ||= isHugePages(name)
    hasCompute ||= name === 'cpu' || name === 'memory'
  }
  for (const name in requests) {
    const amount = requests[name]
    if (amount === undefined) continue
    validateAmount(amount, `${at}.requests`, errors, { name, owner, rules })
    validateAgainstLimit(amount, at, errors, { name, limits, rules })
    hasHugePages ||= isHugePages(name)
    hasCompute ||= name === 'cpu' || name === 'memory'
  }
  if (hasHugePages && !hasCompute) errors.forbidden(at, 'HugePages require cpu or memory')
  if (claims?.length) validateClaims(claims, claimNames, `${at}.claims`, errors)
}

function validateAmount(
  amount: string,
  at: string,
  errors: FieldErrors,
  { name, owner, rules }: { readonly name: string; readonly owner: ResourceOwner; readonly rules: PodRules },
): void {
  const field = (): string => `${at}[${name}]`
  if (owner === 'container') validateContainerResourceName(name, rules, field, errors)
  else validatePodResourceName(name, field, errors)
  validateQuantity(amount, field, errors, { name, rules })
  if (isHugePages(name) && !isWholePages(name, amount)) {
    errors.invalid(field(), amount, `${amount} is not positive integer multiple of ${name}`)
  }
}

/** Refuses negative amounts, and fractions of what comes whole. Amounts are canonical: a sign comes first. */
// upstream: core/validation, ValidateResourceQuantityValue
export function validateQuantity(
  amount: string,
  field: () => string,
  errors: FieldErrors,
  { name, rules }: { readonly name: string; readonly rules: PodRules },
): void {
  if (amount.charCodeAt(0) === 0x2d) errors.invalid(field(), amount, sentences.notNegative)
  if (isFraction(amount) && isIntegerResource(name, rules)) errors.invalid(field(), amount, sentences.integer)
}

function validateAgainstLimit(
  amount: string,
  at: string,
  errors: FieldErrors,
  {
    name,
    limits,
    rules,
  }: { readonly name: string; readonly limits: Readonly<Record<string, string>> | undefined; readonly rules: PodRules },
): void {
  const limit = limits !== undefined && Object.hasOwn(limits, name) ? limits[name] : undefined
  if (limit === undefined) {
    if (!isOvercommitAllowed(name, rules)) {
      errors.required(`${at}.limits`, 'Limit must be set for non overcommitable resources')
    }
    return
  }
  if (limit === amount) return
  const order = compareAmounts(amount, limit)
  if (order !== 0 && !isOvercommitAllowed(name, rules)) {
    errors.invalid(`${at}.requests`, amount, `must be equal to ${name} limit of ${limit}`)
  } else if (order > 0) {
    errors.invalid(`${at}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`)
  }
}

/** Every claim a container names is one of the pod's. */
// upstream: core/validation, validateResourceClaimNames
function validateClaims(
  claims: readonly ResourceClaim[],
  claimNames: ReadonlySet<string>,
  at: string,
  errors: FieldErrors,
): void {
  const seen = new Set<string>()
  const withRequests = new Set<string>()
  let names: string | undefined
  for (const [index, { name, request = '' }] of claims.entries()) {
    if (name === '') {
      errors.required(`${at}[${index}]`)
      continue
    }
    if (seen.has(name)) {
      errors.duplicate(`${at}[${index}]`, name)
    } else {
      const key = request === '' ? name : `${name}/${request}`
      if (request !== '') reportEach(errors, isDns1123Label(request), `${at}[${index}].request`, request)
      if (seen.has(key)) errors.duplicate(`${at}[${index}]`, key)
      else if (request === '' && withRequests.has(name)) errors.duplicate(`${at}[${index}]`, name)
      seen.add(key)
      if (request !== '') withRequests.add(name)
    }
    if (!claimNames.has(name)) {
      names ??= claimNames.size === 0 ? ' which is empty' : `: ${someOf(claimNames)}`
      const detail = `must be one of the names in pod.spec.resourceClaims${names}`
      errors.add('FieldValueNotFound', `${at}[${index}]`, `Not found: ${JSON.stringify(name)}: ${detail}`)
    }
  }
}

/** Names in order; of very many only the first, since each wrong claim repeats them. */
function someOf(names: ReadonlySet<string>): string {
  const sorted = [...names].sort()
  return sorted.length <= 100 ? sorted.join(', ') : `${sorted.slice(0, 100).join(', ')}, ...`
}
