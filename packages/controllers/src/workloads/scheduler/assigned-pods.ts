import { objectKey } from '@pinnace/client'
import type { LabelSelectorMatcher } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { createLabelCounts, type CountByNode } from './label-counts.ts'
import { attractsOrRepels, hasPodAntiAffinity } from './pod-affinity.ts'
import { estimatedRequests, podRequests, type MilliQuantities } from './resource-fit.ts'

/** The load of a node. */
export interface NodeLoad {
  readonly pods: ReadonlyMap<string, Pod>
  /** What its pods request together. */
  readonly used: MilliQuantities
  /** The same with an estimate for containers that request nothing, by which nodes are scored. */
  readonly estimated: MilliQuantities
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
  /** How many pods of a namespace that match all of the selectors, and are not terminating, each node has. */
  countByNode(namespace: string, selectors: readonly LabelSelectorMatcher[]): CountByNode
}

interface MutableLoad {
  readonly pods: Map<string, Pod>
  readonly used: Map<string, bigint>
  readonly estimated: Map<string, bigint>
}

const noLoad: NodeLoad = { pods: new Map(), used: new Map(), estimated: new Map() }

/** An empty set of assigned pods. */
export function createAssignedPods(): AssignedPods {
  const entries = new Map<string, AssignedPod>()
  const loads = new Map<string, MutableLoad>()
  const antiAffinity = new Map<string, AssignedPod>()
  const preferences = new Map<string, AssignedPod>()
  const counts = createLabelCounts()
  const remove = (key: string): boolean => {
    const entry = entries.get(key)
    if (entry === undefined) return false
    entries.delete(key)
    antiAffinity.delete(key)
    preferences.delete(key)
    const load = loads.get(entry.node)
    if (load !== undefined) removeFrom(load, entry.pod)
    counts.remove(entry.pod, entry.node)
    if (load?.pods.size === 0) loads.delete(entry.node)
    return true
  }
  return {
    assign(pod, node) {
      const key = objectKey(pod)
      const isNew = entries.get(key)?.node !== node
      remove(key)
      const entry = { pod, node }
      entries.set(key, entry)
      if (hasPodAntiAffinity(pod)) antiAffinity.set(key, entry)
      if (attractsOrRepels(pod)) preferences.set(key, entry)
      const load = loads.get(node) ?? { pods: new Map(), used: new Map(), estimated: new Map() }
      loads.set(node, load)
      addTo(load, pod)
      counts.add(pod, node)
      return isNew
    },
    remove,
    has: (key) => entries.has(key),
    loadOf: (node) => loads.get(node) ?? noLoad,
    withAntiAffinity: () => [...antiAffinity.values()],
    withPreferences: () => [...preferences.values()],
    all: () => [...entries.values()],
    countByNode: (namespace, selectors) => counts.of(namespace, selectors, entries.values()),
  }
}

/** A load with pods that are added and without pods that are removed. */
export function changedLoad(load: NodeLoad, added: readonly Pod[], removed: readonly Pod[]): NodeLoad {
  const changed = { pods: new Map(load.pods), used: new Map(load.used), estimated: new Map(load.estimated) }
  for (const pod of added) addTo(changed, pod)
  for (const pod of removed) removeFrom(changed, pod)
  return changed
}

function addTo(load: MutableLoad, pod: Pod): void {
  load.pods.set(objectKey(pod), pod)
  changeUse(load, pod, 1n)
}

function removeFrom(load: MutableLoad, pod: Pod): void {
  if (load.pods.delete(objectKey(pod))) changeUse(load, pod, -1n)
}

function changeUse({ used, estimated }: MutableLoad, pod: Pod, sign: 1n | -1n): void {
  for (const [name, quantity] of podRequests(pod)) used.set(name, (used.get(name) ?? 0n) + sign * quantity)
  for (const [name, quantity] of estimatedRequests(pod)) {
    estimated.set(name, (estimated.get(name) ?? 0n) + sign * quantity)
  }
}
