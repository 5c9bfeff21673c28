import { internalError, quote, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { AllocationContext } from '@pinnace/resources'
import type { Service, ServiceSpec } from '@pinnace/types/core-v1'
import { formatIp, parseIp, type IpBlock } from '../ip-address.ts'
import { addressPools, isUsable, lastOffset, type AddressPool } from './address-pools.ts'
import { validateClusterIps } from './cluster-ips.ts'
import { needsClusterIp } from './needs.ts'
import { allocatePorts } from './node-ports.ts'
import { randomBelow, readUsed, reserve, type Pools, type Used } from './pools.ts'
import type { ServiceRanges } from './ranges.ts'

/**
 * Gives a service the addresses and ports it needs and has not, and reserves what it asks for by name. Returns what
 * gives the reservations back.
 */
// upstream: registry/core/service/storage/alloc.go
export function allocateService(
  next: Mutable<Service>,
  live: Service | undefined,
  errors: FieldErrors,
  { ranges, context }: { readonly ranges: ServiceRanges; readonly context: AllocationContext<Service> },
): () => void {
  const taken: (() => void)[] = []
  const release = (): void => {
    for (const give of taken.splice(0)) give()
  }
  const spec = next.spec
  if (spec === undefined || spec.type === 'ExternalName') return release
  // Errors of the addresses are the only ones reported, also if the type is unknown.
  validateClusterIps(next as Service, errors)
  if (!errors.isEmpty) return release
  if (!setFamilies(ranges, spec, live, errors) || !needsClusterIp(next as Service)) return release
  let used: Used | undefined
  const pools: Pools = {
    ranges,
    context,
    taken,
    // A write that asks for nothing new looks at no other service.
    get used() {
      return (used ??= readUsed(next as Service, live, context))
    },
  }
  try {
    if (spec.clusterIPs?.[0] !== 'None') allocateAddresses(pools, next, live, errors)
    // Errors of ports are reported once the addresses are allocated.
    if (errors.isEmpty) allocatePorts(pools, next, live, errors)
  } catch (error) {
    release()
    throw error
  }
  return release
}

/** Fills policy and families. Answers whether they can be had here. */
// upstream: registry/core/service/storage/alloc.go, initIPFamilyFields
function setFamilies(
  { blocks }: ServiceRanges,
  spec: Mutable<ServiceSpec>,
  live: Service | undefined,
  errors: FieldErrors,
): boolean {
  const isHeadlessWithoutSelector = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0
  const policy = (spec.ipFamilyPolicy ??=
    live?.spec?.ipFamilyPolicy ?? (isHeadlessWithoutSelector ? 'RequireDualStack' : 'SingleStack'))
  const before = errors.list.length
  const old = live?.spec ?? {}
  const refuse = (detail: string): void => errors.invalid('spec.ipFamilyPolicy', policy, detail)
  if (policy === 'SingleStack' && live !== undefined) {
    // The policy alone is a clear wish to give the second of each back.
    if (isSameList(spec.clusterIPs, old.clusterIPs) && spec.clusterIPs !== undefined)
      spec.clusterIPs = spec.clusterIPs.slice(0, 1)
    if (isSameList(spec.ipFamilies, old.ipFamilies) && spec.ipFamilies !== undefined)
      spec.ipFamilies = spec.ipFamilies.slice(0, 1)
  } else if (live !== undefined) {
    if (isReduced(spec.clusterIPs, old.clusterIPs)) refuse("must be 'SingleStack' to release the secondary cluster IP")
    if (isReduced(spec.ipFamilies, old.ipFamilies)) refuse("must be 'SingleStack' to release the secondary IP family")
  }
  if (policy === 'SingleStack') {
    const detail = "must be 'RequireDualStack' or 'PreferDualStack' when multiple"
    if (spec.clusterIPs?.length === 2) refuse(`${detail} cluster IPs are specified`)
    if (spec.ipFamilies?.length === 2) refuse(`${detail} IP families are specified`)
  }
  const families = [...(spec.ipFamilies ?? [])]
  spec.clusterIPs?.forEach((ip, index) => {
    const family = parseIp(ip)?.family
    if (family === undefined || index < families.length) return
    if (blocks.some((block) => block.family === family)) families.push(family)
    else errors.invalid(`spec.clusterIPs[${index}]`, spec.clusterIPs, `${family} is not configured on this cluster`)
  })
  if (errors.list.length > before) return false
  const other = (family: string): string => (family === 'IPv4' ? 'IPv6' : 'IPv4')
  if (isHeadlessWithoutSelector) {
    if (families.length === 0) families.push(blocks[0]!.family)
    if (families.length === 1 && policy !== 'SingleStack') families.push(other(families[0]!))
    spec.ipFamilies = families
    return true
  }
  if (policy === 'RequireDualStack' && blocks.length < 2)
    refuse('this cluster is not configured for dual-stack services')
  families.forEach((family, index) => {
    if (blocks.some((block) => block.family === family)) return
    errors.invalid(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')
  })
  if (errors.list.length > before) return false
  if (families.length === 0) families.push(blocks[0]!.family)
  if (policy !== 'SingleStack' && families.length === 1 && blocks.length === 2) families.push(other(families[0]!))
  spec.ipFamilies = families
  return true
}

function isSameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((item, index) => item === b[index])
}

function isReduced(next: readonly string[] | undefined, live: readonly string[] | undefined): boolean {
  return live?.length === 2 && next?.length === 1
}

function allocateAddresses(
  pools: Pools,
  { metadata, spec = {} }: Mutable<Service>,
  live: Service | undefined,
  errors: FieldErrors,
): void {
  const own = new Set(live?.spec?.clusterIPs)
  const addresses = [...(spec.clusterIPs ?? [])]
  const refuse = (value: readonly string[] | undefined, problem: string): void =>
    errors.invalid('spec.clusterIPs', value, `failed to allocate ${problem}`)
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    if (!pools.ranges.blocks.some((block) => block.family === family)) continue
    const asked = addresses[index] ?? ''
    if (asked !== '' && own.has(asked)) continue
    const blocks = addressPools(family as IpBlock['family'], pools.ranges, pools.context)
    if (asked !== '') {
      const problem = askForAddress(pools, blocks, asked)
      if (problem !== undefined) refuse(spec.clusterIPs, `IP ${asked}: ${problem}`)
      continue
    }
    const found = findAddress(pools, blocks)
    addresses[index] = found ?? ''
    if (found !== undefined) continue
    if (pools.context.dryRun) refuse([...addresses], `IP: ${notReady}`)
    else throw internalError(`failed to allocate a serviceIP for Service ${quote(metadata.name ?? '')}: range is full`)
  }
  spec.clusterIPs = addresses
  if (addresses[0] !== undefined) spec.clusterIP = addresses[0]
}

const notReady = 'allocator not ready'

// upstream: registry/core/service/ipallocator/ipallocator.go and cidrallocator.go
function askForAddress(pools: Pools, blocks: readonly AddressPool[], asked: string): string | undefined {
  const address = parseIp(asked)
  if (address === undefined || !blocks.some(({ block }) => isUsable(block, address))) {
    if (!pools.context.dryRun) return 'the provided network does not match the current range'
    const [first] = blocks
    if (first === undefined) return notReady
    return `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${first.cidr}`
  }
  // A dry run takes no address, and looks at none that is taken.
  if (pools.context.dryRun) return undefined
  const text = formatIp(address)
  if (pools.used.addresses.has(text) || !reserve(pools, 'clusterIPs', text)) return 'provided IP is already allocated'
  return undefined
}

/** Addresses at the start of a block, which are given out last: they are for those who ask by name. */
// upstream: registry/core/service/ipallocator, calculateRangeOffset
function staticAddresses(size: bigint): bigint {
  if (size < 16n) return 0n
  const part = size / 16n
  return part < 16n ? 16n : part > 256n ? 256n : part
}

/** A free address of one of the blocks, which are looked at from a random one on. */
function findAddress(pools: Pools, blocks: readonly AddressPool[]): string | undefined {
  const start = blocks.length < 2 ? 0 : Number(randomBelow(pools.context.random, BigInt(blocks.length)))
  for (const { block } of [...blocks.slice(start), ...blocks.slice(0, start)]) {
    // A dry run shows the address of the network, which no service gets.
    if (pools.context.dryRun) return formatIp({ family: block.family, value: block.first })
    const last = lastOffset(block)
    const offset = staticAddresses(block.size)
    const upper = findFrom(pools, block, offset === 0n ? 1n : offset, last)
    const found = upper ?? (offset > 1n ? findFrom(pools, block, 1n, offset - 1n) : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

function findFrom(pools: Pools, block: IpBlock, low: bigint, high: bigint): string | undefined {
  const count = high - low + 1n
  if (count <= 0n) return undefined
  const start = randomBelow(pools.context.random, count)
  // One address more than there are allocated ones is enough to find a free one.
  const held = BigInt(pools.used.addresses.size + (pools.context.reserved.get('clusterIPs')?.size ?? 0)) + 1n
  const tries = held < count ? held : count
  for (let step = 0n; step < tries; step++) {
    const text = formatIp({ family: block.family, value: block.first + low + ((start + step) % count) })
    if (!pools.used.addresses.has(text) && reserve(pools, 'clusterIPs', text)) return text
  }
  return undefined
}
