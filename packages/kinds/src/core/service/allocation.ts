import { isPortNumber, type FieldErrors, type Mutable, type Random } from '@pinnace/meta'
import type { AllocationContext } from '@pinnace/resources'
import type { Service, ServiceSpec } from '@pinnace/types/core-v1'
import { contains, formatIp, parseCidr, parseIp, type IpBlock } from '../ip-address.ts'
import { validateClusterIps } from './cluster-ips.ts'
import { needsClusterIp, needsHealthCheckNodePort, needsNodePort } from './needs.ts'

/** Where services take addresses and ports from. */
export interface ServiceRanges {
  /** One block, or one of each family; the first is the default family's. */
  readonly blocks: readonly IpBlock[]
  /** The text of the blocks, for messages. */
  readonly cidrs: readonly string[]
  /** Both ends included. */
  readonly nodePorts: readonly [number, number]
}

/** Reads and checks the ranges; throws a TypeError that names the option. */
export function parseServiceRanges(serviceCidr: string, nodePortRange: readonly [number, number]): ServiceRanges {
  const cidrs = serviceCidr.split(',').map((text) => text.trim())
  const blocks = cidrs.map((text) => {
    const block = parseCidr(text)
    if (block === undefined) throw new TypeError(`serviceCidr must be a CIDR block, not ${JSON.stringify(text)}`)
    if (block.size < 4n) throw new TypeError(`serviceCidr ${JSON.stringify(text)} has too few addresses`)
    return block
  })
  if (blocks.length > 2 || new Set(blocks.map(({ family }) => family)).size !== blocks.length) {
    throw new TypeError('serviceCidr must have at most one block of each IP family')
  }
  const [low, high] = nodePortRange
  if (!(Number.isInteger(low) && Number.isInteger(high) && low >= 1 && low <= high && high <= 65_535)) {
    throw new TypeError('nodePortRange must be two ports, the lower one first')
  }
  return { blocks, cidrs, nodePorts: nodePortRange }
}

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
  if (spec === undefined || !needsClusterIp(next as Service)) return release
  // Errors of the addresses are the only ones reported.
  validateClusterIps(next as Service, errors)
  if (!errors.isEmpty) return release
  if (!setFamilies(ranges, spec, live, errors)) return release
  let used: Used | undefined
  const pools: Pools = {
    ranges,
    context,
    taken,
    // A write that asks for nothing new looks at no other service.
    get used() {
      return (used ??= readUsed(live, context))
    },
  }
  if (spec.clusterIPs?.[0] !== 'None') allocateAddresses(pools, spec, live, errors)
  if (needsNodePort(next as Service)) allocateNodePorts(pools, spec, live, errors)
  if (needsHealthCheckNodePort(next as Service)) allocateHealthPort(pools, spec, live, errors)
  return release
}

interface Used {
  readonly addresses: ReadonlySet<string>
  readonly ports: ReadonlySet<number>
}

interface Pools {
  readonly ranges: ServiceRanges
  readonly used: Used
  readonly context: AllocationContext<Service>
  readonly taken: (() => void)[]
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

/** What other services hold. */
function readUsed(live: Service | undefined, context: AllocationContext<Service>): Used {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  for (const peer of context.peers()) {
    if (live !== undefined && peer.metadata.uid === live.metadata.uid) continue
    const { clusterIPs = [], ports: peerPorts = [], healthCheckNodePort = 0 } = peer.spec ?? {}
    for (const ip of clusterIPs) addresses.add(ip)
    for (const { nodePort = 0 } of peerPorts) if (nodePort !== 0) ports.add(nodePort)
    if (healthCheckNodePort !== 0) ports.add(healthCheckNodePort)
  }
  return { addresses, ports }
}

function allocateAddresses(
  pools: Pools,
  spec: Mutable<ServiceSpec>,
  live: Service | undefined,
  errors: FieldErrors,
): void {
  const own = new Set(live?.spec?.clusterIPs)
  const addresses = [...(spec.clusterIPs ?? [])]
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    const block = pools.ranges.blocks.find((one) => one.family === family)
    if (block === undefined) continue
    const asked = addresses[index]
    if (asked === undefined || asked === '') {
      const found = findAddress(pools, block)
      if (found === undefined) errors.internal('spec.clusterIPs', 'failed to allocate a serviceIP: range is full')
      else addresses[index] = found
    } else if (!own.has(asked)) {
      const problem = askForAddress(pools, block, asked)
      if (problem !== undefined) {
        errors.invalid('spec.clusterIPs', spec.clusterIPs, `failed to allocate IP ${asked}: ${problem}`)
      }
    }
  }
  spec.clusterIPs = addresses
  if (addresses[0] !== undefined) spec.clusterIP = addresses[0]
}

function askForAddress(pools: Pools, block: IpBlock, asked: string): string | undefined {
  const address = parseIp(asked)
  // upstream: registry/core/service/ipallocator/ipallocator.go and cidrallocator.go
  if (address === undefined || !contains(block, address)) return 'the provided network does not match the current range'
  if (address.value === block.first) {
    const cidr = pools.ranges.cidrs[pools.ranges.blocks.indexOf(block)]
    return `the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${cidr}`
  }
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

function findAddress(pools: Pools, block: IpBlock): string | undefined {
  // Neither the network's own address nor, in IPv4, the broadcast one.
  const last = block.family === 'IPv4' ? block.size - 2n : block.size - 1n
  const offset = staticAddresses(block.size)
  const upper = findFrom(pools, block, offset === 0n ? 1n : offset, last)
  return upper ?? (offset > 1n ? findFrom(pools, block, 1n, offset - 1n) : undefined)
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

function allocateNodePorts(
  pools: Pools,
  spec: Mutable<ServiceSpec>,
  live: Service | undefined,
  errors: FieldErrors,
): void {
  const own = new Set(live?.spec?.ports?.map(({ nodePort = 0 }) => nodePort))
  const mayChoose = spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false
  /** Ports this service has by now, with the protocols they carry: one number may serve several protocols. */
  const mine = new Map<number, Set<string>>()
  const note = (port: number, protocol: string): void =>
    void mine.set(port, (mine.get(port) ?? new Set()).add(protocol))
  spec.ports?.forEach((port, index) => {
    const asked = port.nodePort ?? 0
    if (asked === 0) return
    const isMine = own.has(asked) || mine.has(asked) || pools.context.dryRun
    const problem = isMine ? undefined : askForPort(pools, asked)
    if (problem !== undefined) errors.invalid(`spec.ports[${index}].nodePort`, asked, problem)
    note(asked, port.protocol ?? '')
  })
  if (!mayChoose) return
  const byPort = new Map(
    spec.ports?.flatMap(({ port, nodePort = 0 }) => (nodePort === 0 ? [] : [[port, nodePort] as const])),
  )
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) continue
    const protocol = port.protocol ?? ''
    // The same port under another protocol takes the same node port.
    const sibling = byPort.get(port.port)
    const found = sibling !== undefined && mine.get(sibling)?.has(protocol) === false ? sibling : findPort(pools)
    if (found === undefined) {
      errors.internal('spec.ports', 'failed to allocate a nodePort: range is full')
      return
    }
    port.nodePort = found
    byPort.set(port.port, found)
    note(found, protocol)
  }
}

function allocateHealthPort(
  pools: Pools,
  spec: Mutable<ServiceSpec>,
  live: Service | undefined,
  errors: FieldErrors,
): void {
  const asked = spec.healthCheckNodePort ?? 0
  if (asked === 0) {
    const found = findPort(pools)
    if (found === undefined)
      errors.internal('spec.healthCheckNodePort', 'failed to allocate a HealthCheck NodePort: range is full')
    else spec.healthCheckNodePort = found
  } else if (asked !== live?.spec?.healthCheckNodePort) {
    // A dry run takes no port, and what is no port or may not change is reported by validation.
    if (pools.context.dryRun || isPortNumber(asked).length > 0 || (live && needsHealthCheckNodePort(live))) return
    const problem = askForPort(pools, asked)
    if (problem === undefined) return
    errors.invalid(
      'spec.healthCheckNodePort',
      asked,
      `failed to allocate requested HealthCheck NodePort ${asked}: ${problem}`,
    )
  }
}

function askForPort(pools: Pools, asked: number): string | undefined {
  const [low, high] = pools.ranges.nodePorts
  if (asked < low || asked > high) {
    return `provided port is not in the valid range. The range of valid ports is ${low}-${high}`
  }
  if (pools.used.ports.has(asked) || !reserve(pools, 'nodePorts', String(asked)))
    return 'provided port is already allocated'
  return undefined
}

function findPort(pools: Pools): number | undefined {
  const [low, high] = pools.ranges.nodePorts
  const count = high - low + 1
  const start = Number(randomBelow(pools.context.random, BigInt(count)))
  for (let step = 0; step < count; step++) {
    const port = low + ((start + step) % count)
    if (!pools.used.ports.has(port) && reserve(pools, 'nodePorts', String(port))) return port
  }
  return undefined
}

/** Takes `value` for this write; false where another write has it. */
function reserve({ context, taken }: Pools, pool: string, value: string): boolean {
  const values = context.reserved.get(pool) ?? new Set<string>()
  context.reserved.set(pool, values)
  if (values.has(value)) return false
  values.add(value)
  taken.push(() => values.delete(value))
  return true
}

function randomBelow(random: Random, limit: bigint): bigint {
  const bytes = random.bytes(16)
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value % limit
}
