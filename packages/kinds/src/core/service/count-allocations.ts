import type { Service } from '@pinnace/types/core-v1'
import { contains, parseCidr, parseIp } from '../ip-address.ts'

/** How many of the addresses and ports for services are given out. */
export interface ServiceAllocations {
  /** By block of addresses. */
  readonly addresses: ReadonlyMap<string, AllocationCount>
  readonly ports: AllocationCount
}

/** What is given out of a block or a range, and what is left. */
export interface AllocationCount {
  readonly allocated: number
  readonly available: number
}

/** The range of node ports of every server. */
export const defaultNodePortRange: readonly [number, number] = [30_000, 32_767]

/** Counts the addresses, by block, and the ports of the stored services. */
export function countServiceAllocations(services: Iterable<Service>, cidrs: readonly string[]): ServiceAllocations {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  for (const { spec } of services) {
    for (const address of spec?.clusterIPs ?? []) if (address !== 'None') addresses.add(address)
    for (const { nodePort = 0 } of spec?.ports ?? []) ports.add(nodePort)
    ports.add(spec?.healthCheckNodePort ?? 0)
  }
  ports.delete(0)
  const [low, high] = defaultNodePortRange
  const taken = [...addresses].flatMap((address) => parseIp(address) ?? [])
  return {
    addresses: new Map(
      cidrs.flatMap((text) => {
        const block = parseCidr(text)
        if (block === undefined) return []
        const allocated = taken.filter((address) => contains(block, address)).length
        return [[text, { allocated, available: usable(block) - allocated }] as const]
      }),
    ),
    ports: { allocated: ports.size, available: high - low + 1 - ports.size },
  }
}

/** The addresses of a block that services can have: not its first, and of IPv4 not its last. */
// upstream: pkg/registry/core/service/ipallocator/cidrallocator.go
function usable({ family, size }: { readonly family: unknown; readonly size: bigint }): number {
  return Number(size) - (family === 'IPv6' ? 1 : 2)
}
