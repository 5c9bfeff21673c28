import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceClaim } from '@pinnace/types/resource-v1'
import { isFinished } from '../pod-state.ts'
import { isTerminating, uidOf } from '../stored-object.ts'

/** An entry of `spec.resourceClaims` of a pod. */
export type PodClaim = NonNullable<NonNullable<Pod['spec']>['resourceClaims']>[number]

/** The claims that a pod names. */
export function podClaims({ spec }: Pod): readonly PodClaim[] {
  return spec?.resourceClaims ?? []
}

/**
 * The name of the claim of an entry; `undefined` while it has not been created from its template, and `null` where none
 * is needed.
 */
// upstream: dynamic-resource-allocation/resourceclaim/resourceclaim.go, Name
export function claimNameOf({ status }: Pod, { name, resourceClaimName }: PodClaim): string | null | undefined {
  if (resourceClaimName !== undefined) return resourceClaimName
  const known = status?.resourceClaimStatuses?.find((one) => one.name === name)
  return known === undefined ? undefined : (known.resourceClaimName ?? null)
}

/** Whether a claim is reserved for a pod. */
export function isReservedFor({ status }: ResourceClaim, pod: Pod): boolean {
  return status?.reservedFor?.some(({ uid }) => uid === uidOf(pod)) ?? false
}

/** Whether a pod will not run any more: it has finished, or was deleted before it had a node. */
// upstream: pkg/controller/resourceclaim/controller.go, isPodDone
export function isDone(pod: Pod): boolean {
  return isFinished(pod) || (isTerminating(pod) && !pod.spec?.nodeName)
}
