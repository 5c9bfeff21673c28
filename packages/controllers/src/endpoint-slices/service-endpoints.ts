import { fromLabelSelector } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Endpoint, EndpointPort } from '@pinnace/types/discovery-v1'
import { hasEnded, isReady } from '../workloads/pod-state.ts'

/** Endpoints that answer on the same ports, under addresses of the same type. */
export interface EndpointGroup {
  readonly addressType: 'IPv4' | 'IPv6'
  readonly ports: readonly EndpointPort[]
  readonly endpoints: readonly Endpoint[]
}

/** Whether endpoints of a service are found by its selector; else somebody else writes them down. */
export function isSelecting({ spec }: Service): boolean {
  return Object.keys(spec?.selector ?? {}).length > 0 && spec?.type !== 'ExternalName'
}

/** The pods a service selects that have an address and have not ended. */
// upstream: endpointslice/util, ShouldPodBeInEndpoints
export function podsOf({ spec }: Service, pods: readonly Pod[]): readonly Pod[] {
  const selector = fromLabelSelector({ matchLabels: spec?.selector })
  return pods.filter((pod) => selector.matches(pod.metadata.labels) && !hasEnded(pod) && Boolean(pod.status?.podIP))
}

/** What a service's pods serve, in groups that fit into one slice each but for their number. */
// upstream: endpointslice/reconciler.go, reconcileByAddressType
export function endpointGroups(
  service: Service,
  pods: readonly Pod[],
  zoneOf: (node: string) => string | undefined,
): readonly EndpointGroup[] {
  const families = service.spec?.ipFamilies?.length ? service.spec.ipFamilies : ['IPv4']
  const groups: EndpointGroup[] = []
  for (const addressType of ['IPv4', 'IPv6'] as const) {
    if (!families.includes(addressType)) continue
    const byPorts = new Map<string, { readonly ports: readonly EndpointPort[]; readonly endpoints: Endpoint[] }>()
    for (const pod of podsOf(service, pods)) {
      const address = addressOf(pod, addressType)
      if (address === undefined) continue
      const ports = portsOf(service, pod)
      const key = JSON.stringify(ports)
      const group = byPorts.get(key) ?? { ports, endpoints: [] }
      byPorts.set(key, group)
      group.endpoints.push(endpointOf(service, pod, address, zoneOf(pod.spec?.nodeName ?? '')))
    }
    // A service without pods has a slice all the same: an empty one.
    if (byPorts.size === 0) groups.push({ addressType, ports: [], endpoints: [] })
    for (const group of byPorts.values()) groups.push({ addressType, ...group })
  }
  return groups
}

/** The ports a pod serves a service on; a name means the container port that has it, and nothing where none has. */
// upstream: endpointslice/utils.go, getEndpointPorts; pkg/api/v1/pod/util.go, FindPort
export function portsOf({ spec }: Service, pod: Pod): readonly EndpointPort[] {
  return (spec?.ports ?? []).flatMap(
    ({ name = '', protocol = 'TCP', port, targetPort, appProtocol }): EndpointPort[] => {
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

function addressOf({ status }: Pod, addressType: 'IPv4' | 'IPv6'): string | undefined {
  const addresses = status?.podIPs?.map(({ ip }) => ip) ?? [status?.podIP ?? '']
  return addresses.find((ip) => ip !== '' && ip.includes(':') === (addressType === 'IPv6'))
}

// upstream: endpointslice/utils.go, podToEndpoint
function endpointOf(service: Service, pod: Pod, address: string, zone: string | undefined): Endpoint {
  const { name = '', namespace = '', uid = '', deletionTimestamp } = pod.metadata
  const { hostname, subdomain, nodeName } = pod.spec ?? {}
  const serving = isReady(pod)
  const terminating = deletionTimestamp !== undefined
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating)
  return {
    addresses: [address],
    conditions: { ready, serving, terminating },
    ...(hostname && subdomain === service.metadata.name ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    ...(zone === undefined ? {} : { zone }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  }
}
