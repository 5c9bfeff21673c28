import { objectKey } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { keepsApart } from './pod-affinity.ts'
import { podRequests, type Amounts } from './resource-fit.ts'

/** What is on a node. */
export interface NodeLoad {
  readonly pods: ReadonlyMap<string, Pod>
  /** What its pods have asked for together. */
  readonly used: Amounts
}

/** Pods that have a node, or are about to, and have not ended. It holds what there is of those. */
export interface PlacedPods {
  /** Puts a pod on a node; answers whether it was not there before. */
  place(pod: Pod, node: string): boolean
  /** Answers whether it had a place. */
  remove(key: string): boolean
  has(key: string): boolean
  on(node: string): NodeLoad
  /** Pods that keep others away, and their nodes. */
  readonly keepingApart: () => readonly Placed[]
  readonly all: () => readonly Placed[]
}

/** A pod and the name of its node. */
export interface Placed {
  readonly pod: Pod
  readonly node: string
}

const nothing: NodeLoad = { pods: new Map(), used: new Map() }

/** No pods anywhere. */
export function createPlacedPods(): PlacedPods {
  const places = new Map<string, Placed & { readonly requests: Amounts }>()
  const loads = new Map<string, { readonly pods: Map<string, Pod>; readonly used: Map<string, bigint> }>()
  const apart = new Map<string, Placed>()
  const remove = (key: string): boolean => {
    const place = places.get(key)
    if (place === undefined) return false
    places.delete(key)
    apart.delete(key)
    const { pods, used } = loads.get(place.node)!
    pods.delete(key)
    for (const [name, amount] of place.requests) used.set(name, used.get(name)! - amount)
    if (pods.size === 0) loads.delete(place.node)
    return true
  }
  return {
    place(pod, node) {
      const key = objectKey(pod)
      const isNew = places.get(key)?.node !== node
      remove(key)
      const place = { pod, node, requests: podRequests(pod) }
      places.set(key, place)
      if (keepsApart(pod)) apart.set(key, place)
      const { pods, used } = loads.get(node) ?? { pods: new Map<string, Pod>(), used: new Map<string, bigint>() }
      loads.set(node, { pods: pods.set(key, pod), used })
      for (const [name, amount] of place.requests) used.set(name, (used.get(name) ?? 0n) + amount)
      return isNew
    },
    remove,
    has: (key) => places.has(key),
    on: (node) => loads.get(node) ?? nothing,
    keepingApart: () => [...apart.values()],
    all: () => [...places.values()],
  }
}
