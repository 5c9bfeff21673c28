import { parseCidr, quote, type FieldErrors } from '@pinnace/meta'
import { formatIp } from './ip-address.ts'

const badForm = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)'

/** An address of a network interface with the length of its prefix, in canonical form. */
// upstream: apimachinery/pkg/util/validation/ip.go, IsValidInterfaceAddress
export function validateInterfaceAddress(text: string, field: string, errors: FieldErrors): void {
  const parsed = parseCidr(text)
  if (parsed === undefined) return errors.invalid(field, text, badForm)
  const canonical = formatAddress(parsed)
  if (text === canonical) return undefined
  return errors.invalid(field, text, `must be in canonical form (${quote(canonical)})`)
}

function formatAddress({
  address,
  prefixLength,
}: {
  readonly address: Uint8Array
  readonly prefixLength: number
}): string {
  const value = address.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const isMapped = address.length === 16 && value >> 32n === 0xffffn
  if (address.length === 16 && !isMapped) return `${formatIp({ family: 'IPv6', value })}/${prefixLength}`
  const length = prefixLength > 32 ? prefixLength - 96 : prefixLength
  return `${formatIp({ family: 'IPv4', value: value & 0xffff_ffffn })}/${length}`
}
