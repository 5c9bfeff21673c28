import type { DeviceMatcher } from '@pinnace/kinds'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { DeviceSelector, DeviceTaint, DeviceToleration, ResourceClaim } from '@pinnace/types/resource-v1'
import { objectKey } from '@pinnace/client'
import type { AllocatedDevices } from './allocated-devices.ts'
import { takeCapacity, type Amounts } from './device-capacity.ts'
import { satisfies, type ChosenDevice } from './device-constraint.ts'
import type { Wanted } from './device-requests.ts'
import { devicesFor, keyOfPooled, type Pool, type PooledDevice } from './gather-pools.ts'
import { countersSuffice } from './shared-counters.ts'

/** A claim and the ways to satisfy each of its requests. */
export interface WantedClaim {
  readonly claim: ResourceClaim
  readonly requests: readonly (readonly Wanted[])[]
}

/** A device for a request; of a shared device, what the request takes of it. */
export interface TakenDevice extends ChosenDevice {
  readonly consumed?: Amounts
}

/** What devices are searched in. */
export interface SearchOptions {
  readonly node: Node
  readonly pools: readonly Pool[]
  readonly allocated: AllocatedDevices
  readonly matches: DeviceMatcher
}

/** Why no devices can be searched: an expression has no value, or a pool is being changed. */
export class DeviceSearchError extends Error {
  override readonly name = 'DeviceSearchError'
}

/** Devices of one claim at most. */
// upstream: api/resource/v1/types.go, AllocationResultsMaxSize
const maxResults = 32

/** Devices that are tried for one node at most. Many equal devices and constraints could take years otherwise. */
const maxTries = 20_000

/**
 * The devices of each claim on a node: the first complete choice, all ways and all devices tried in their order. Undefined
 * where there is none. Throws a {@link DeviceSearchError}.
 */
// upstream: dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go, Allocate
export function searchDevices(
  claims: readonly WantedClaim[],
  options: SearchOptions,
): readonly (readonly TakenDevice[])[] | undefined {
  const search = new DeviceSearch(claims, options)
  return search.fromClaim(0) ? search.taken : undefined
}

class DeviceSearch {
  /** By claim. */
  readonly taken: readonly TakenDevice[][]
  readonly #claims: readonly WantedClaim[]
  readonly #options: SearchOptions
  readonly #devices: readonly PooledDevice[]
  readonly #matching = new Map<Wanted, readonly PooledDevice[]>()
  #tries = 0

  constructor(claims: readonly WantedClaim[], options: SearchOptions) {
    this.taken = claims.map(() => [])
    this.#claims = claims
    this.#options = options
    // Devices that must be prepared before the pod is bound are never chosen: no driver is there to prepare them.
    this.#devices = options.pools
      .filter(({ state }) => state === 'usable')
      .flatMap((pool) => devicesFor(options.node, pool))
      .filter(({ device }) => (device.bindingConditions ?? []).length === 0)
  }

  fromClaim(claim: number): boolean {
    return claim === this.#claims.length || this.#fromRequest(claim, 0)
  }

  #fromRequest(claim: number, request: number): boolean {
    const ways = this.#claims[claim]?.requests[request]
    if (ways === undefined) return this.fromClaim(claim + 1)
    return ways.some((wanted) => {
      if (wanted.count === 'all') this.#assertPoolsAreWhole(claim, wanted)
      const candidates = this.#candidatesFor(claim, wanted)
      const count = wanted.count === 'all' ? candidates.length : wanted.count
      if (count === 0 || candidates.length < count) return false
      if ((this.taken[claim]?.length ?? 0) + count > maxResults) return false
      const rest = (): boolean => this.#fromRequest(claim, request + 1)
      return this.#take(candidates, { claim, wanted, from: 0, count, rest })
    })
  }

  /** Takes `count` of the candidates, beginning with one of those from an index on. */
  #take(candidates: readonly PooledDevice[], step: Step): boolean {
    const { claim, wanted, from, count, rest } = step
    if (count === 0) return rest()
    const taken = this.taken[claim] ?? []
    for (let index = from; index <= candidates.length - count; index++) {
      const chosen = candidates[index]
      if (chosen === undefined || ++this.#tries > maxTries) return false
      const device = this.#use(chosen, claim, wanted)
      if (device === undefined) continue
      taken.push(device)
      if (this.#take(candidates, { ...step, from: index + 1, count: count - 1 })) return true
      taken.pop()
    }
    return false
  }

  /** A device as it is taken for a request; undefined if it is in use, tainted, or violates a constraint. */
  #use(chosen: PooledDevice, claim: number, wanted: Wanted): TakenDevice | undefined {
    const { device } = chosen
    const own = this.taken[claim] ?? []
    const everywhere = this.taken.flat()
    const isShared = device.allowMultipleAllocations === true
    const key = keyOfPooled(chosen)
    const { exclusive, shared } = this.#options.allocated
    const isSame = (one: TakenDevice): boolean => keyOfPooled(one.chosen) === key
    if (wanted.adminAccess ? own.some(isSame) : !isShared && (exclusive.has(key) || everywhere.some(isSame))) {
      return undefined
    }
    const before = [...(shared.get(key) ?? []), ...everywhere.filter(isSame).map(({ consumed = {} }) => consumed)]
    const amounts = takeCapacity(device, wanted.capacity ?? {}, isShared && !wanted.adminAccess ? before : [])
    if (amounts === undefined || isTainted(device.taints ?? [], wanted.tolerations)) return undefined
    if (!this.#hasCounters(chosen, everywhere)) return undefined
    const { constraints = [] } = this.#claims[claim]?.claim.spec.devices ?? {}
    const candidate = { wanted, chosen, ...(isShared ? { consumed: amounts } : {}) }
    return constraints.every((constraint) => satisfies(constraint, candidate, own)) ? candidate : undefined
  }

  #hasCounters(chosen: PooledDevice, everywhere: readonly TakenDevice[]): boolean {
    const { device, pool } = chosen
    if (device.consumesCounters === undefined) return true
    const { exclusive, shared } = this.#options.allocated
    const inUse = pool.slices
      .flatMap((slice) => (slice.spec.devices ?? []).map((one) => ({ device: one, slice, pool })))
      .filter((one) => exclusive.has(keyOfPooled(one)) || shared.has(keyOfPooled(one)))
    const taken = everywhere.map((one) => one.chosen).filter((one) => one.pool === pool)
    const consumers = new Map([...inUse, ...taken, chosen].map((one) => [one.device.name, one.device]))
    return countersSuffice(
      pool,
      Array.from(consumers.values(), ({ consumesCounters = [] }) => consumesCounters),
    )
  }

  /** The devices that the class and the request select. */
  #candidatesFor(claim: number, wanted: Wanted): readonly PooledDevice[] {
    const known = this.#matching.get(wanted)
    if (known !== undefined) return known
    const { deviceClass, selectors } = wanted
    const owner = this.#claims[claim]?.claim
    const found = this.#devices.filter(
      (device) =>
        this.#selects(deviceClass.spec.selectors ?? [], device, `class ${deviceClass.metadata.name}`) &&
        this.#selects(selectors, device, `claim ${owner === undefined ? '' : objectKey(owner)}`),
    )
    this.#matching.set(wanted, found)
    return found
  }

  #selects(selectors: readonly DeviceSelector[], { device, pool }: PooledDevice, where: string): boolean {
    return selectors.every(({ cel }, index) => {
      try {
        return this.#options.matches(cel?.expression ?? '', { driver: pool.driver, device })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new DeviceSearchError(`${where}: selector #${index}: ${reason}`, { cause: error })
      }
    })
  }

  // upstream: validateDeviceRequest – "all" is not known while a pool is being changed.
  #assertPoolsAreWhole(claim: number, wanted: Wanted): void {
    const { node, pools } = this.#options
    const broken = pools.find((pool) => pool.state !== 'usable' && devicesFor(node, pool).length > 0)
    if (broken === undefined) return
    const state = broken.state === 'invalid' ? 'invalid' : 'being updated'
    const owner = this.#claims[claim]?.claim
    const where = `claim ${owner === undefined ? '' : objectKey(owner)}, request ${wanted.name}`
    const pool = `resource pool ${broken.driver}/${broken.name} is currently ${state}`
    throw new DeviceSearchError(`${where}: asks for all devices, but ${pool}`)
  }
}

interface Step {
  readonly claim: number
  readonly wanted: Wanted
  readonly from: number
  readonly count: number
  /** Takes the devices of the requests that follow. */
  readonly rest: () => boolean
}

// upstream: dynamic-resource-allocation, taintPreventsAllocation
function isTainted(taints: readonly DeviceTaint[], tolerations: readonly DeviceToleration[]): boolean {
  const counting = taints.filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
  return counting.some((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)))
}

// upstream: dynamic-resource-allocation/resourceclaim/devicetoleration.go, ToleratesTaint
function tolerates(toleration: DeviceToleration, taint: DeviceTaint): boolean {
  const { effect = '', key = '', operator = 'Equal', value = '' } = toleration
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  return operator === 'Exists' || (operator === 'Equal' && value === (taint.value ?? ''))
}
