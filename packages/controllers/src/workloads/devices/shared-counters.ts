import { parseQuantity, quantityMilliValue } from '@pinnace/meta'
import type { Counter, DeviceCounterConsumption } from '@pinnace/types/resource-v1'
import type { Pool } from './gather-pools.ts'

/** Whether the counters of a pool suffice for all of these devices together. */
// upstream: dynamic-resource-allocation/structured/internal/incubating, checkAvailableCounters
export function countersSuffice(pool: Pool, consumers: readonly (readonly DeviceCounterConsumption[])[]): boolean {
  const left = new Map<string, bigint>()
  for (const { spec } of pool.slices) {
    for (const { name, counters } of spec.sharedCounters ?? []) addTo(left, name, counters, 1n)
  }
  for (const consumption of consumers) {
    for (const { counterSet, counters } of consumption) addTo(left, counterSet, counters, -1n)
  }
  return [...left.values()].every((amount) => amount >= 0n)
}

function addTo(
  left: Map<string, bigint>,
  set: string,
  counters: Readonly<Record<string, Counter>>,
  sign: 1n | -1n,
): void {
  for (const [name, { value }] of Object.entries(counters)) {
    const quantity = parseQuantity(value)
    const amount = quantity === undefined ? 0n : BigInt(quantityMilliValue(quantity))
    const key = `${set}/${name}`
    left.set(key, (left.get(key) ?? 0n) + sign * amount)
  }
}
