import type { ObjectStore, ResourceClient } from '@pinnace/client'
import { isEqualJson, type OwnerReference } from '@pinnace/meta'
import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import { ordinals } from './set-plan.ts'
import { claimsOf, ordinalOf } from './set-pod.ts'

const setKind = { apiVersion: 'apps/v1', kind: 'StatefulSet' } as const
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** Options for {@link settleClaimOwners}. */
export interface ClaimRetentionOptions {
  readonly set: StatefulSet
  readonly pods: readonly Pod[]
  readonly store: ObjectStore<PersistentVolumeClaim>
  /** A client of the set's namespace. */
  readonly claims: ResourceClient<PersistentVolumeClaim>
  readonly signal: AbortSignal
}

/**
 * Has claims owned by whom they are to go with: the set where they go when it is deleted, a pod that is about to go
 * where they go when the set shrinks, nobody else. The garbage collector does the rest.
 */
// upstream: pkg/controller/statefulset/stateful_set_utils.go, updateClaimOwnerRefForSetAndPod
export async function settleClaimOwners(options: ClaimRetentionOptions): Promise<void> {
  const { set, pods, store, claims, signal } = options
  const namespace = set.metadata.namespace ?? ''
  for (const pod of pods) {
    const owner = ownerOf(set, pod)
    for (const { metadata } of claimsOf(set, ordinalOf(pod, set))) {
      const live = store.get(metadata.name!, namespace)
      if (live === undefined || live.metadata.deletionTimestamp !== undefined) continue
      const { name, uid, resourceVersion, ownerReferences = [] } = live.metadata
      const others = ownerReferences.filter((one) => !isOurs(one, set, pod))
      const next = owner === undefined ? others : [...others, owner]
      if (isEqualJson(next, ownerReferences)) continue
      await claims.patch(name!, { metadata: { uid, resourceVersion, ownerReferences: next } }, { signal })
    }
  }
}

function ownerOf(set: StatefulSet, pod: Pod): OwnerReference | undefined {
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  const { start, end } = ordinals(set)
  const ordinal = ordinalOf(pod, set)
  if (whenScaled === 'Delete' && (ordinal < start || ordinal >= end)) return controllerRef(podKind, pod)
  return whenDeleted === 'Delete' ? controllerRef(setKind, set) : undefined
}

function isOurs(reference: OwnerReference, set: StatefulSet, pod: Pod): boolean {
  return reference.uid === set.metadata.uid || reference.uid === pod.metadata.uid
}
