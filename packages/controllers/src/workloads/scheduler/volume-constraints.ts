import type { PersistentVolume, PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { StorageClass } from '@pinnace/types/storage-v1'
import { claimNames } from '../../pod-claims.ts'
import { findVolume } from '../volumes/find-volume.ts'
import { isByHand } from '../volumes/volume-names.ts'
import { isTerminating, namespaceOf } from '../stored-object.ts'
import { matchesAnyTerm } from './node-affinity.ts'

/** The claims, volumes and classes that decide where a pod with volumes may run. */
export interface VolumeView {
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined
  volume(name: string): PersistentVolume | undefined
  volumes(): readonly PersistentVolume[]
  storageClass(name: string): StorageClass | undefined
}

/** What the volumes of a pod ask of its node. */
export interface VolumeConstraints {
  /** Why no node suits the pod; `undefined` when some may. */
  readonly problem: string | undefined
  /** Why a node does not suit the pod. */
  problemOf(node: Node): string | undefined
  /** The claims that wait for the node of the pod. */
  readonly waiting: readonly PersistentVolumeClaim[]
}

const none: VolumeConstraints = { problem: undefined, problemOf: () => undefined, waiting: [] }

/** Reads the volumes of a pod once for all nodes. */
// upstream: pkg/scheduler/framework/plugins/volumebinding
export function volumeConstraints(pod: Pod, view: VolumeView | undefined): VolumeConstraints {
  const names = claimNames(pod)
  if (view === undefined || names.length === 0) return none
  const claims: PersistentVolumeClaim[] = []
  for (const name of names) {
    const claim = view.claim(namespaceOf(pod), name)
    if (claim === undefined) return { ...none, problem: `persistentvolumeclaim "${name}" not found` }
    if (isTerminating(claim)) return { ...none, problem: `persistentvolumeclaim "${name}" is being deleted` }
    claims.push(claim)
  }
  const waiting = claims.filter((claim) => !isBound(claim) && waitsForConsumer(claim, view))
  if (claims.some((claim) => !isBound(claim) && !waiting.includes(claim))) {
    return { ...none, problem: 'pod has unbound immediate PersistentVolumeClaims' }
  }
  const bound = claims.filter(isBound)
  return {
    problem: undefined,
    waiting,
    problemOf: (node) => boundProblem(bound, view, node) ?? unboundProblem(waiting, view, node),
  }
}

function isBound({ status, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec?.volumeName) && status?.phase === 'Bound'
}

function waitsForConsumer({ spec }: PersistentVolumeClaim, view: VolumeView): boolean {
  const storageClass = view.storageClass(spec?.storageClassName ?? '')
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer'
}

function boundProblem(claims: readonly PersistentVolumeClaim[], view: VolumeView, node: Node): string | undefined {
  for (const { spec } of claims) {
    const required = view.volume(spec?.volumeName ?? '')?.spec?.nodeAffinity?.required
    if (required !== undefined && !matchesAnyTerm(required.nodeSelectorTerms, node)) {
      return "node(s) didn't match PersistentVolume's node affinity"
    }
  }
  return undefined
}

function unboundProblem(claims: readonly PersistentVolumeClaim[], view: VolumeView, node: Node): string | undefined {
  for (const claim of claims) {
    const storageClass = view.storageClass(claim.spec?.storageClassName ?? '')
    const found = findVolume(claim, view.volumes(), (volume) => allowsNode(volume, node))
    if (found !== undefined || storageClass === undefined) continue
    const allowed = storageClass.allowedTopologies ?? []
    const isAllowed =
      allowed.length === 0 || allowed.some((term) => matchesTopology(term.matchLabelExpressions ?? [], node))
    if (isByHand(storageClass.provisioner) || !isAllowed) {
      return "node(s) didn't find available persistent volumes to bind"
    }
  }
  return undefined
}

/** Whether a volume can be used on a node. */
export function allowsNode({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required
  return required === undefined || matchesAnyTerm(required.nodeSelectorTerms, node)
}

function matchesTopology(
  requirements: readonly { readonly key: string; readonly values: readonly string[] }[],
  { metadata: { labels = {} } }: Node,
): boolean {
  return requirements.every(({ key, values }) => Object.hasOwn(labels, key) && values.includes(labels[key] ?? ''))
}
