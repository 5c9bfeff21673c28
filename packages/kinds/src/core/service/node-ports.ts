import { internalError, unclassifiedError, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { Service, ServiceSpec } from '@pinnace/types/core-v1'
import { needsHealthCheckNodePort } from './needs.ts'
import { randomBelow, reserve, type Pools } from './pools.ts'

/** The number before the ports that dry runs show, unless the service asks for one by its number. */
const beforeDummies = 32_768

type Port = Mutable<NonNullable<ServiceSpec['ports']>[number]>

/** Allocates the node ports of one write. A dry run takes none, and shows numbers that no service gets. */
// upstream: registry/core/service/portallocator/operation.go, PortAllocationOperation
interface PortOperation {
  /** Takes the port that a client asks for; what is wrong with it otherwise. */
  take(port: number): string | undefined
  /** Takes a free port; undefined if there is none. */
  next(): number | undefined
}

/** Allocates the node ports of a service and its health check port. */
// upstream: registry/core/service/storage/alloc.go, txnAllocNodePorts and txnUpdateNodePorts
export function allocatePorts(
  pools: Pools,
  next: Mutable<Service>,
  live: Service | undefined,
  errors: FieldErrors,
): void {
  const spec = next.spec ?? {}
  const operation = pools.context.dryRun ? dryRunOf(pools) : operationOf(pools)
  const { type, allocateLoadBalancerNodePorts } = spec
  if (type === 'NodePort' || type === 'LoadBalancer') {
    const mayChoose = type === 'NodePort' || allocateLoadBalancerNodePorts !== false
    const ports = (spec.ports ?? []).map((port, index) => ({ port, index }))
    const wanting = ports.filter(({ port }) => mayChoose || (port.nodePort ?? 0) !== 0)
    if (live === undefined) takeNew(operation, wanting, errors)
    else takeChanged(operation, wanting, { live, errors })
  }
  if (!errors.isEmpty || !needsHealthCheckNodePort(next as Service)) return
  if (live === undefined || !needsHealthCheckNodePort(live)) takeHealthPort(operation, spec)
}

interface PortAt {
  readonly port: Port
  readonly index: number
}

/** The ports of a new service: two protocols of one port share a node port. */
// upstream: registry/core/service/storage/alloc.go, initNodePorts
function takeNew(operation: PortOperation, ports: readonly PortAt[], errors: FieldErrors): void {
  const byPort = new Map<number, number>()
  for (const { port, index } of ports) {
    const asked = port.nodePort ?? 0
    const known = byPort.get(port.port)
    if (known === undefined) {
      // A later entry of the same port may name its node port.
      const named = ports.find((one) => one.port.port === port.port && (one.port.nodePort ?? 0) !== 0)?.port.nodePort
      if (named !== undefined && !take(operation, named, index, errors)) return
      port.nodePort = named ?? nextOf(operation)
      byPort.set(port.port, port.nodePort)
    } else if (asked === 0) {
      port.nodePort = known
    } else if (asked !== known && !take(operation, asked, index, errors)) {
      return
    }
  }
}

/** The ports of a changed service: those it had are its own. */
// upstream: registry/core/service/storage/alloc.go, updateNodePorts
function takeChanged(
  operation: PortOperation,
  ports: readonly PortAt[],
  { live, errors }: { readonly live: Service; readonly errors: FieldErrors },
): void {
  const own = new Set(live.spec?.ports?.map(({ nodePort = 0 }) => nodePort))
  const seen = new Set<string>()
  for (const { port, index } of ports) {
    const asked = port.nodePort ?? 0
    if (asked === 0) port.nodePort = nextOf(operation)
    else if (!own.has(asked)) {
      if (!take(operation, asked, index, errors)) return
      own.add(asked)
    }
    const key = `${port.protocol ?? ''} ${port.nodePort}`
    if (seen.has(key)) throw unclassifiedError(`duplicate nodePort: {${key}}`)
    seen.add(key)
  }
}

function takeHealthPort(operation: PortOperation, spec: Mutable<ServiceSpec>): void {
  const asked = spec.healthCheckNodePort ?? 0
  if (asked === 0) {
    const found = operation.next()
    if (found === undefined) throw internalError('failed to allocate a HealthCheck NodePort : range is full')
    spec.healthCheckNodePort = found
    return
  }
  const problem = operation.take(asked)
  if (problem === undefined) return
  throw internalError(`failed to allocate requested HealthCheck NodePort ${asked}: ${problem}`)
}

function take(operation: PortOperation, asked: number, index: number, errors: FieldErrors): boolean {
  const problem = operation.take(asked)
  if (problem !== undefined) errors.invalid(`spec.ports[${index}].nodePort`, asked, problem)
  return problem === undefined
}

function nextOf(operation: PortOperation): number {
  const found = operation.next()
  if (found === undefined) throw internalError('failed to allocate a nodePort: range is full')
  return found
}

const isTaken = 'provided port is already allocated'

function operationOf(pools: Pools): PortOperation {
  const [low, high] = pools.ranges.nodePorts
  return {
    take(port) {
      if (port < low || port > high) {
        return `provided port is not in the valid range. The range of valid ports is ${low}-${high}`
      }
      return pools.used.ports.has(port) || !reserve(pools, 'nodePorts', String(port)) ? isTaken : undefined
    },
    next() {
      const first = low + staticPorts(high - low + 1)
      return findFrom(pools, first, high) ?? findFrom(pools, low, first - 1)
    },
  }
}

/** Ports at the start of the range, which are given out last: they are for those who ask by number. */
// upstream: registry/core/service/portallocator/allocator.go, calculateRangeOffset
function staticPorts(size: number): number {
  return size < 16 ? 0 : Math.min(Math.max(Math.floor(size / 32), 16), 128)
}

function findFrom(pools: Pools, low: number, high: number): number | undefined {
  const count = high - low + 1
  if (count <= 0) return undefined
  const start = Number(randomBelow(pools.context.random, BigInt(count)))
  for (let step = 0; step < count; step++) {
    const port = low + ((start + step) % count)
    if (!pools.used.ports.has(port) && reserve(pools, 'nodePorts', String(port))) return port
  }
  return undefined
}

function dryRunOf(pools: Pools): PortOperation {
  const taken = new Set<number>()
  return {
    take(port) {
      if (taken.has(port) || pools.used.ports.has(port)) return isTaken
      taken.add(port)
      return undefined
    },
    next() {
      const port = (taken.size === 0 ? beforeDummies : Math.max(...taken)) + 1
      taken.add(port)
      return port
    },
  }
}
