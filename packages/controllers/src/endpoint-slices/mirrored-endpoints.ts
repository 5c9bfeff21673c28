import { isEqualJson } from '@pinnace/meta'
import type { EndpointAddress, Endpoints, EndpointSubset } from '@pinnace/types/core-v1'
import type { Endpoint, EndpointPort } from '@pinnace/types/discovery-v1'
import type { EndpointGroup } from './service-endpoints.ts'

/** Addresses of a subset that are mirrored at most. */
// upstream: cmd/kube-controller-manager, MirroringMaxEndpointsPerSubset
export const maxMirroredEndpoints = 1000

/** The endpoints of an Endpoints object, by address type and ports. An object without addresses has none. */
// upstream: pkg/controller/endpointslicemirroring/reconciler.go, reconcile
export function mirroredGroups({ subsets = [] }: Endpoints): readonly EndpointGroup[] {
  const groups: { addressType: EndpointGroup['addressType']; ports: readonly EndpointPort[]; endpoints: Endpoint[] }[] =
    []
  for (const subset of subsets) {
    const ports = portsOf(subset)
    for (const [address, ready] of addressesOf(subset)) {
      const addressType = address.ip.includes(':') ? 'IPv6' : 'IPv4'
      let group = groups.find((one) => one.addressType === addressType && isEqualJson(one.ports, ports))
      if (group === undefined) groups.push((group = { addressType, ports, endpoints: [] }))
      // Of an address that is given twice, the first one counts.
      if (
        !group.endpoints.some((one) => one.addresses[0] === address.ip && isEqualJson(one.targetRef, address.targetRef))
      ) {
        group.endpoints.push(endpointOf(address, ready))
      }
    }
  }
  return groups
}

function addressesOf({
  addresses = [],
  notReadyAddresses = [],
}: EndpointSubset): readonly [EndpointAddress, boolean][] {
  const all = [
    ...addresses.map((address): [EndpointAddress, boolean] => [address, true]),
    ...notReadyAddresses.map((address): [EndpointAddress, boolean] => [address, false]),
  ]
  return all.slice(0, maxMirroredEndpoints)
}

function portsOf({ ports = [] }: EndpointSubset): readonly EndpointPort[] {
  return ports.map(({ name = '', port, protocol = 'TCP', appProtocol }) => ({
    name,
    protocol,
    port,
    ...(appProtocol === undefined ? {} : { appProtocol }),
  }))
}

function endpointOf({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    ...(targetRef === undefined ? {} : { targetRef }),
  }
}
