import type { Pod } from '@pinnace/types/core-v1-pods'
import { formatTime } from '@pinnace/meta'
import type { ResourceClaim } from '@pinnace/types/resource-v1'
import type { ControllerContext } from '../../controller.ts'
import { deviceNames } from '../devices/device-names.ts'
import { nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import type { ClaimBinding } from './device-claims.ts'
import type { WatchedDevices } from './watched-devices.ts'

/** Writes the allocations of claims, and reserves them for a pod. */
// upstream: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, bindClaim
export async function bindClaims(
  pod: Pod,
  bindings: readonly ClaimBinding[],
  { client, clock, vocabulary }: Pick<ControllerContext, 'client' | 'clock' | 'vocabulary'>,
  { devices, signal }: { readonly devices: WatchedDevices | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { apiVersion, finalizer } = deviceNames(vocabulary)
  const kind = { apiVersion, kind: 'ResourceClaim' } as const
  const claims = client.resource<ResourceClaim>(kind).namespace(namespaceOf(pod))
  for (const { claim, allocation } of bindings) {
    const { finalizers = [] } = claim.metadata
    const isProtected = allocation === undefined || finalizers.includes(finalizer)
    const live = isProtected
      ? claim
      : await claims.update(
          { ...claim, metadata: { ...claim.metadata, finalizers: [...finalizers, finalizer] } },
          { signal },
        )
    const { reservedFor = [] } = live.status ?? {}
    const status = {
      ...live.status,
      ...(allocation === undefined
        ? {}
        : { allocation: { ...allocation, allocationTimestamp: formatTime(clock.now()) } }),
      reservedFor: [...reservedFor, { resource: 'pods', name: nameOf(pod), uid: uidOf(pod) }],
    }
    devices?.assume(await claims.updateStatus({ ...live, status }, { signal }))
  }
}

/** Frees the devices of a claim that no pod can use where they are. */
// upstream: dynamicresources.go, PostFilter
export async function deallocateClaim(
  claim: ResourceClaim,
  { client, vocabulary }: Pick<ControllerContext, 'client' | 'vocabulary'>,
  { devices, signal }: { readonly devices: WatchedDevices | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const kind = { apiVersion: deviceNames(vocabulary).apiVersion, kind: 'ResourceClaim' } as const
  const claims = client.resource<ResourceClaim>(kind).namespace(namespaceOf(claim))
  const { allocation: _, reservedFor: __, devices: ___, ...status } = claim.status ?? {}
  devices?.assume(await claims.updateStatus({ ...claim, status }, { signal }))
}
