import type { FieldErrors } from '@pinnace/meta'
import { contains, parseCidr, parseIp, type IpBlock } from './ip-address.ts'

const blocks: readonly (readonly [block: IpBlock, message: string])[] = (
  [
    ['0.0.0.0/32', 'may not be unspecified (0.0.0.0)'],
    ['::/128', 'may not be unspecified (::)'],
    ['127.0.0.0/8', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ['169.254.0.0/16', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
    ['224.0.0.0/24', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
    ['ff02::/16', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ] as const
).map(([cidr, message]) => [parseCidr(cidr) as IpBlock, message])

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
