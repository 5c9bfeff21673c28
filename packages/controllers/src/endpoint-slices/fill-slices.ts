import { isEqualJson } from '@pinnace/meta'
import type { Endpoint, EndpointSlice } from '@pinnace/types/discovery-v1'
import type { EndpointGroup } from './service-endpoints.ts'

/** What becomes of a service's slices. */
export interface SlicePlan {
  readonly create: readonly EndpointGroup[]
  readonly update: readonly { readonly slice: EndpointSlice; readonly endpoints: readonly Endpoint[] }[]
  readonly keep: readonly EndpointSlice[]
  readonly remove: readonly EndpointSlice[]
}

/** Distributes endpoints over slices of at most `max`: what is in a slice stays there, so that few of them change. */
// upstream: endpointslice/reconciler.go, reconcileByPortMapping
export function fillSlices(groups: readonly EndpointGroup[], slices: readonly EndpointSlice[], max: number): SlicePlan {
  const left = new Set(slices)
  const create: EndpointGroup[] = []
  const update: { slice: EndpointSlice; endpoints: readonly Endpoint[] }[] = []
  const keep: EndpointSlice[] = []
  for (const group of groups) {
    const waiting = new Map(group.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]))
    const own = slices.filter(
      (slice) => slice.addressType === group.addressType && isEqualJson(slice.ports ?? [], group.ports),
    )
    const filled = own.map((slice) => {
      const endpoints: Endpoint[] = []
      for (const endpoint of slice.endpoints ?? []) {
        const now = waiting.get(keyOf(endpoint))
        if (now !== undefined) endpoints.push(now)
        waiting.delete(keyOf(endpoint))
      }
      return { slice, endpoints }
    })
    const rest = [...waiting.values()]
    for (const { endpoints } of filled) endpoints.push(...rest.splice(0, Math.max(0, max - endpoints.length)))
    const isNeeded = (count: number): boolean => count > 0 || group.endpoints.length === 0
    let kept = 0
    for (const { slice, endpoints } of filled) {
      if (!isNeeded(endpoints.length) || (endpoints.length === 0 && kept > 0)) continue
      kept++
      left.delete(slice)
      if (isSame(slice.endpoints ?? [], endpoints)) keep.push(slice)
      else update.push({ slice, endpoints })
    }
    while (rest.length > 0 || kept === 0) {
      create.push({ ...group, endpoints: rest.splice(0, max) })
      kept++
    }
  }
  return { create, update, keep, remove: [...left] }
}

function keyOf({ addresses, targetRef }: Endpoint): string {
  return `${addresses[0]} ${targetRef?.uid ?? ''}`
}

function isSame(a: readonly Endpoint[], b: readonly Endpoint[]): boolean {
  return isEqualJson(a, b)
}
