import type { ObjectStore, ResourceClient } from '@pinnace/client'
import { isEqualJson, StatusError, type OwnerReference } from '@pinnace/meta'
import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import { isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { isInRange } from './plan-stateful-pods.ts'
import { ordinalOf, volumeClaimsOf } from './stateful-pod.ts'

const setKind = { apiVersion: 'apps/v1', kind: 'StatefulSet' } as const
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** What it takes to read and write the volume claims of a set. */
export interface ClaimAccess {
  readonly store: ObjectStore<PersistentVolumeClaim>
  /** Client of the claims of the set's namespace. */
  readonly claims: ResourceClient<PersistentVolumeClaim>
  readonly signal: AbortSignal
}

/** Creates the volume claims of an ordinal's pod. Claims outlive pods: existing ones are used again. */
export async function createVolumeClaims(
  set: StatefulSet,
  ordinal: number,
  { claims, signal }: ClaimAccess,
): Promise<void> {
  for (const claim of volumeClaimsOf(set, ordinal)) {
    try {
      await claims.create(claim, { signal })
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    }
  }
}

/** Brings the owner references of volume claims in line with the retention policy; garbage collection does the rest. */
// upstream: pkg/controller/statefulset/stateful_set_utils.go, updateClaimOwnerRefForSetAndPod
export async function syncClaimOwners(
  set: StatefulSet,
  pods: readonly Pod[],
  { store, claims, signal }: ClaimAccess,
): Promise<void> {
  for (const pod of pods) {
    for (const claim of volumeClaimsOf(set, ordinalOf(pod, set))) {
      const live = store.get(nameOf(claim), namespaceOf(set))
      if (live === undefined || isTerminating(live)) continue
      const { uid, resourceVersion, ownerReferences = [] } = live.metadata
      const next = claimOwners(set, pod, ownerReferences)
      if (isEqualJson(next, ownerReferences)) continue
      await claims.patch(nameOf(live), { metadata: { uid, resourceVersion, ownerReferences: next } }, { signal })
    }
  }
}

/**
 * The owner references of a pod's volume claim. The pod owns it where claims are deleted on scale-down and the ordinal is
 * out of range; else the set owns it where claims are deleted with the set. References to other objects stay.
 */
export function claimOwners(
  set: StatefulSet,
  pod: Pod,
  references: readonly OwnerReference[],
): readonly OwnerReference[] {
  const others = references.filter(({ uid }) => uid !== set.metadata.uid && uid !== pod.metadata.uid)
  const { whenDeleted, whenScaled } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {}
  if (whenScaled === 'Delete' && !isInRange(ordinalOf(pod, set), set)) return [...others, controllerRef(podKind, pod)]
  return whenDeleted === 'Delete' ? [...others, controllerRef(setKind, set)] : others
}
