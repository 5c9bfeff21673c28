import type { ObjectStore } from '@pinnace/client'
import type { Vocabulary } from '@pinnace/meta'
import type { Node, Pod } from '@pinnace/types/core-v1'

const livePhases = ['Pending', 'Running', 'Unknown']

/** A pod that will not run any more. */
export function isTerminated({ status }: Pod): boolean {
  return !livePhases.includes(status?.phase ?? '')
}

/** A pod that was deleted before it got a node: nobody ends it. */
export function isUnscheduled({ metadata, spec }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && !spec?.nodeName
}

/** A deleted pod of a node that is not ready, and that somebody says is out of service. */
// upstream: podgc/gc_controller.go, gcTerminating
export function isOnLostService(
  { metadata, spec }: Pod,
  nodes: ObjectStore<Node>,
  { labelDomain }: Vocabulary,
): boolean {
  if (metadata.deletionTimestamp === undefined || !spec?.nodeName) return false
  const node = nodes.get(spec.nodeName)
  if (node === undefined) return false
  const isReady = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
  const isOut = node.spec?.taints?.some(({ key }) => key === `node.${labelDomain}/out-of-service`) ?? false
  return !isReady && isOut
}

/** Evicted ones before others, older ones before younger. */
// upstream: podgc/gc_controller.go, byEvictionAndCreationTimestamp
export function oldestFirst(pods: readonly Pod[]): readonly Pod[] {
  const orderOf = ({ metadata, status }: Pod): readonly string[] => {
    const isEvicted = status?.phase === 'Failed' && status.reason === 'Evicted'
    return [isEvicted ? '0' : '1', metadata.creationTimestamp ?? '', metadata.name ?? '']
  }
  return [...pods].sort((left, right) => {
    const [one, other] = [orderOf(left), orderOf(right)]
    const at = one.findIndex((value, index) => value !== other[index])
    return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1
  })
}
