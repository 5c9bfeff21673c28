import { isEqualJson } from '@pinnace/meta'
import type { Endpoint, EndpointSlice } from '@pinnace/types/discovery-v1'
import type { EndpointGroup } from './service-endpoints.ts'

/** What happens to the endpoint slices of a service. */
export interface SlicePlan {
  readonly create: readonly EndpointGroup[]
  readonly update: readonly FilledSlice[]
  readonly keep: readonly EndpointSlice[]
  readonly remove: readonly EndpointSlice[]
}

/** A slice and the endpoints it should have. */
export interface FilledSlice {
  readonly slice: EndpointSlice
  readonly endpoints: readonly Endpoint[]
}

/** Distributes endpoints over slices of at most `max`. Endpoints stay in their slice, so that few slices change. */
// upstream: endpointslice/reconciler.go, reconcileByPortMapping
export function planSlices(groups: readonly EndpointGroup[], slices: readonly EndpointSlice[], max: number): SlicePlan {
  const plans = groups.map((group) =>
    planGroup(
      group,
      slices.filter((slice) => belongsTo(slice, group)),
      max,
    ),
  )
  const create = plans.flatMap((plan) => plan.create)
  const used = plans.flatMap((plan) => plan.used)
  const isUnchanged = ({ slice, endpoints }: FilledSlice): boolean => isEqualJson(slice.endpoints ?? [], endpoints)
  const usedSlices = new Set(used.map(({ slice }) => slice))
  return {
    create,
    update: used.filter((filled) => !isUnchanged(filled)),
    keep: used.filter(isUnchanged).map(({ slice }) => slice),
    remove: slices.filter((slice) => !usedSlices.has(slice)),
  }
}

function belongsTo({ addressType, ports }: EndpointSlice, group: EndpointGroup): boolean {
  return addressType === group.addressType && isEqualJson(ports ?? [], group.ports)
}

/** The slices to create and to use for a group. A group without endpoints has one empty slice. */
function planGroup(
  group: EndpointGroup,
  slices: readonly EndpointSlice[],
  max: number,
): { readonly create: readonly EndpointGroup[]; readonly used: readonly FilledSlice[] } {
  const { filled, rest } = fillSlices(group, slices, max)
  const nonEmpty = filled.filter(({ endpoints }) => endpoints.length > 0)
  const used = group.endpoints.length === 0 ? filled.slice(0, 1) : nonEmpty
  const create: EndpointGroup[] = []
  for (let start = 0; start < rest.length; start += max) {
    create.push({ ...group, endpoints: rest.slice(start, start + max) })
  }
  if (used.length + create.length === 0) create.push({ ...group, endpoints: [] })
  return { create, used }
}

/** Leaves endpoints in the slice they are in, fills free places with new ones, and returns the rest. */
function fillSlices(
  group: EndpointGroup,
  slices: readonly EndpointSlice[],
  max: number,
): { readonly filled: readonly FilledSlice[]; readonly rest: readonly Endpoint[] } {
  const unplaced = new Map(group.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]))
  const kept = slices.map((slice) => {
    const endpoints = (slice.endpoints ?? []).flatMap((endpoint) => {
      const live = unplaced.get(keyOf(endpoint))
      unplaced.delete(keyOf(endpoint))
      return live === undefined ? [] : [live]
    })
    return { slice, endpoints }
  })
  const rest = [...unplaced.values()]
  for (const { endpoints } of kept) endpoints.push(...rest.splice(0, Math.max(0, max - endpoints.length)))
  return { filled: kept, rest }
}

function keyOf({ addresses, targetRef }: Endpoint): string {
  return `${addresses[0]} ${targetRef?.uid ?? ''}`
}
