/** The IP addresses of pods. A pod has its address until it is finished. Bounded by the pods of the cluster. */
export interface PodAddresses {
  /** The address of a pod; assigns a free one to a pod that has none. Throws when the range is used up. */
  addressOf(uid: string): string
  /** Records the address that a pod already has, unless another pod has it. */
  reserve(uid: string, address: string): void
  release(uid: string): void
}

/** Assigns the addresses of an IPv4 range in turn. The first and the last address of the range are left out. */
export function createPodAddresses(cidr: string): PodAddresses {
  const [first, size] = parseRange(cidr)
  const byUid = new Map<string, string>()
  const taken = new Set<string>()
  let last = 0
  const nextFree = (): string => {
    for (let tries = 2; tries < size; tries++) {
      last = (last % (size - 2)) + 1
      const address = formatAddress(first + last)
      if (!taken.has(address)) return address
    }
    throw new Error(`no address of ${cidr} is free for a pod`)
  }
  const reserve = (uid: string, address: string): void => {
    if (byUid.has(uid) || taken.has(address)) return
    byUid.set(uid, address)
    taken.add(address)
  }
  return {
    addressOf(uid) {
      const known = byUid.get(uid)
      if (known !== undefined) return known
      const address = nextFree()
      reserve(uid, address)
      return address
    },
    reserve,
    release(uid) {
      taken.delete(byUid.get(uid) ?? '')
      byUid.delete(uid)
    },
  }
}

/** The address of the node at a position: 192.168.0.1 and up. */
export function nodeAddress(index: number): string {
  return formatAddress(0xc0a8_0001 + index)
}

/** The first address of an IPv4 range as a number, and its size. Throws a TypeError for anything else. */
export function parseRange(cidr: string): readonly [first: number, size: number] {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(cidr)
  const bytes = parts?.slice(1, 5).map(Number) ?? []
  const bits = Number(parts?.[5])
  if (parts === null || bytes.some((byte) => byte > 255) || bits < 8 || bits > 30) {
    throw new TypeError(`podCidr must be an IPv4 range of 8 to 30 bits, not ${JSON.stringify(cidr)}`)
  }
  const size = 2 ** (32 - bits)
  const address = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return [address - (address % size), size]
}

function formatAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number / 2 ** shift) & 255).join('.')
}
