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
  for (const peer of context.peers(holdingsOf)) {
    if (live !== undefined && peer.uid === live.metadata.uid) continue
    for (const ip of peer.addresses) addresses.add(ip)
    for (const port of peer.ports) ports.add(port)
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

interface Holdings {
  readonly uid: string | undefined
  readonly addresses: readonly string[]
  readonly ports: readonly number[]
}

/** The addresses and node ports of a stored service. */
function holdingsOf({ metadata, spec }: Service): Holdings {
  const { clusterIPs = [], ports = [], healthCheckNodePort = 0 } = spec ?? {}
  const nodePorts = [...ports.map(({ nodePort = 0 }) => nodePort), healthCheckNodePort]
  return { uid: metadata.uid, addresses: [...clusterIPs], ports: nodePorts.filter((port) => port !== 0) }
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
