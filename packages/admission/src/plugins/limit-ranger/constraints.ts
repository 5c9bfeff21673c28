import { quantityMilliValue, quantityValue } from '@pinnace/meta'
import { amountOf, readAmount, type Amounts } from './amounts.ts'

/** What is limited, of what, and to how much. */
export interface Constraint {
  /** `Container`, `Pod`, `PersistentVolumeClaim`. */
  readonly type: string
  /** `cpu`, `memory`, `storage` … */
  readonly name: string
  readonly enforced: string
}

/** What is asked for, and what may be had at most. */
export interface Asked {
  readonly requests: Amounts | undefined
  readonly limits: Amounts | undefined
}

/** Why too little is asked for; absent where it is enough. */
// upstream: limitranger/admission.go, minConstraint
export function brokenMin({ type, name, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const request = amountOf(requests, name)
  const limit = amountOf(limits, name)
  const start = `minimum ${name} usage per ${type} is ${enforced}`
  if (request === undefined) return `${start}.  No request is specified`
  const [asked, allowed, least] = toScale(request, limit, enforced)
  if (asked < least) return `${start}, but request is ${request}`
  return limit !== undefined && allowed < least ? `${start}, but limit is ${limit}` : undefined
}

/** Why too much may be had. */
// upstream: limitranger/admission.go, maxConstraint
export function brokenMax({ type, name, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const request = amountOf(requests, name)
  const limit = amountOf(limits, name)
  const start = `maximum ${name} usage per ${type} is ${enforced}`
  if (limit === undefined) return `${start}.  No limit is specified`
  const [asked, allowed, most] = toScale(request, limit, enforced)
  if (allowed > most) return `${start}, but limit is ${limit}`
  return request !== undefined && asked > most ? `${start}, but request is ${request}` : undefined
}

/** Why too much is asked for, of what knows no limits of its own. */
// upstream: limitranger/admission.go, maxRequestConstraint
export function brokenMaxRequest({ type, name, enforced }: Constraint, { requests }: Asked): string | undefined {
  const request = amountOf(requests, name)
  const start = `maximum ${name} usage per ${type} is ${enforced}`
  if (request === undefined) return `${start}.  No request is specified`
  const [asked, , most] = toScale(request, undefined, enforced)
  return asked > most ? `${start}, but request is ${request}` : undefined
}

/** Why the limit is too many times the request. */
// upstream: limitranger/admission.go, limitRequestRatioConstraint
export function brokenRatio({ type, name, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const request = amountOf(requests, name)
  const limit = amountOf(limits, name)
  const [asked, allowed] = toScale(request, limit, enforced)
  const start = `${name} max limit to request ratio per ${type} is ${enforced}`
  if (request === undefined || asked === 0n) return `${start}, but no request is specified or request is 0`
  if (limit === undefined || allowed === 0n) return `${start}, but no limit is specified or limit is 0`
  const ratio = Number(allowed) / Number(asked)
  const most = Number(quantityMilliValue(readAmount(enforced)))
  return ratio * 1000 > most ? `${start}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}

const maxMilliValue = (2n ** 63n - 1n) / 1000n

// upstream: limitranger/admission.go, requestLimitEnforcedValues – thousandths, or whole ones where they are too many.
function toScale(
  request: string | undefined,
  limit: string | undefined,
  enforced: string,
): readonly [request: bigint, limit: bigint, enforced: bigint] {
  const amounts = [readAmount(request), readAmount(limit), readAmount(enforced)] as const
  const whole = amounts.map(quantityValue) as [bigint, bigint, bigint]
  return whole.every((value) => value <= maxMilliValue)
    ? (amounts.map(quantityMilliValue) as [bigint, bigint, bigint])
    : whole
}
