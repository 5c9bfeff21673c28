import { parseCidr, type FieldErrors } from '@pinnace/meta'
import { emptiedMember } from '@pinnace/schema'
import type { ServiceCIDR, ServiceCIDRSpec } from '@pinnace/types/networking-v1'
import { serviceCidrColumns } from '../columns/networking.ts'
import { formatIp } from '../core/ip-address.ts'
import { addressOf, isCanonicalCidr } from '../core/strict-ip.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { reportEach, sentences } from '../validation/messages.ts'

const onePerFamily = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64'

/** Ranges that services take their addresses from. A second family may be added to the first. */
// upstream: networking/validation, ValidateServiceCIDR and ValidateServiceCIDRUpdate
export const serviceCidr: KindBehavior<ServiceCIDR> = {
  strategy: {
    validate({ spec = {} }, errors) {
      const ranges = spec.cidrs ?? []
      if (ranges.length === 0) return errors.required('spec.cidrs', 'at least one CIDR required')
      if (ranges.length > 2) {
        return errors.invalid('spec.cidrs', { CIDRs: ranges }, 'may only hold up to 2 values')
      }
      return validateRanges(ranges, errors)
    },
    validateUpdate(next, live, errors) {
      validateChange(next.spec ?? {}, live.spec?.cidrs ?? [], errors)
    },
  },
  columns: serviceCidrColumns,
}

function validateRanges(ranges: readonly string[], errors: FieldErrors): void {
  ranges.forEach((range, index) => reportEach(errors, isCanonicalCidr(range), `spec.cidrs[${index}]`, range))
  const lengths = ranges.map((range) => familyOf(range))
  if (lengths.length === 2 && lengths[0] !== undefined && lengths[0] === lengths[1]) {
    errors.invalid('spec.cidrs', ranges, onePerFamily)
  }
}

function familyOf(range: string): string | undefined {
  const parsed = parseCidr(range)
  return parsed && formatIp(addressOf(parsed.address)).includes(':') ? 'IPv6' : parsed && 'IPv4'
}

function validateChange(spec: ServiceCIDRSpec, live: readonly string[], errors: FieldErrors): void {
  const next = spec.cidrs ?? []
  const isAdded = live.length === 1 && next.length === 2
  if (!isAdded && next.length !== live.length) {
    return errors.invalid('spec.cidrs', spec.cidrs ?? emptiedMember(spec, 'cidrs') ?? null, sentences.immutable)
  }
  live.forEach((range, index) => {
    if (next[index] !== range) errors.invalid(`spec.cidrs[${index}]`, next[index], sentences.immutable)
  })
  if (isAdded) validateRanges(next, errors)
  return undefined
}
