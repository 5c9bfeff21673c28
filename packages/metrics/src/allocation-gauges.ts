import type { Awaitable } from '@pinnace/meta'
import type { ReadableMetrics } from './create-metrics.ts'

/** Addresses of a block, or ports of the range of node ports. */
export interface Allocations {
  readonly allocated: number
  readonly available: number
}

/** What {@link addAllocationGauges} reads. */
export interface AllocationSource {
  /** By block. */
  readonly addresses: ReadonlyMap<string, Allocations>
  readonly ports: Allocations
}

/** Adds the gauges of the addresses and ports that services have, which are computed when metrics are read. */
// upstream: pkg/registry/core/service/ipallocator/metrics.go and portallocator/metrics.go
export function addAllocationGauges(
  metrics: ReadableMetrics,
  componentPrefix: string,
  read: () => Awaitable<AllocationSource | undefined>,
): void {
  const gauge = (name: string, help: string, labelNames: readonly string[]): ReturnType<ReadableMetrics['gauge']> =>
    metrics.gauge({ name: `${componentPrefix}_apiserver_${name}`, help, labelNames })
  const addresses = {
    allocated: gauge('clusterip_allocator_allocated_ips', 'Gauge measuring the number of allocated IPs for Services', [
      'cidr',
    ]),
    available: gauge('clusterip_allocator_available_ips', 'Gauge measuring the number of available IPs for Services', [
      'cidr',
    ]),
  }
  const ports = {
    allocated: gauge(
      'nodeport_allocator_allocated_ports',
      'Gauge measuring the number of allocated NodePorts for Services',
      [],
    ),
    available: gauge(
      'nodeport_allocator_available_ports',
      'Gauge measuring the number of available NodePorts for Services',
      [],
    ),
  }
  metrics.onRead(async () => {
    const source = await read()
    if (source === undefined) return
    for (const [cidr, { allocated, available }] of source.addresses) {
      addresses.allocated.set([cidr], allocated)
      addresses.available.set([cidr], available)
    }
    ports.allocated.set([], source.ports.allocated)
    ports.available.set([], source.ports.available)
  })
}
