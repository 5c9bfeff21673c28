import { good } from './name-messages.ts'

/** Validates an IP address; leading zeros in IPv4 are allowed. Returns messages; empty if valid. */
// upstream: apimachinery/pkg/util/validation/ip.go, IsValidIPForLegacyField
export function isIp(value: string): readonly string[] {
  return parseIp(value) === undefined ? ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'] : good
}

/** Validates a CIDR such as `10.0.0.0/8`; bits after the prefix are allowed. */
// upstream: ip.go, IsValidCIDRForLegacyField
export function isCidr(value: string): readonly string[] {
  return parseCidr(value) === undefined ? ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'] : good
}

/** Parses an address to 4 or 16 bytes; undefined if it is invalid. */
// upstream: utils/net, ParseIPSloppy – octets may have leading zeros.
export function parseIp(text: string): Uint8Array | undefined {
  const colon = text.indexOf(':')
  return colon < 0 ? parseIpv4(text) : parseIpv6(text)
}

/** Parses a CIDR to the bytes of the address and the length of the prefix; undefined if it is invalid. */
// upstream: utils/net, ParseCIDRSloppy
export function parseCidr(text: string): { readonly address: Uint8Array; readonly prefixLength: number } | undefined {
  const slash = text.indexOf('/')
  const address = slash < 0 ? undefined : parseIp(text.slice(0, slash))
  const lengthText = text.slice(slash + 1)
  if (address === undefined || !/^[0-9]{1,100}$/.test(lengthText)) return undefined
  const prefixLength = Number(lengthText)
  return prefixLength > address.length * 8 ? undefined : { address, prefixLength }
}

function parseIpv4(text: string): Uint8Array | undefined {
  const octets = text.split('.', 5)
  if (octets.length !== 4) return undefined
  const bytes = new Uint8Array(4)
  for (const [index, octet] of octets.entries()) {
    if (!/^[0-9]{1,100}$/.test(octet) || Number(octet) > 255) return undefined
    bytes[index] = Number(octet)
  }
  return bytes
}

function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split('::', 3)
  if (halves.length > 2) return undefined
  const [left = '', right] = halves
  const head = parseGroups(left, right === undefined)
  const tail = right === undefined ? [] : parseGroups(right, true)
  if (head === undefined || tail === undefined) return undefined
  const known = head.length + tail.length
  // A double colon is at least one group.
  if (halves.length === 1 ? known !== 16 : known > 14) return undefined
  const bytes = new Uint8Array(16)
  bytes.set(head)
  bytes.set(tail, 16 - tail.length)
  return bytes
}

/** Parses groups separated by colons; the last one may be an IPv4 address. */
function parseGroups(text: string, isLast: boolean): number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':', 9)
  for (const [index, group] of groups.entries()) {
    if (isLast && index === groups.length - 1 && group.includes('.')) {
      const ipv4 = parseIpv4(group)
      if (ipv4 === undefined) return undefined
      bytes.push(...ipv4)
    } else {
      if (!/^[0-9A-Fa-f]{1,100}$/.test(group)) return undefined
      const value = Number.parseInt(group, 16)
      if (value > 0xffff) return undefined
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return bytes
}
