import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Endpoint, EndpointPort } from '@pinnace/types/discovery-v1'
import { isFinished, isReady } from '../workloads/pod-state.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import type { WorkloadTools } from '../workloads/workload-loop.ts'

/** Endpoints with the same ports and the same address type. */
export interface EndpointGroup {
  readonly addressType: 'IPv4' | 'IPv6'
  readonly ports: readonly EndpointPort[]
  readonly endpoints: readonly Endpoint[]
}

/** Wakes the services that select a pod, or selected it before a change. */
export function watchServicePods({ loop, owners }: WorkloadTools<Service>, pods: Informer<Pod>): void {
  const enqueue = (pod: Pod, before: Pod = pod): void => {
    for (const service of owners.store.list(namespaceOf(pod))) {
      if (!hasManagedEndpoints(service)) continue
      const selector = fromLabelSelector({ matchLabels: service.spec?.selector })
      if (selector.matches(pod.metadata.labels) || selector.matches(before.metadata.labels)) {
        loop.add(objectKey(service))
      }
    }
  }
  pods.addHandler({ add: (pod) => enqueue(pod), update: enqueue, delete: (pod) => enqueue(pod) })
}

/** Whether controllers manage the endpoints of a service: it has a selector and is not an ExternalName. */
export function hasManagedEndpoints({ spec }: Service): boolean {
  return Object.keys(spec?.selector ?? {}).length > 0 && spec?.type !== 'ExternalName'
}

/** The pods that a service selects, that have an address and are not finished. */
// upstream: endpointslice/util, ShouldPodBeInEndpoints
export function servicePods({ spec }: Service, pods: readonly Pod[]): readonly Pod[] {
  const selector = fromLabelSelector({ matchLabels: spec?.selector })
  return pods.filter((pod) => selector.matches(pod.metadata.labels) && !isFinished(pod) && Boolean(pod.status?.podIP))
}

/** Groups the endpoints of a service by address type and ports. A service without pods has one empty group per type. */
// upstream: endpointslice/reconciler.go, reconcileByAddressType
export function endpointGroups(
  service: Service,
  pods: readonly Pod[],
  zoneOf: (node: string) => string | undefined,
): readonly EndpointGroup[] {
  const families = service.spec?.ipFamilies?.length ? service.spec.ipFamilies : ['IPv4']
  const selected = servicePods(service, pods)
  return (['IPv4', 'IPv6'] as const)
    .filter((addressType) => families.includes(addressType))
    .flatMap((addressType) => groupsOfType(service, selected, { addressType, zoneOf }))
}

function groupsOfType(
  service: Service,
  pods: readonly Pod[],
  options: {
    readonly addressType: EndpointGroup['addressType']
    readonly zoneOf: (node: string) => string | undefined
  },
): readonly EndpointGroup[] {
  const { addressType, zoneOf } = options
  const byPorts = new Map<string, { readonly ports: readonly EndpointPort[]; readonly endpoints: Endpoint[] }>()
  for (const pod of pods) {
    const address = podAddress(pod, addressType)
    if (address === undefined) continue
    const ports = servicePorts(service, pod)
    const key = JSON.stringify(ports)
    const group = byPorts.get(key) ?? { ports, endpoints: [] }
    byPorts.set(key, group)
    group.endpoints.push(podEndpoint(service, pod, { address, zone: zoneOf(pod.spec?.nodeName ?? '') }))
  }
  if (byPorts.size === 0) return [{ addressType, ports: [], endpoints: [] }]
  return Array.from(byPorts.values(), (group) => ({ addressType, ...group }))
}

/** The ports of a service as a pod serves them. A named target port is that of the pod's container; missing ones are left out. */
// upstream: endpointslice/utils.go, getEndpointPorts; pkg/api/v1/pod/util.go, FindPort
export function servicePorts({ spec }: Service, pod: Pod): readonly EndpointPort[] {
  return (spec?.ports ?? []).flatMap(
    ({ name = '', protocol = 'TCP', port, targetPort, appProtocol }): readonly EndpointPort[] => {
      const found = findPort(pod, targetPort || port, protocol)
      if (found === undefined) return []
      return [{ name, protocol, port: found, ...(appProtocol === undefined ? {} : { appProtocol }) }]
    },
  )
}

function findPort({ spec }: Pod, target: number | string, protocol: string): number | undefined {
  if (typeof target === 'number') return target
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  for (const { ports } of [...(spec?.containers ?? []), ...sidecars]) {
    const found = ports?.find((port) => port.name === target && (port.protocol ?? 'TCP') === protocol)
    if (found !== undefined) return found.containerPort
  }
  return undefined
}

function podAddress({ status }: Pod, addressType: 'IPv4' | 'IPv6'): string | undefined {
  const addresses = status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? '']
  return addresses.find((ip) => ip !== '' && ip.includes(':') === (addressType === 'IPv6'))
}

// upstream: endpointslice/utils.go, podToEndpoint
function podEndpoint(
  service: Service,
  pod: Pod,
  place: { readonly address: string; readonly zone: string | undefined },
): Endpoint {
  const { hostname, subdomain, nodeName } = pod.spec ?? {}
  const serving = isReady(pod)
  const terminating = isTerminating(pod)
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating)
  return {
    addresses: [place.address],
    conditions: { ready, serving, terminating },
    ...(hostname && subdomain === service.metadata.name ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    ...(place.zone === undefined ? {} : { zone: place.zone }),
    targetRef: { kind: 'Pod', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod) },
  }
}
