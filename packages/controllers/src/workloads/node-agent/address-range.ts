import { parseCidr } from '@pinnace/meta'

/** The family of an address. */
export type AddressFamily = 'IPv4' | 'IPv6'

/** A range of addresses. */
export interface AddressRange {
  readonly cidr: string
  readonly family: AddressFamily
  readonly first: bigint
  readonly size: bigint
}

/** An address range; undefined for text that is none, or for one of fewer than `minBits` bits or fewer than four addresses. */
export function parseAddressRange(cidr: string, minBits = 8): AddressRange | undefined {
  const parsed = parseCidr(cidr)
  if (parsed === undefined) return undefined
  const { address, prefixLength } = parsed
  const bits = address.length * 8
  if (prefixLength < minBits || prefixLength > bits - 2) return undefined
  const size = 1n << BigInt(bits - prefixLength)
  const value = address.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return { cidr, family: bits === 32 ? 'IPv4' : 'IPv6', first: value - (value % size), size }
}

/** The text of an address. */
export function formatAddress(family: AddressFamily, value: bigint): string {
  if (family === 'IPv4') return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const words = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16))
  // RFC 5952: the longest run of two or more zero words is written as two colons.
  const [run = ''] = (words.join(':').match(/\b0(?::0)+\b/g) ?? []).sort((a, b) => b.length - a.length)
  return run === '' ? words.join(':') : shortened(words.join(':'), run)
}

function shortened(text: string, run: string): string {
  const start = `:${text}:`.indexOf(`:${run}:`)
  const before = text.slice(0, Math.max(0, start - 1))
  return `${before}::${text.slice(start + run.length + 1)}`
}
