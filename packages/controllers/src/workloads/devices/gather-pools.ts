import type { Node } from '@pinnace/types/core-v1-nodes'
import type { NodeSelector } from '@pinnace/types/core-v1-selectors'
import type { Device, ResourceSlice } from '@pinnace/types/resource-v1'
import { matchesAnyTerm } from '../scheduler/node-affinity.ts'
import { nameOf } from '../stored-object.ts'

/** A device, and where it was published. */
export interface PooledDevice {
  readonly device: Device
  readonly slice: ResourceSlice
  readonly pool: Pool
}

/** The devices of a driver that are managed together. */
export interface Pool {
  readonly driver: string
  readonly name: string
  /** Its newest slices. */
  readonly slices: readonly ResourceSlice[]
  /** Devices can be taken only from a usable pool: one of which every slice is there, and whose slices agree. */
  readonly state: 'usable' | 'incomplete' | 'invalid'
}

/** The pools of slices: of each one, the slices of the newest generation, sorted by name. */
// upstream: dynamic-resource-allocation/structured/internal/incubating/pools_incubating.go, GatherPools
export function gatherPools(slices: readonly ResourceSlice[]): readonly Pool[] {
  const byPool = new Map<string, ResourceSlice[]>()
  for (const slice of slices) {
    const { driver, pool } = slice.spec
    const key = `${driver}/${pool.name}`
    const known = byPool.get(key) ?? []
    const generation = known[0]?.spec.pool.generation ?? -1
    if (pool.generation > generation) byPool.set(key, [slice])
    else if (pool.generation === generation) known.push(slice)
  }
  const keys = [...byPool.keys()].sort()
  return keys.flatMap((key) => {
    const newest = (byPool.get(key) ?? []).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    const [first] = newest
    return first === undefined ? [] : [poolOf(first, newest)]
  })
}

function poolOf({ spec: { driver, pool } }: ResourceSlice, slices: readonly ResourceSlice[]): Pool {
  const isComplete = slices.length === pool.resourceSliceCount
  const state = !isComplete ? 'incomplete' : isValid(slices) ? 'usable' : 'invalid'
  return { driver, name: pool.name, slices, state }
}

/** Whether names are unique, and every counter that a device takes from is there. */
function isValid(slices: readonly ResourceSlice[]): boolean {
  const devices = slices.flatMap(({ spec }) => spec.devices ?? [])
  const sets = slices.flatMap(({ spec }) => spec.sharedCounters ?? [])
  if (new Set(devices.map(({ name }) => name)).size < devices.length) return false
  if (new Set(sets.map(({ name }) => name)).size < sets.length) return false
  const counters = new Map(sets.map((set) => [set.name, set.counters]))
  return devices.every(({ consumesCounters = [] }) =>
    consumesCounters.every((taken) => {
      const known = counters.get(taken.counterSet)
      return known !== undefined && Object.keys(taken.counters).every((name) => Object.hasOwn(known, name))
    }),
  )
}

/** The devices of a pool that a node can use. */
export function devicesFor(node: Node, pool: Pool): readonly PooledDevice[] {
  return pool.slices.flatMap((slice) => {
    const { devices = [], perDeviceNodeSelection = false } = slice.spec
    if (!perDeviceNodeSelection && !isForNode(slice.spec, node)) return []
    const usable = perDeviceNodeSelection ? devices.filter((device) => isForNode(device, node)) : devices
    return usable.map((device) => ({ device, slice, pool }))
  })
}

function isForNode(
  {
    nodeName,
    allNodes,
    nodeSelector,
  }: { readonly nodeName?: string; readonly allNodes?: boolean; readonly nodeSelector?: NodeSelector },
  node: Node,
): boolean {
  if (nodeName !== undefined && nodeName !== '') return nodeName === nameOf(node)
  if (allNodes === true) return true
  return nodeSelector !== undefined && matchesAnyTerm(nodeSelector.nodeSelectorTerms, node)
}

/** The name of a device in the cluster. */
export function deviceKey({
  driver,
  pool,
  device,
}: {
  readonly driver: string
  readonly pool: string
  readonly device: string
}): string {
  return `${driver}/${pool}/${device}`
}

/** The name of a device of a pool in the cluster. */
export function keyOfPooled({ device, pool }: PooledDevice): string {
  return deviceKey({ driver: pool.driver, pool: pool.name, device: device.name })
}
