/** Addresses of pods: each has one of its own until it ends. It holds those of the pods there are. */
export interface PodAddresses {
  /** The address of a pod: the one it has, else one that is free. */
  addressOf(uid: string): string
  /** Takes note of an address a pod has already; what another has stays with that one. */
  reserve(uid: string, address: string): void
  release(uid: string): void
}

/** Gives out the addresses of an IPv4 range, one after the other, and begins again when it is through. */
export function createPodAddresses(cidr: string): PodAddresses {
  const [first, size] = parseRange(cidr)
  const byUid = new Map<string, string>()
  const taken = new Set<string>()
  let last = 0
  const next = (): string => {
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
      if (!byUid.has(uid)) reserve(uid, next())
      return byUid.get(uid)!
    },
    reserve,
    release(uid) {
      taken.delete(byUid.get(uid) ?? '')
      byUid.delete(uid)
    },
  }
}

/** The address of the nth node. */
export function nodeAddress(index: number): string {
  return formatAddress(0xc0a8_0001 + index)
}

/** The first address of a range, and how many there are. A TypeError for what is none. */
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
