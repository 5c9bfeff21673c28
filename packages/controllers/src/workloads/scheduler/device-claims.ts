import type { DeviceMatcher } from '@pinnace/kinds'
import type { Random } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AllocationResult, DeviceClass, ResourceClaim, ResourceSlice } from '@pinnace/types/resource-v1'
import { allocatedDevices } from '../devices/allocated-devices.ts'
import { allocationResult } from '../devices/allocation-result.ts'
import { missingClass, wantedBy } from '../devices/device-requests.ts'
import { searchDevices, type WantedClaim } from '../devices/device-search.ts'
import { gatherPools } from '../devices/gather-pools.ts'
import { claimNameOf, isReservedFor, podClaims, type PodClaim } from '../devices/pod-claims.ts'
import { isControlledBy } from '../controller-ref.ts'
import { isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { matchesAnyTerm } from './node-affinity.ts'

/** The claims, devices and classes of the cluster. */
export interface DeviceView {
  claim(namespace: string, name: string): ResourceClaim | undefined
  claims(): readonly ResourceClaim[]
  slices(): readonly ResourceSlice[]
  deviceClass(name: string): DeviceClass | undefined
  readonly matches: DeviceMatcher
  readonly random: Pick<Random, 'uid'>
}

/** A claim to reserve for a pod, and the allocation to write if it has none. */
export interface ClaimBinding {
  readonly claim: ResourceClaim
  readonly allocation?: AllocationResult
}

/** What the resource claims of a pod ask of its node. */
export interface DeviceClaims {
  /** Why no node suits the pod; `undefined` when some may. */
  readonly problem: string | undefined
  /** Why a node does not suit the pod. Throws a DeviceSearchError where that is not known. */
  problemOf(node: Node): string | undefined
  /** How good the alternatives are that a node has, more is better. */
  rankOf(node: Node): number
  /** The claims to write before the pod is bound to a node that suits it. */
  bindingsFor(node: Node): readonly ClaimBinding[]
  /** Allocated claims, of which no other pod has a reservation, on whose nodes the pod may not run. */
  releasable(nodes: readonly Node[]): readonly ResourceClaim[]
}

const none: DeviceClaims = {
  problem: undefined,
  problemOf: () => undefined,
  rankOf: () => 0,
  bindingsFor: () => [],
  releasable: () => [],
}

/**
 * Why a pod cannot be tried yet: one of its claims does not exist, is being deleted or is not its own. It is tried again
 * when the claim changes.
 */
// upstream: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, PreEnqueue
export function waitsForClaims(pod: Pod, view: DeviceView): boolean {
  return podClaims(pod).some((entry) => {
    const name = claimNameOf(pod, entry)
    return name !== null && usableClaim(pod, entry, view) === undefined
  })
}

function usableClaim(pod: Pod, entry: PodClaim, view: DeviceView): ResourceClaim | undefined {
  const claim = view.claim(namespaceOf(pod), claimNameOf(pod, entry) ?? '')
  if (claim === undefined || isTerminating(claim)) return undefined
  return entry.resourceClaimName === undefined && !isControlledBy(claim, pod) ? undefined : claim
}

/** Reads the claims of a pod once for all nodes. Devices of a node are searched when they are asked for. */
// upstream: dynamicresources.go, PreFilter and Filter
export function deviceClaims(pod: Pod, view: DeviceView | undefined): DeviceClaims {
  if (view === undefined || podClaims(pod).length === 0) return none
  const claims = podClaims(pod).flatMap((entry) => usableClaim(pod, entry, view) ?? [])
  const unallocated = claims.filter((claim) => claim.status?.allocation === undefined)
  for (const claim of unallocated) {
    const problem = missingClass(claim, view.deviceClass)
    if (problem !== undefined) return { ...none, problem }
  }
  const allocate = createAllocator(unallocated, view)
  const isAvailable = (claim: ResourceClaim, node: Node): boolean => {
    const selector = claim.status?.allocation?.nodeSelector
    return selector === undefined || matchesAnyTerm(selector.nodeSelectorTerms, node)
  }
  return {
    problem: undefined,
    problemOf(node) {
      if (!claims.every((claim) => isAvailable(claim, node))) return 'resourceclaim not available on the node'
      if (unallocated.length === 0) return undefined
      const found = allocate(node)
      return 'allocations' in found ? undefined : found.problem
    },
    rankOf(node) {
      const found = unallocated.length === 0 ? undefined : allocate(node)
      const allocations =
        found !== undefined && 'allocations' in found ? found.allocations : new Map<ResourceClaim, AllocationResult>()
      return claims.reduce((sum, claim) => sum + rankOf(claim, allocations.get(claim) ?? claim.status?.allocation), 0)
    },
    bindingsFor(node) {
      const found = unallocated.length === 0 ? undefined : allocate(node)
      const allocations = found !== undefined && 'allocations' in found ? found.allocations : undefined
      return claims.flatMap((claim): readonly ClaimBinding[] => {
        const allocation = allocations?.get(claim)
        if (allocation !== undefined) return [{ claim, allocation }]
        return isReservedFor(claim, pod) ? [] : [{ claim }]
      })
    },
    releasable: (nodes) =>
      claims.filter(({ status, ...claim }) => {
        if (status?.allocation === undefined || nodes.every((node) => isAvailable({ ...claim, status }, node)))
          return false
        return (status.reservedFor ?? []).every(({ uid }) => uid === pod.metadata.uid)
      }),
  }
}

type Found = { readonly allocations: ReadonlyMap<ResourceClaim, AllocationResult> } | { readonly problem: string }

/** Searches the devices of claims, once for each node. */
function createAllocator(claims: readonly ResourceClaim[], view: DeviceView): (node: Node) => Found {
  const byNode = new Map<string, Found>()
  const pools = gatherPools(view.slices())
  const allocated = allocatedDevices(view.claims())
  const wanted = claims.map((claim): WantedClaim => ({ claim, requests: wantedBy(claim, view.deviceClass) }))
  return (node) => {
    const known = byNode.get(nameOf(node))
    if (known !== undefined) return known
    const taken = searchDevices(wanted, { node, pools, allocated, matches: view.matches })
    const found: Found =
      taken === undefined
        ? {
            problem: pools.some(({ state }) => state === 'invalid')
              ? 'invalid resource pools were encountered'
              : 'cannot allocate all claims',
          }
        : {
            allocations: new Map(
              claims.map((claim, index) => [claim, allocationResult(claim, taken[index] ?? [], view.random)]),
            ),
          }
    byNode.set(nameOf(node), found)
    return found
  }
}

/** Alternatives of a request at most. */
// upstream: api/resource/v1/types.go, FirstAvailableDeviceRequestMaxSize
const maxAlternatives = 8

// upstream: dynamicresources.go, computeScore
function rankOf({ spec }: ResourceClaim, allocation: AllocationResult | undefined): number {
  const used = new Set(allocation?.devices?.results?.map(({ request }) => request))
  let rank = 0
  for (const { name, firstAvailable = [] } of spec.devices?.requests ?? []) {
    for (const [index, alternative] of firstAvailable.entries()) {
      if (used.has(`${name}/${alternative.name}`)) rank += maxAlternatives - index
    }
  }
  return rank
}
