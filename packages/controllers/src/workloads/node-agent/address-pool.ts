import { formatAddress, type AddressRange } from './address-range.ts'

/** Addresses of a range and who has them. Bounded by those who have one. */
export interface AddressPool {
  /** The address of an owner; assigns a free one to an owner without. Throws when the range is used up. */
  addressOf(owner: string): string
  /** Records the address that an owner already has, unless another one has it. */
  reserve(owner: string, address: string): void
  release(owner: string): void
}

/** Assigns the addresses of a range in turn. The first and the last address of the range are left out. */
export function createAddressPool({ cidr, family, first, size }: AddressRange, ownerKind: string): AddressPool {
  const byOwner = new Map<string, string>()
  const taken = new Set<string>()
  let last = 0n
  const nextFree = (): string => {
    // One more try than addresses are taken finds a free one.
    const tries = BigInt(taken.size + 1)
    for (let count = 0n; count < tries && count < size - 2n; count++) {
      last = (last % (size - 2n)) + 1n
      const address = formatAddress(family, first + last)
      if (!taken.has(address)) return address
    }
    throw new Error(`no address of ${cidr} is free for a ${ownerKind}`)
  }
  const reserve = (owner: string, address: string): void => {
    if (byOwner.has(owner) || taken.has(address)) return
    byOwner.set(owner, address)
    taken.add(address)
  }
  return {
    addressOf(owner) {
      const known = byOwner.get(owner)
      if (known !== undefined) return known
      const address = nextFree()
      reserve(owner, address)
      return address
    },
    reserve,
    release(owner) {
      taken.delete(byOwner.get(owner) ?? '')
      byOwner.delete(owner)
    },
  }
}
