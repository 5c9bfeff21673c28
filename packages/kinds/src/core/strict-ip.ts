import { isCidr, isIp, parseCidr as parseSloppyCidr, parseIp as parseSloppyIp, quote } from '@pinnace/meta'
import { formatIp, parseIp, type IpAddress } from './ip-address.ts'

const good: readonly string[] = []

/** Validates an address that any program reads the same: without leading zeros, and no IPv4 address in IPv6. */
// upstream: apimachinery/pkg/util/validation/ip.go, IsValidIPForLegacyField with strict validation
export function isStrictIp(text: string): readonly string[] {
  const address = parseIp(text)
  if (address === undefined) {
    const problems = isIp(text)
    return problems.length > 0 ? problems : ['must not have leading 0s']
  }
  return isMapped(text, address) ? ['must not be an IPv4-mapped IPv6 address'] : good
}

/** Validates an address in the one form there is of each. */
// upstream: ip.go, IsValidIP
export function isCanonicalIp(text: string): readonly string[] {
  const problems = isStrictIp(text)
  return problems.length > 0 ? problems : canonicalMessages(text, canonicalIp(text))
}

/** Validates a CIDR that any program reads the same; bits after the prefix are refused too. */
// upstream: ip.go, IsValidCIDRForLegacyField with strict validation
export function isStrictCidr(text: string): readonly string[] {
  const problems = isCidr(text)
  if (problems.length > 0) return problems
  const [addressText = '', lengthText = ''] = text.split('/')
  const address = parseIp(addressText)
  if (address === undefined || /^0./.test(lengthText)) return ['must not have leading 0s in IP or prefix length']
  if (isMapped(addressText, address)) return ['must not have an IPv4-mapped IPv6 address']
  return hasHostBits(address, Number(lengthText)) ? ['must not have bits set beyond the prefix length'] : good
}

/** Validates a CIDR in the one form there is of each. */
// upstream: ip.go, IsValidCIDR
export function isCanonicalCidr(text: string): readonly string[] {
  const problems = isStrictCidr(text)
  return problems.length > 0 ? problems : canonicalMessages(text, canonicalCidr(text))
}

/** What is said of an address that is accepted and had better been written in another way. */
// upstream: pkg/api/util validation warnings, GetWarningsForIP
export function ipWarnings(text: string, field: string): readonly string[] {
  if (parseSloppyIp(text) === undefined) return good
  const canonical = canonicalIp(text)
  if (isStrictIp(text).length > 0) {
    return [`${field}: non-standard IP address ${quote(text)} is invalid: use ${quote(canonical)}`]
  }
  if (canonical === text) return good
  return [`${field}: IPv6 address ${quote(text)} should be in RFC 5952 canonical format (${quote(canonical)})`]
}

/** What is said of a CIDR that is accepted and had better been written in another way. */
// upstream: GetWarningsForCIDR
export function cidrWarnings(text: string, field: string): readonly string[] {
  const range = parseSloppyCidr(text)
  if (range === undefined) return good
  const [addressText = '', lengthText = ''] = text.split('/')
  const address = addressOf(range.address)
  const canonical = canonicalCidr(text)
  const warnings: string[] = []
  if (hasHostBits(address, range.prefixLength)) {
    const single = `${formatIp(address)}/${bitsOf(address)}`
    const better = `should be ${quote(canonical)} or ${quote(single)}?`
    warnings.push(`${field}: CIDR value ${quote(text)} is ambiguous in this context (${better})`)
  }
  const strict = parseIp(addressText)
  if (strict === undefined || /^0./.test(lengthText) || isMapped(addressText, strict)) {
    warnings.push(`${field}: non-standard CIDR value ${quote(text)} is invalid: use ${quote(canonical)}`)
  } else if (strict.family === 'IPv6' && formatIp(strict) !== addressText) {
    const form = quote(`${formatIp(strict)}/${lengthText}`)
    warnings.push(`${field}: IPv6 CIDR value ${quote(text)} should be in RFC 5952 canonical format (${form})`)
  }
  return warnings
}

function canonicalMessages(text: string, canonical: string): readonly string[] {
  return text === canonical ? good : [`must be in canonical form (${quote(canonical)})`]
}

function canonicalIp(text: string): string {
  const bytes = parseSloppyIp(text)
  return bytes === undefined ? text : formatIp(addressOf(bytes))
}

function canonicalCidr(text: string): string {
  const range = parseSloppyCidr(text)
  if (range === undefined) return text
  const address = addressOf(range.address)
  // The length of an IPv4 address in IPv6 counts from the start of the IPv6 address.
  const length = address.family === 'IPv4' && range.address.length === 16 ? range.prefixLength - 96 : range.prefixLength
  const free = BigInt(bitsOf(address) - length)
  return `${formatIp({ ...address, value: (address.value >> free) << free })}/${length}`
}

/** The address that bytes are; an IPv4 address in IPv6 is the IPv4 address. */
export function addressOf(bytes: Uint8Array): IpAddress {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  if (bytes.length === 4) return { family: 'IPv4', value }
  return value >> 32n === 0xffffn ? { family: 'IPv4', value: value & 0xffff_ffffn } : { family: 'IPv6', value }
}

function bitsOf({ family }: IpAddress): number {
  return family === 'IPv4' ? 32 : 128
}

function isMapped(text: string, { family }: IpAddress): boolean {
  return family === 'IPv4' && text.includes(':')
}

function hasHostBits(address: IpAddress, prefixLength: number): boolean {
  const free = BigInt(Math.max(bitsOf(address) - prefixLength, 0))
  return (address.value >> free) << free !== address.value
}
