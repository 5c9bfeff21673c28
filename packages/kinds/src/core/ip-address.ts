import { isIPv4, isIPv6 } from 'node:net'

/** An address as a number. */
export interface IpAddress {
  readonly family: 'IPv4' | 'IPv6'
  readonly value: bigint
}

/** A block of addresses: its first one, and how many it has. */
export interface IpBlock {
  readonly family: 'IPv4' | 'IPv6'
  readonly first: bigint
  readonly size: bigint
  readonly prefixLength: number
}

/** The address, or undefined where the text is none. Zones are refused. */
export function parseIp(text: string): IpAddress | undefined {
  if (isIPv4(text)) return { family: 'IPv4', value: parseV4(text) }
  // The expression of Node.js for IPv6 takes milliseconds to compile.
  if (!text.includes(':') || !isIPv6(text) || text.includes('%')) return undefined
  const value = parseV6(text)
  // upstream: net.ParseIP – an IPv4 address mapped into IPv6 is the IPv4 address.
  if (value >> 32n === 0xffffn) return { family: 'IPv4', value: value & 0xffff_ffffn }
  return { family: 'IPv6', value }
}

/** The block, or undefined where the text is none. Host bits are masked away. */
export function parseCidr(text: string): IpBlock | undefined {
  const slash = text.indexOf('/')
  if (slash === -1) return undefined
  const address = parseIp(text.slice(0, slash))
  const length = text.slice(slash + 1)
  if (address === undefined || !/^(0|[1-9][0-9]{0,2})$/.test(length)) return undefined
  const bits = address.family === 'IPv4' ? 32 : 128
  const prefixLength = Number(length)
  if (prefixLength > bits) return undefined
  return blockOf(address, prefixLength)
}

/** The block of a length that an address is in. */
export function blockOf({ family, value }: IpAddress, prefixLength: number): IpBlock {
  const size = 1n << BigInt((family === 'IPv4' ? 32 : 128) - prefixLength)
  return { family, first: value - (value % size), size, prefixLength }
}

/** The text of an address, as Go writes it. */
export function formatIp({ family, value }: IpAddress): string {
  if (family === 'IPv4') return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const words = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - index * 16)) & 0xffffn)
  // The longest run of two or more zero words, the first of equals, is written `::`.
  let start = -1
  let length = 1
  for (let index = 0; index < 8; index++) {
    let end = index
    while (end < 8 && words[end] === 0n) end++
    if (end - index > length) {
      start = index
      length = end - index
    }
    if (end > index) index = end
  }
  const text = words.map((word) => word.toString(16))
  if (start === -1) return text.join(':')
  return `${text.slice(0, start).join(':')}::${text.slice(start + length).join(':')}`
}

/** Whether the address lies in the block. */
export function contains(block: IpBlock, address: IpAddress): boolean {
  return block.family === address.family && address.value >= block.first && address.value < block.first + block.size
}

function parseV4(text: string): bigint {
  // Numbers are faster than big integers.
  return BigInt(text.split('.').reduce((value, part) => value * 256 + Number(part), 0))
}

function parseV6(text: string): bigint {
  const lastColon = text.lastIndexOf(':')
  let body = text
  if (text.includes('.', lastColon)) {
    const v4 = parseV4(text.slice(lastColon + 1))
    body = `${text.slice(0, lastColon + 1)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`
  }
  const [head = '', tail] = body.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const words =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return words.reduce((value, word) => (value << 16n) | BigInt(`0x${word}`), 0n)
}
