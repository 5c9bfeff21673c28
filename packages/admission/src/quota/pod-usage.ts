import { isPodLevelResource, isSidecar } from '@pinnace/kinds'
import { addQuantity, isZeroQuantity, type Quantity } from '@pinnace/meta'
import type { Container, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { addAmounts, addTo, raiseTo, readAmounts, type ResourceAmounts } from './resource-amounts.ts'

/** What a pod requests, of everything: its containers at the hungriest moment, what is set for it as a whole, overhead. */
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

/** What a pod is limited to. Overhead is added to what is limited at all. */
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

/** Whether the pod as a whole is given resources. */
// upstream: component-helpers/resource, IsPodLevelResourcesSet
export function hasPodLevelResources({ spec }: Pod): boolean {
  const { requests = {}, limits = {} } = spec?.resources ?? {}
  return [...Object.keys(requests), ...Object.keys(limits)].some(isPodLevelResource)
}

type AmountsOf = (container: Container, status: ContainerStatus | undefined) => ResourceAmounts

// upstream: component-helpers/resource, AggregateContainerRequests – containers run together; init containers run one
// after the other, each beside the sidecars that were started before it.
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

// What a container still has counts until it has shrunk; what it cannot be given does not.
function requestsOf(pod: Pod, container: Container, status: ContainerStatus | undefined): ResourceAmounts {
  const asked = readAmounts(container.resources?.requests)
  if (status?.resources === undefined) return asked
  const amounts = new Map(isInfeasible(pod) ? [] : asked)
  raiseTo(amounts, readAmounts(status.resources.requests))
  raiseTo(amounts, readAmounts(status.allocatedResources))
  return amounts
}

function limitsOf(pod: Pod, container: Container, status: ContainerStatus | undefined): ResourceAmounts {
  const asked = readAmounts(container.resources?.limits)
  if (status?.resources === undefined) return asked
  const amounts = new Map(isInfeasible(pod) ? [] : asked)
  raiseTo(amounts, readAmounts(status.resources.limits))
  return amounts
}

function isInfeasible({ status }: Pod): boolean {
  const condition = status?.conditions?.find(({ type }) => type === 'PodResizePending')
  return condition?.reason === 'Infeasible'
}
