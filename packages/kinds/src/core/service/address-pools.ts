import type { ApiObject } from '@pinnace/meta'
import type { AllocationContext } from '@pinnace/resources'
import type { Service } from '@pinnace/types/core-v1'
import type { ServiceCIDR } from '@pinnace/types/networking-v1'
import { contains, parseCidr, type IpAddress, type IpBlock } from '../ip-address.ts'
import type { ServiceRanges } from './ranges.ts'

/** A block of addresses, and its text for messages. */
export interface AddressPool {
  readonly block: IpBlock
  readonly cidr: string
}

/**
 * The blocks that services of a family take addresses from: those of every ServiceCIDR that is ready, and not being
 * deleted; where ServiceCIDRs are not served, those that the server was started with.
 */
// upstream: registry/core/service/ipallocator/cidrallocator.go, syncAllocators and isReady
export function addressPools(
  family: IpBlock['family'],
  ranges: ServiceRanges,
  context: Pick<AllocationContext<Service>, 'related' | 'vocabulary'>,
): readonly AddressPool[] {
  const stored = context.related({ group: context.vocabulary.group('networking'), resource: 'servicecidrs' })
  const cidrs =
    stored === undefined
      ? ranges.cidrs
      : [...stored]
          .map((entry) => entry.object() as ServiceCIDR)
          .flatMap((range) => (isReady(range) ? cidrsOf(range) : []))
  return cidrs.flatMap((cidr) => {
    const block = parseCidr(cidr)
    return block?.family === family ? [{ block, cidr }] : []
  })
}

/** The names of the IPAddress objects that belong to others than a service. */
export function foreignAddresses(
  { metadata }: Pick<Service, 'metadata'>,
  context: Pick<AllocationContext<Service>, 'related' | 'vocabulary'>,
): { has(address: string): boolean; readonly size: number } {
  const stored = context.related({ group: context.vocabulary.group('networking'), resource: 'ipaddresses' }) ?? []
  const byName = new Map<string, () => ApiObject>()
  for (const entry of stored) byName.set(entry.name, () => entry.object())
  return {
    size: byName.size,
    has(address) {
      const object = byName.get(address)?.()
      // An address that was written for a service of this name, and was left behind, is its own.
      return object !== undefined && !isParent(object, metadata)
    },
  }
}

/** Whether a service can have an address of a block: neither the network's own nor, in IPv4, the broadcast one. */
export function isUsable(block: IpBlock, address: IpAddress): boolean {
  return contains(block, address) && address.value > block.first && address.value <= block.first + lastOffset(block)
}

/** The offset of the last address of a block that a service can have. */
export function lastOffset({ family, size }: IpBlock): bigint {
  return family === 'IPv4' ? size - 2n : size - 1n
}

function isReady({ metadata, status }: ServiceCIDR): boolean {
  if (metadata.deletionTimestamp !== undefined) return false
  // A range that no controller has looked at is taken for ready.
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return ready === undefined || ready.status === 'True'
}

function cidrsOf({ spec }: ServiceCIDR): readonly string[] {
  return spec?.cidrs ?? []
}

function isParent(object: ApiObject, { namespace, name }: Service['metadata']): boolean {
  const { spec } = object as { readonly spec?: { readonly parentRef?: Record<string, string | undefined> } }
  const parent = spec?.parentRef ?? {}
  return parent['resource'] === 'services' && parent['namespace'] === namespace && parent['name'] === name
}
