import type { EndpointAddress, EndpointSubset, Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { EndpointPort } from '@pinnace/types/discovery-v1'
import { isReady } from '../workloads/pod-state.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import { servicePods, servicePorts } from './service-endpoints.ts'

interface Subset {
  readonly ports: readonly EndpointPort[]
  readonly ready: EndpointAddress[]
  readonly notReady: EndpointAddress[]
}

/** The subsets of a service's Endpoints: its pods grouped by ports, addresses sorted. Terminating pods are left out. */
// upstream: pkg/controller/endpoint/endpoints_controller.go, syncService
export function endpointSubsets(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const publishesAll = service.spec?.publishNotReadyAddresses === true
  const subsets = new Map<string, Subset>()
  for (const pod of servicePods(service, pods)) {
    if (isTerminating(pod) && !publishesAll) continue
    const ports = servicePorts(service, pod)
    if (ports.length === 0 && (service.spec?.ports?.length ?? 0) > 0) continue
    const key = JSON.stringify(ports)
    const subset = subsets.get(key) ?? { ports, ready: [], notReady: [] }
    subsets.set(key, subset)
    const list = publishesAll || isReady(pod) ? subset.ready : subset.notReady
    list.push(endpointAddress(service, pod))
  }
  return Array.from(subsets.values(), ({ ports, ready, notReady }) => ({
    ...(ready.length === 0 ? {} : { addresses: ready.sort(byIp) }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady.sort(byIp) }),
    ...(ports.length === 0 ? {} : { ports: ports.map(subsetPort) }),
  }))
}

/** A port without its name when that is empty. */
function subsetPort({ name, port = 0, ...others }: EndpointPort): NonNullable<EndpointSubset['ports']>[number] {
  return { ...(name ? { name } : {}), port, ...others }
}

function byIp(a: EndpointAddress, b: EndpointAddress): number {
  return a.ip < b.ip ? -1 : 1
}

function endpointAddress(service: Service, pod: Pod): EndpointAddress {
  const { hostname, subdomain, nodeName } = pod.spec ?? {}
  return {
    ip: pod.status?.podIP ?? '',
    ...(hostname && subdomain === service.metadata.name ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    targetRef: { kind: 'Pod', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod) },
  }
}
