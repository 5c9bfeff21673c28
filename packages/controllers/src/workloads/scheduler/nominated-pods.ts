import { objectKey } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { changedLoad, type AssignedPods } from './assigned-pods.ts'
import { priorityOf } from './preempt.ts'

/** Pods for which room has been made on a node, and which are not there yet. Bounded by the pods of the cluster. */
export interface NominatedPods {
  set(pod: Pod, node: string): void
  delete(key: string): void
  /** Assigned pods with the nominated ones that a pod must leave room for: those of at least its priority. */
  beside(pod: Pod, assigned: AssignedPods): AssignedPods
}

/** Keeps nominated pods. */
// upstream: pkg/scheduler/backend/queue/nominator.go
export function createNominatedPods(): NominatedPods {
  const byKey = new Map<string, { readonly pod: Pod; readonly node: string }>()
  return {
    set: (pod, node) => void byKey.set(objectKey(pod), { pod, node }),
    delete: (key) => void byKey.delete(key),
    beside(pod, assigned) {
      const others = [...byKey.values()].filter(
        (one) => objectKey(one.pod) !== objectKey(pod) && priorityOf(one.pod) >= priorityOf(pod),
      )
      if (others.length === 0) return assigned
      const on = (node: string): readonly Pod[] => others.filter((one) => one.node === node).map((one) => one.pod)
      return { ...assigned, loadOf: (node) => changedLoad(assigned.loadOf(node), on(node), []) }
    },
  }
}
