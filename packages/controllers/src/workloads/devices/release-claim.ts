import type { ObjectStore, ResourceClient } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceClaim, ResourceClaimConsumerReference } from '@pinnace/types/resource-v1'
import { undefinedIfNotFound } from '../../undefined-if-not-found.ts'
import { controllerOf } from '../controller-ref.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import type { DeviceNames } from './device-names.ts'
import { isDone } from './pod-claims.ts'

/** The entries of `status.reservedFor` whose pods are gone or have finished. */
// upstream: pkg/controller/resourceclaim/controller.go, syncClaim
export async function unusedBy(
  claim: ResourceClaim,
  known: Pick<ObjectStore<Pod>, 'get'>,
  pods: Pick<ResourceClient<Pod>, 'get'>,
  signal: AbortSignal,
): Promise<ReadonlySet<ResourceClaimConsumerReference>> {
  const unused = new Set<ResourceClaimConsumerReference>()
  for (const reference of claim.status?.reservedFor ?? []) {
    const { apiGroup = '', resource, name, uid } = reference
    if (apiGroup !== '' || resource !== 'pods') continue
    // The informer may not have a new pod yet.
    const pod = known.get(name, namespaceOf(claim)) ?? (await undefinedIfNotFound(pods.get(name, { signal })))
    if (pod === undefined || uidOf(pod) !== uid || isDone(pod)) unused.add(reference)
  }
  return unused
}

/** Options for {@link releaseClaim}. */
export interface ReleaseOptions {
  /** Entries of `status.reservedFor` to remove. */
  readonly unused: ReadonlySet<ResourceClaimConsumerReference>
  readonly claims: ResourceClient<ResourceClaim>
  readonly pods: Pick<ObjectStore<Pod>, 'get'>
  readonly names: DeviceNames
  readonly signal: AbortSignal
}

/**
 * Removes reservations. The devices of a claim that was reserved, and is not any more, are free; so are those of an unused
 * claim that is deleted. An unused claim that was created for a pod which does not run any more is deleted.
 */
export async function releaseClaim(claim: ResourceClaim, options: ReleaseOptions): Promise<void> {
  const { unused, claims, pods, names, signal } = options
  const { reservedFor = [] } = claim.status ?? {}
  const remaining = reservedFor.filter((reference) => !unused.has(reference))
  const isFree = remaining.length === 0
  const isProtected = claim.metadata.finalizers?.includes(names.finalizer) === true
  const frees = isFree && isProtected && (unused.size > 0 || isTerminating(claim))
  let live = claim
  if (unused.size > 0 || (frees && claim.status?.allocation !== undefined)) {
    const { allocation, reservedFor: _, ...others } = claim.status ?? {}
    const status = {
      ...others,
      ...(frees || allocation === undefined ? {} : { allocation }),
      ...(isFree ? {} : { reservedFor: remaining }),
    }
    live = await claims.updateStatus({ ...claim, status }, { signal })
  }
  if (frees && live.status?.allocation === undefined) {
    const finalizers = live.metadata.finalizers?.filter((finalizer) => finalizer !== names.finalizer) ?? []
    await claims.update({ ...live, metadata: { ...live.metadata, finalizers } }, { signal })
  }
  if (isFree && !isTerminating(claim) && isAbandoned(claim, pods)) {
    await claims.delete(nameOf(claim), { preconditions: { uid: uidOf(claim) }, signal })
  }
}

/** Whether a claim was created for a pod that was replaced or does not run any more. */
function isAbandoned(claim: ResourceClaim, pods: ReleaseOptions['pods']): boolean {
  const owner = controllerOf(claim)
  if (owner?.kind !== 'Pod' || owner.apiVersion !== 'v1') return false
  const pod = pods.get(owner.name, namespaceOf(claim))
  return pod !== undefined && (uidOf(pod) !== owner.uid || isDone(pod))
}
