import type { AllocationContext } from '@pinnace/resources'
import type { Random } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import { foreignAddresses } from './address-pools.ts'
import type { ServiceRanges } from './ranges.ts'

/** What a write of a service takes addresses and ports from. */
export interface Pools {
  readonly ranges: ServiceRanges
  readonly used: Used
  readonly context: AllocationContext<Service>
  /** What gives back each value that the write has taken. */
  readonly taken: (() => void)[]
}

/** What other services hold. */
export interface Used {
  readonly addresses: { has(address: string): boolean; readonly size: number }
  readonly ports: ReadonlySet<number>
}

/** Reads what services other than `live`, which becomes `next`, and other objects hold. */
export function readUsed(
  next: Pick<Service, 'metadata'>,
  live: Service | undefined,
  context: AllocationContext<Service>,
): Used {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  for (const peer of context.peers()) {
    if (live !== undefined && peer.metadata.uid === live.metadata.uid) continue
    const { clusterIPs = [], ports: peerPorts = [], healthCheckNodePort = 0 } = peer.spec ?? {}
    for (const ip of clusterIPs) addresses.add(ip)
    for (const { nodePort = 0 } of peerPorts) if (nodePort !== 0) ports.add(nodePort)
    if (healthCheckNodePort !== 0) ports.add(healthCheckNodePort)
  }
  const foreign = foreignAddresses(next, context)
  return {
    addresses: {
      has: (address) => addresses.has(address) || foreign.has(address),
      size: addresses.size + foreign.size,
    },
    ports,
  }
}

/** Takes `value` for this write; false where another write has it. */
export function reserve({ context, taken }: Pools, pool: string, value: string): boolean {
  const values = context.reserved.get(pool) ?? new Set<string>()
  context.reserved.set(pool, values)
  if (values.has(value)) return false
  values.add(value)
  taken.push(() => values.delete(value))
  return true
}

/** A random number from 0 to `limit`, exclusive. */
export function randomBelow(random: Random, limit: bigint): bigint {
  const bytes = random.bytes(16)
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value % limit
}
