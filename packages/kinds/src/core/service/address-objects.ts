import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { Companion } from '@pinnace/resources'
import type { Service } from '@pinnace/types/core-v1'
import { formatIp, parseIp } from '../ip-address.ts'

/** The IPAddress of an address of a service. */
// upstream: registry/core/service/ipallocator, newIPAddress
export function serviceAddressObject(
  vocabulary: Vocabulary,
  address: string,
  service: { readonly namespace: string; readonly name: string },
): ApiObject {
  const { labelDomain, groupDomain } = vocabulary
  const labels = {
    [`ipaddress.${labelDomain}/ip-family`]: address.includes(':') ? 'IPv6' : 'IPv4',
    [`ipaddress.${labelDomain}/managed-by`]: `ipallocator.${groupDomain}`,
  }
  const { namespace, name } = service
  return {
    kind: 'IPAddress',
    metadata: { name: address, labels },
    spec: { parentRef: { resource: 'services', namespace, name } },
  } as ApiObject
}

/** The IPAddress objects that a service holds, one for each of its addresses. */
export function addressObjects({ metadata, spec }: Service, vocabulary: Vocabulary): readonly Companion[] {
  const resource = { group: vocabulary.group('networking'), version: 'v1', resource: 'ipaddresses' }
  const { namespace = '', name = '' } = metadata
  return (spec?.clusterIPs ?? [])
    .flatMap((text) => parseIp(text) ?? [])
    .map((address) => ({ resource, object: serviceAddressObject(vocabulary, formatIp(address), { namespace, name }) }))
}
