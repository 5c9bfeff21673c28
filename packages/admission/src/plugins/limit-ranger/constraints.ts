import { quantityMilliValue, quantityValue } from '@pinnace/meta'
import { quantityOf, quantityOrZero, type ResourceList } from './quantities.ts'

/** One limit of a LimitRange. */
export interface Constraint {
  /** `Container`, `Pod`, `PersistentVolumeClaim`. */
  readonly type: string
  /** `cpu`, `memory`, `storage` … */
  readonly name: string
  readonly enforced: string
}

/** Requests and limits of a container, pod or claim. */
export interface ContainerResources {
  readonly requests: ResourceList | undefined
  readonly limits: ResourceList | undefined
}

/** The message for a request or limit below the minimum; undefined if it is met. */
// upstream: limitranger/admission.go, minConstraint
export function violatedMin(
  { type, name, enforced }: Constraint,
  { requests, limits }: ContainerResources,
): string | undefined {
  const request = quantityOf(requests, name)
  const limit = quantityOf(limits, name)
  const start = `minimum ${name} usage per ${type} is ${enforced}`
  if (request === undefined) return `${start}.  No request is specified`
  const [requested, allowed, least] = toScale(request, limit, enforced)
  if (requested < least) return `${start}, but request is ${request}`
  return limit !== undefined && allowed < least ? `${start}, but limit is ${limit}` : undefined
}

/** The message for a limit or request above the maximum; undefined if it is met. */
// upstream: limitranger/admission.go, maxConstraint
export function violatedMax(
  { type, name, enforced }: Constraint,
  { requests, limits }: ContainerResources,
): string | undefined {
  const request = quantityOf(requests, name)
  const limit = quantityOf(limits, name)
  const start = `maximum ${name} usage per ${type} is ${enforced}`
  if (limit === undefined) return `${start}.  No limit is specified`
  const [requested, allowed, most] = toScale(request, limit, enforced)
  if (allowed > most) return `${start}, but limit is ${limit}`
  return request !== undefined && requested > most ? `${start}, but request is ${request}` : undefined
}

/** The message for a request above the maximum, of a resource without limits; undefined if it is met. */
// upstream: limitranger/admission.go, maxRequestConstraint
export function violatedMaxRequest(
  { type, name, enforced }: Constraint,
  { requests }: ContainerResources,
): string | undefined {
  const request = quantityOf(requests, name)
  const start = `maximum ${name} usage per ${type} is ${enforced}`
  if (request === undefined) return `${start}.  No request is specified`
  const [requested, , most] = toScale(request, undefined, enforced)
  return requested > most ? `${start}, but request is ${request}` : undefined
}

/** The message for a ratio of limit to request above the maximum; undefined if it is met. */
// upstream: limitranger/admission.go, limitRequestRatioConstraint
export function violatedRatio(
  { type, name, enforced }: Constraint,
  { requests, limits }: ContainerResources,
): string | undefined {
  const request = quantityOf(requests, name)
  const limit = quantityOf(limits, name)
  const [requested, allowed] = toScale(request, limit, enforced)
  const start = `${name} max limit to request ratio per ${type} is ${enforced}`
  if (request === undefined || requested === 0n) return `${start}, but no request is specified or request is 0`
  if (limit === undefined || allowed === 0n) return `${start}, but no limit is specified or limit is 0`
  const ratio = Number(allowed) / Number(requested)
  const most = Number(quantityMilliValue(quantityOrZero(enforced)))
  return ratio * 1000 > most ? `${start}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}

const maxMilliValue = (2n ** 63n - 1n) / 1000n

// upstream: limitranger/admission.go, requestLimitEnforcedValues – in thousandths, or in whole numbers where those overflow.
function toScale(
  request: string | undefined,
  limit: string | undefined,
  enforced: string,
): readonly [request: bigint, limit: bigint, enforced: bigint] {
  const quantities = [quantityOrZero(request), quantityOrZero(limit), quantityOrZero(enforced)] as const
  const whole = quantities.map(quantityValue) as [bigint, bigint, bigint]
  return whole.every((value) => value <= maxMilliValue)
    ? (quantities.map(quantityMilliValue) as [bigint, bigint, bigint])
    : whole
}
