import { parseCidr, parseIp } from '@pinnace/meta'

/** A block of addresses, as bits. */
interface Bits {
  readonly bits: string
  readonly size: number
}

/** Whether a block contains an address. False for texts that are none. */
export function containsAddress(cidr: string, address: string): boolean {
  const block = blockOf(cidr)
  const found = parseIp(address)
  return (
    block !== undefined &&
    found !== undefined &&
    found.length * 8 === block.size &&
    bitsOf(found).startsWith(block.bits)
  )
}

/** Whether a block contains another one, or is the same. */
export function containsBlock(outer: string, inner: string): boolean {
  const [a, b] = [blockOf(outer), blockOf(inner)]
  return a !== undefined && b !== undefined && a.size === b.size && b.bits.startsWith(a.bits)
}

function blockOf(cidr: string): Bits | undefined {
  const parsed = parseCidr(cidr)
  if (parsed === undefined) return undefined
  return { bits: bitsOf(parsed.address).slice(0, parsed.prefixLength), size: parsed.address.length * 8 }
}

function bitsOf(address: Uint8Array): string {
  return Array.from(address, (byte) => byte.toString(2).padStart(8, '0')).join('')
}
