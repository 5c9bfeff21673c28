import type { FieldErrors } from '@pinnace/meta'
import { blockOf, contains, parseIp, type IpBlock } from './ip-address.ts'

const loopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
const linkLocal = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
const multicast = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'

// Numbers, not texts: the first text of an IPv6 address that a process reads takes milliseconds.
const blocks: readonly (readonly [block: IpBlock, message: string])[] = [
  [blockOf({ family: 'IPv4', value: 0n }, 32), 'may not be unspecified (0.0.0.0)'],
  [blockOf({ family: 'IPv6', value: 0n }, 128), 'may not be unspecified (::)'],
  [blockOf({ family: 'IPv4', value: 127n << 24n }, 8), loopback],
  [blockOf({ family: 'IPv6', value: 1n }, 128), loopback],
  [blockOf({ family: 'IPv4', value: 0xa9fen << 16n }, 16), linkLocal],
  [blockOf({ family: 'IPv6', value: 0xfe80n << 112n }, 10), linkLocal],
  [blockOf({ family: 'IPv4', value: 224n << 24n }, 24), multicast],
  [blockOf({ family: 'IPv6', value: 0xff02n << 112n }, 16), multicast],
]

/** Rejects addresses that other hosts cannot reach: unspecified, loopback, link-local. */
// upstream: core/validation, ValidateNonSpecialIP
export function validateNonSpecialIp(text: string, path: string, errors: FieldErrors): void {
  const address = parseIp(text)
  if (address === undefined) {
    errors.invalid(path, text, 'must be a valid IP address')
    return
  }
  for (const [block, message] of blocks) {
    if (contains(block, address)) errors.invalid(path, text, message)
  }
}
