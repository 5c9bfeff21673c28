import { createAddressPool } from './address-pool.ts'
import { formatAddress, parseAddressRange, type AddressFamily, type AddressRange } from './address-range.ts'

/** The IP addresses of pods. A pod has its addresses until it is finished. Bounded by the pods of the cluster. */
export interface PodAddresses {
  /** The addresses of a pod, one of each family; assigns free ones to a pod that has none. */
  addressesOf(uid: string): readonly string[]
  /** Records the addresses that a pod already has, unless other pods have them. */
  reserve(uid: string, addresses: readonly string[]): void
  release(uid: string): void
}

/** Assigns the addresses of one range, or of one for each family. Throws a TypeError for an invalid `podCidr`. */
export function createPodAddresses(podCidr: string): PodAddresses {
  const pools = parsePodCidr(podCidr).map((range) => ({ ...range, pool: createAddressPool(range, 'pod') }))
  return {
    addressesOf: (uid) => pools.map(({ pool }) => pool.addressOf(uid)),
    reserve(uid, addresses) {
      for (const { family, pool } of pools) {
        const own = addresses.find((address) => familyOf(address) === family)
        if (own !== undefined) pool.reserve(uid, own)
      }
    },
    release(uid) {
      for (const { pool } of pools) pool.release(uid)
    },
  }
}

/** The ranges of `podCidr`: one, or one of each family separated by a comma. */
export function parsePodCidr(podCidr: string): readonly AddressRange[] {
  const ranges = podCidr.split(',', 3).map((cidr) => parseAddressRange(cidr))
  const known = ranges.filter((range) => range !== undefined)
  const families = new Set(known.map(({ family }) => family))
  if (known.length < ranges.length || families.size < ranges.length) {
    throw new TypeError(
      `podCidr must be an IPv4 range of 8 to 30 bits, an IPv6 range of 8 to 126 bits, or both, not ${JSON.stringify(podCidr)}`,
    )
  }
  return known
}

/** The addresses of nodes by name. Throws a TypeError for an invalid `podCidr`. */
export function addressesOfNodes(
  nodes: readonly { readonly name: string }[],
  podCidr: string,
): ReadonlyMap<string, readonly string[]> {
  // An invalid range is refused without nodes, too.
  parsePodCidr(podCidr)
  return new Map(nodes.map(({ name }, index) => [name, nodeAddresses(index, podCidr)]))
}

/** The addresses of the node at a position, of the families of the pods: 192.168.0.1 and fd00:192:168::1, and up. */
export function nodeAddresses(index: number, podCidr: string): readonly string[] {
  return parsePodCidr(podCidr).map(({ family }) => formatAddress(family, firstNode[family] + BigInt(index)))
}

const firstNode = {
  IPv4: 0xc0a8_0001n,
  IPv6: 0xfd00_0192_0168_0000_0000_0000_0000_0001n,
} as const satisfies Record<AddressFamily, bigint>

function familyOf(address: string): AddressFamily {
  return address.includes(':') ? 'IPv6' : 'IPv4'
}
