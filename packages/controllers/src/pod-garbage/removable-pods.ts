import type { Vocabulary } from '@pinnace/meta'
import type { Node, Pod } from '@pinnace/types/core-v1'

const livePhases = ['Pending', 'Running', 'Unknown']

/** Whether a pod has terminated. */
export function isTerminated({ status }: Pod): boolean {
  return !livePhases.includes(status?.phase ?? '')
}

/** Whether a pod was deleted before it was scheduled: no node agent will terminate it. */
export function isUnscheduled({ metadata, spec }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && !spec?.nodeName
}

/** Whether a pod is deleted and its node is not ready and has the out-of-service taint. */
// upstream: podgc/gc_controller.go, gcTerminating
export function isOnOutOfServiceNode({ metadata }: Pod, node: Node | undefined, { labelDomain }: Vocabulary): boolean {
  if (metadata.deletionTimestamp === undefined || node === undefined) return false
  const isReady = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
  const isOut = node.spec?.taints?.some(({ key }) => key === `node.${labelDomain}/out-of-service`) ?? false
  return !isReady && isOut
}

/** Sorts evicted pods first, then by creation time and name. */
// upstream: podgc/gc_controller.go, byEvictionAndCreationTimestamp
export function oldestFirst(pods: readonly Pod[]): readonly Pod[] {
  const orderOf = ({ metadata, status }: Pod): readonly string[] => {
    const isEvicted = status?.phase === 'Failed' && status.reason === 'Evicted'
    return [isEvicted ? '0' : '1', metadata.creationTimestamp ?? '', metadata.name ?? '']
  }
  return [...pods].sort((left, right) => {
    const other = orderOf(right)
    for (const [index, value] of orderOf(left).entries()) {
      const opposite = other[index] ?? ''
      if (value !== opposite) return value < opposite ? -1 : 1
    }
    return 0
  })
}
