import type { Container } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { addAmounts, compareAmounts, isPositiveAmount } from './quantities.ts'

/** How safe a pod is from being evicted when a node runs short. */
type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort'

type Amounts = { cpu?: string; memory?: string }

/** Works out the class from what is requested and what is limited. */
// upstream: core/helper/qos, ComputePodQOS
export function qosClass(spec: PodSpec): QosClass {
  const requests: Amounts = {}
  const limits: Amounts = {}
  let isGuaranteed: boolean
  if (spec.resources) {
    take(requests, spec.resources.requests)
    isGuaranteed = take(limits, spec.resources.limits) === 2
  } else {
    isGuaranteed = takeAll(requests, limits, spec.containers ?? [])
    if (spec.initContainers) isGuaranteed = takeAll(requests, limits, spec.initContainers) && isGuaranteed
  }
  const names = Object.keys(requests) as (keyof Amounts)[]
  if (names.length === 0 && Object.keys(limits).length === 0) return 'BestEffort'
  if (!isGuaranteed || names.length !== Object.keys(limits).length) return 'Burstable'
  return names.every((name) => limits[name] !== undefined && compareAmounts(requests[name]!, limits[name]) === 0)
    ? 'Guaranteed'
    : 'Burstable'
}

function takeAll(requests: Amounts, limits: Amounts, containers: readonly Container[]): boolean {
  let allLimited = true
  for (const { resources } of containers) {
    take(requests, resources?.requests)
    if (take(limits, resources?.limits) !== 2) allLimited = false
  }
  return allLimited
}

/** Adds cpu and memory where there is some, and says of how many of the two there was. */
function take(total: Amounts, amounts: Readonly<Record<string, string>> | undefined): number {
  if (amounts === undefined) return 0
  let found = 0
  for (const name of ['cpu', 'memory'] as const) {
    const amount = amounts[name]
    if (amount === undefined || !isPositiveAmount(amount)) continue
    total[name] = addAmounts(total[name] ?? '0', amount)
    found++
  }
  return found
}
