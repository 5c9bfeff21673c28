import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `discovery/v1`. */
export const descriptions: TypeDescriptions = {
  'discovery.v1.Endpoint': {
    '': 'One place that serves, usually a pod.',
    addresses:
      'Its addresses, all of the type of the slice: 1 to 100. They are interchangeable, and most readers use the first.',
    conditions: 'Whether it can be used at present.',
    hostname: 'The name under which DNS has it below the service. A DNS label.',
    targetRef: 'The object that it stands for, usually a pod.',
    deprecatedTopology:
      'Labels of the place from older versions of the API. Read only, and no substitute for zone and nodeName.',
    nodeName: 'The node that it runs on, for readers who prefer what is close.',
    zone: 'The zone that it runs in.',
    hints: 'Who should use it.',
  },
  'discovery.v1.EndpointConditions': {
    '': 'Whether an endpoint can be used. What is absent is to be read as in the description of each field.',
    ready:
      'Whether it is ready and not terminating. Absent means true; always true for services that publish what is not ready.',
    serving: 'Whether it answers, even if it is terminating. Absent means the same as ready.',
    terminating: 'Whether it is about to end. Absent means false.',
  },
  'discovery.v1.EndpointHints': {
    '': 'Who should use an endpoint, so that traffic stays close.',
    forZones: 'Zones whose clients should use it. At most 8.',
    forNodes: 'Nodes whose clients should use it. At most 8.',
  },
  'discovery.v1.EndpointPort': {
    '': 'A port on which the endpoints of a slice serve.',
    name: 'The name of the port, which is unique in the slice. Empty if the service has but one port.',
    protocol: 'TCP (the default), UDP or SCTP.',
    port: 'The number of the port. Without it, readers have to know what is meant.',
    appProtocol: 'What is spoken on the port, by a registered service name or a name with a domain.',
  },
  'discovery.v1.EndpointSlice': {
    '': 'A part of the endpoints of a service. All slices with the name of the service in their label form the whole.',
    addressType: 'The type of all addresses: IPv4, IPv6 or FQDN (no longer used). It cannot be changed.',
    endpoints: 'The endpoints. At most 1000.',
    ports: 'The ports that every endpoint has. At most 100.',
  },
  'discovery.v1.ForNode': {
    '': 'A node whose clients should use an endpoint.',
    name: 'The name of the node.',
  },
  'discovery.v1.ForZone': {
    '': 'A zone whose clients should use an endpoint.',
    name: 'The name of the zone.',
  },
}
