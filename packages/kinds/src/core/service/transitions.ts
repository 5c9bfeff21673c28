import { isSemanticEqual, type Mutable } from '@pinnace/meta'
import type { Service, ServiceSpec } from '@pinnace/types/core-v1'
import { isExternallyAccessible, needsClusterIp, needsHealthCheckNodePort, needsNodePort } from './needs.ts'

type NextSpec = Mutable<ServiceSpec>

/** Brings `clusterIP` and `clusterIPs` to say the same, where a client wrote only one of them. */
// upstream: registry/core/service/storage/storage.go, normalizeClusterIPs
export function normalizeClusterIps(next: Mutable<Service>, live: Service | undefined): void {
  const spec = (next.spec ??= {})
  const ip = spec.clusterIP ?? ''
  const ips = spec.clusterIPs ?? []
  if (live === undefined) {
    if (ip !== '' && ips.length === 0) spec.clusterIPs = [ip]
    return
  }
  const old = live.spec ?? {}
  if (ip === (old.clusterIP ?? '')) {
    // A client that does not know the list has left it out.
    if (ips.length === 0 && old.clusterIPs !== undefined && old.clusterIPs.length > 0)
      spec.clusterIPs = [...old.clusterIPs]
  } else if (isSemanticEqual(ips, old.clusterIPs)) {
    // A client that knows only the one has changed it; the list follows.
    if (ip === '') delete spec.clusterIPs
    else spec.clusterIPs = [ip]
  }
}

/** Keeps what was allocated where a client that replaces the service did not repeat it. */
// upstream: registry/core/service/storage/storage.go, patchAllocatedValues
export function keepAllocated(next: Mutable<Service>, live: Service): void {
  const spec = (next.spec ??= {})
  const old = live.spec ?? {}
  if (needsClusterIp(live) && needsClusterIp(next as Service)) {
    if ((spec.clusterIP ?? '') === '' && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs]
  }
  if (needsNodePort(live) && needsNodePort(next as Service)) keepNodePorts(spec, old)
  if (needsHealthCheckNodePort(live) && needsHealthCheckNodePort(next as Service)) {
    if ((spec.healthCheckNodePort ?? 0) === 0 && old.healthCheckNodePort !== undefined) {
      spec.healthCheckNodePort = old.healthCheckNodePort
    }
  }
}

function keepNodePorts(spec: NextSpec, old: ServiceSpec): void {
  const named = new Set(spec.ports?.map(({ nodePort = 0 }) => nodePort))
  const byName = new Map(old.ports?.map(({ name = '', nodePort = 0 }) => [name, nodePort]))
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) continue
    const known = byName.get(port.name ?? '') ?? 0
    if (known !== 0 && !named.has(known)) port.nodePort = known
  }
}

/** Drops what a change of type leaves without meaning, unless the client changed it in the same write. */
// upstream: registry/core/service/strategy.go, dropTypeDependentFields
export function dropMeaningless(next: Mutable<Service>, live: Service): void {
  const spec = (next.spec ??= {})
  const old = live.spec ?? {}
  const now = next as Service
  const isSame = (...fields: (keyof ServiceSpec)[]): boolean =>
    fields.every((field) => isSemanticEqual(spec[field], old[field]))

  if (needsClusterIp(live) && !needsClusterIp(now)) {
    if (isSame('clusterIP', 'clusterIPs')) {
      delete spec.clusterIP
      delete spec.clusterIPs
    }
    if (isSame('ipFamilies')) delete spec.ipFamilies
    if (isSame('ipFamilyPolicy')) delete spec.ipFamilyPolicy
  }
  if (needsNodePort(live) && !needsNodePort(now) && haveSameNodePorts(spec, old)) {
    for (const port of spec.ports ?? []) delete port.nodePort
  }
  if (needsHealthCheckNodePort(live) && !needsHealthCheckNodePort(now) && isSame('healthCheckNodePort')) {
    delete spec.healthCheckNodePort
  }
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (isSame('allocateLoadBalancerNodePorts')) delete spec.allocateLoadBalancerNodePorts
    if (isSame('loadBalancerClass')) delete spec.loadBalancerClass
  }
  if (isExternallyAccessible(live) && !isExternallyAccessible(now) && isSame('externalTrafficPolicy')) {
    delete spec.externalTrafficPolicy
  }
  if (hasInternalPolicy(live) && !hasInternalPolicy(now) && isSame('internalTrafficPolicy')) {
    delete spec.internalTrafficPolicy
  }
  // The load balancer status is cleared at once. It is shared with `live`, so it is replaced, not changed.
  if (spec.type !== 'LoadBalancer' && live.status?.loadBalancer !== undefined) {
    next.status = { ...(live.status as Mutable<Service>['status']), loadBalancer: {} }
  }
}

function hasInternalPolicy({ spec }: Service): boolean {
  return spec?.type === 'ClusterIP' || spec?.type === 'NodePort' || spec?.type === 'LoadBalancer'
}

function haveSameNodePorts(spec: NextSpec, old: ServiceSpec): boolean {
  const all = (ports: ServiceSpec['ports']): readonly number[] => ports?.map(({ nodePort = 0 }) => nodePort) ?? []
  const before = new Set(all(old.ports))
  return all(spec.ports as ServiceSpec['ports']).every((port) => port === 0 || before.has(port))
}
