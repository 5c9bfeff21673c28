import { isPodLevelResource, isSidecar } from '@pinnace/kinds'
import { addQuantity, isZeroQuantity, type Quantity } from '@pinnace/meta'
import type { Container, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { addAmounts, addTo, raiseTo, readAmounts, type ResourceAmounts } from './resource-amounts.ts'

/** The effective requests of a pod: the highest sum of its containers, pod-level requests, and overhead. */
// upstream: component-helpers/resource, PodRequests
export function podRequests(pod: Pod): ResourceAmounts {
  const { spec } = pod
  const requests = aggregate(pod, (container, status) => requestsOf(pod, container, status))
  for (const [name, quantity] of readAmounts(spec?.resources?.requests)) {
    if (isPodLevelResource(name)) requests.set(name, quantity)
  }
  addTo(requests, readAmounts(spec?.overhead))
  return requests
}

/** The effective limits of a pod. Overhead is added to existing limits. */
// upstream: component-helpers/resource, PodLimits
export function podLimits(pod: Pod): ResourceAmounts {
  const { spec } = pod
  const limits = aggregate(pod, (container, status) => limitsOf(pod, container, status))
  for (const [name, quantity] of readAmounts(spec?.resources?.limits)) {
    if (isPodLevelResource(name)) limits.set(name, quantity)
  }
  for (const [name, quantity] of readAmounts(spec?.overhead)) {
    const limit = limits.get(name)
    if (limit !== undefined && !isZeroQuantity(limit)) limits.set(name, addQuantity(limit, quantity))
  }
  return limits
}

/** Whether a pod has pod-level resources. */
// upstream: component-helpers/resource, IsPodLevelResourcesSet
export function hasPodLevelResources({ spec }: Pod): boolean {
  const { requests = {}, limits = {} } = spec?.resources ?? {}
  return [...Object.keys(requests), ...Object.keys(limits)].some(isPodLevelResource)
}

type AmountsOf = (container: Container, status: ContainerStatus | undefined) => ResourceAmounts

// upstream: component-helpers/resource, AggregateContainerRequests – containers run concurrently; init containers run
// one after the other, each with the sidecars started before it.
function aggregate({ spec, status }: Pod, amountsOf: AmountsOf): Map<string, Quantity> {
  const total = new Map<string, Quantity>()
  for (const container of spec?.containers ?? []) {
    addTo(total, amountsOf(container, statusOf(status?.containerStatuses, container)))
  }
  const sidecars = new Map<string, Quantity>()
  const start = new Map<string, Quantity>()
  for (const container of spec?.initContainers ?? []) {
    if (isSidecar(container)) {
      const amounts = amountsOf(container, statusOf(status?.initContainerStatuses, container))
      addTo(total, amounts)
      addTo(sidecars, amounts)
      raiseTo(start, sidecars)
    } else raiseTo(start, addAmounts(amountsOf(container, undefined), sidecars))
  }
  raiseTo(total, start)
  return total
}

function statusOf(statuses: readonly ContainerStatus[] | undefined, { name }: Container): ContainerStatus | undefined {
  return statuses?.find((status) => status.name === name)
}

// During a resize, allocated resources are counted, unless the resize is infeasible.
function requestsOf(pod: Pod, container: Container, status: ContainerStatus | undefined): ResourceAmounts {
  const requested = readAmounts(container.resources?.requests)
  if (status?.resources === undefined) return requested
  const amounts = new Map(isInfeasible(pod) ? [] : requested)
  raiseTo(amounts, readAmounts(status.resources.requests))
  raiseTo(amounts, readAmounts(status.allocatedResources))
  return amounts
}

function limitsOf(pod: Pod, container: Container, status: ContainerStatus | undefined): ResourceAmounts {
  const limits = readAmounts(container.resources?.limits)
  if (status?.resources === undefined) return limits
  const amounts = new Map(isInfeasible(pod) ? [] : limits)
  raiseTo(amounts, readAmounts(status.resources.limits))
  return amounts
}

function isInfeasible({ status }: Pod): boolean {
  const condition = status?.conditions?.find(({ type }) => type === 'PodResizePending')
  return condition?.reason === 'Infeasible'
}
