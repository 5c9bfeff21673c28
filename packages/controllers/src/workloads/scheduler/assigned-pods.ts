import { objectKey } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { attractsOrRepels, hasPodAntiAffinity } from './pod-affinity.ts'
import { podRequests, type MilliQuantities } from './resource-fit.ts'

/** The load of a node. */
export interface NodeLoad {
  readonly pods: ReadonlyMap<string, Pod>
  /** What its pods request together. */
  readonly used: MilliQuantities
}

/** A pod and the name of its node. */
export interface AssignedPod {
  readonly pod: Pod
  readonly node: string
}

/** The unfinished pods that have a node or have just been given one. Bounded by the pods of the cluster. */
export interface AssignedPods {
  /** Adds a pod or replaces it. Returns whether it was not on that node before. */
  assign(pod: Pod, node: string): boolean
  /** Removes a pod. Returns whether it was there. */
  remove(key: string): boolean
  has(key: string): boolean
  loadOf(node: string): NodeLoad
  /** Pods with required anti-affinity. */
  withAntiAffinity(): readonly AssignedPod[]
  /** Pods with affinity that counts for the preferred nodes of other pods. */
  withPreferences(): readonly AssignedPod[]
  all(): readonly AssignedPod[]
}

interface Entry extends AssignedPod {
  readonly requests: MilliQuantities
}

interface MutableLoad extends NodeLoad {
  readonly pods: Map<string, Pod>
  readonly used: Map<string, bigint>
}

const noLoad: NodeLoad = { pods: new Map(), used: new Map() }

/** An empty set of assigned pods. */
export function createAssignedPods(): AssignedPods {
  const entries = new Map<string, Entry>()
  const loads = new Map<string, MutableLoad>()
  const antiAffinity = new Map<string, AssignedPod>()
  const preferences = new Map<string, AssignedPod>()
  const remove = (key: string): boolean => {
    const entry = entries.get(key)
    if (entry === undefined) return false
    entries.delete(key)
    antiAffinity.delete(key)
    preferences.delete(key)
    const load = loads.get(entry.node)
    if (load !== undefined) removeFrom(load, key, entry.requests)
    if (load?.pods.size === 0) loads.delete(entry.node)
    return true
  }
  return {
    assign(pod, node) {
      const key = objectKey(pod)
      const isNew = entries.get(key)?.node !== node
      remove(key)
      const entry = { pod, node, requests: podRequests(pod) }
      entries.set(key, entry)
      if (hasPodAntiAffinity(pod)) antiAffinity.set(key, entry)
      if (attractsOrRepels(pod)) preferences.set(key, entry)
      const load = loads.get(node) ?? { pods: new Map<string, Pod>(), used: new Map<string, bigint>() }
      loads.set(node, load)
      load.pods.set(key, pod)
      for (const [name, quantity] of entry.requests) load.used.set(name, (load.used.get(name) ?? 0n) + quantity)
      return isNew
    },
    remove,
    has: (key) => entries.has(key),
    loadOf: (node) => loads.get(node) ?? noLoad,
    withAntiAffinity: () => [...antiAffinity.values()],
    withPreferences: () => [...preferences.values()],
    all: () => [...entries.values()],
  }
}

function removeFrom({ pods, used }: MutableLoad, key: string, requests: MilliQuantities): void {
  pods.delete(key)
  for (const [name, quantity] of requests) used.set(name, (used.get(name) ?? 0n) - quantity)
}
