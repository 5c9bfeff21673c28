// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { ObjectReference } from './core-v1-references.ts'

/**
 * discovery.v1.Endpoint
 *
 * One place that serves, usually a pod.
 */
export interface Endpoint {
  /**
   * Its addresses, all of the type of the slice: 1 to 100. They are interchangeable, and most readers use the first.
   */
  readonly addresses: readonly string[]
  /** Whether it can be used at present. */
  readonly conditions?: EndpointConditions
  /** The name under which DNS has it below the service. A DNS label. */
  readonly hostname?: string
  /** The object that it stands for, usually a pod. */
  readonly targetRef?: ObjectReference
  /** Labels of the place from older versions of the API. Read only, and no substitute for zone and nodeName. */
  readonly deprecatedTopology?: Readonly<Record<string, string>>
  /** The node that it runs on, for readers who prefer what is close. */
  readonly nodeName?: string
  /** The zone that it runs in. */
  readonly zone?: string
  /** Who should use it. */
  readonly hints?: EndpointHints
}

/**
 * discovery.v1.EndpointConditions
 *
 * Whether an endpoint can be used. What is absent is to be read as in the description of each field.
 */
export interface EndpointConditions {
  /**
   * Whether it is ready and not terminating. Absent means true; always true for services that publish what is not
   * ready.
   */
  readonly ready?: boolean
  /** Whether it answers, even if it is terminating. Absent means the same as ready. */
  readonly serving?: boolean
  /** Whether it is about to end. Absent means false. */
  readonly terminating?: boolean
}

/**
 * discovery.v1.EndpointHints
 *
 * Who should use an endpoint, so that traffic stays close.
 */
export interface EndpointHints {
  /** Zones whose clients should use it. At most 8. */
  readonly forZones?: readonly ForZone[]
  /** Nodes whose clients should use it. At most 8. */
  readonly forNodes?: readonly ForNode[]
}

/**
 * discovery.v1.EndpointPort
 *
 * A port on which the endpoints of a slice serve.
 */
export interface EndpointPort {
  /** The name of the port, which is unique in the slice. Empty if the service has but one port. */
  readonly name?: string
  /** TCP (the default), UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol?: string
  /** The number of the port. Without it, readers have to know what is meant. */
  readonly port?: number
  /** What is spoken on the port, by a registered service name or a name with a domain. */
  readonly appProtocol?: string
}

/**
 * discovery.v1.EndpointSlice
 *
 * A part of the endpoints of a service. All slices with the name of the service in their label form the whole.
 */
export interface EndpointSlice extends ApiObject {
  /** The type of all addresses: IPv4, IPv6 or FQDN (no longer used). It cannot be changed. One of FQDN, IPv4, IPv6. */
  readonly addressType: string
  /** The endpoints. At most 1000. */
  readonly endpoints?: readonly Endpoint[] | null
  /** The ports that every endpoint has. At most 100. */
  readonly ports?: readonly EndpointPort[] | null
}

/** discovery.v1.EndpointSliceList */
export type EndpointSliceList = ApiList<EndpointSlice>

/**
 * discovery.v1.ForNode
 *
 * A node whose clients should use an endpoint.
 */
export interface ForNode {
  /** The name of the node. */
  readonly name: string
}

/**
 * discovery.v1.ForZone
 *
 * A zone whose clients should use an endpoint.
 */
export interface ForZone {
  /** The name of the zone. */
  readonly name: string
}

/** Fields of the types of this file, one line each. */
export const discoveryV1Types: TypeTable = {
  'discovery.v1.Endpoint': `addresses 1 []string required list=set
conditions 2 discovery.v1.EndpointConditions omitempty
hostname 3 string omitempty pointer
targetRef 4 core.v1.ObjectReference omitempty pointer
deprecatedTopology 5 map:string omitempty
nodeName 6 string omitempty pointer
zone 7 string omitempty pointer
hints 8 discovery.v1.EndpointHints omitempty pointer`,
  'discovery.v1.EndpointConditions': `ready 1 boolean omitempty pointer
serving 2 boolean omitempty pointer
terminating 3 boolean omitempty pointer`,
  'discovery.v1.EndpointHints': `forZones 1 []discovery.v1.ForZone omitempty list=atomic
forNodes 2 []discovery.v1.ForNode omitempty list=atomic`,
  'discovery.v1.EndpointPort': `@atomic
name 1 string omitempty pointer
protocol 2 string omitempty pointer go=v1.Protocol enum=TCP|UDP|SCTP
port 3 int32 omitempty pointer
appProtocol 4 string omitempty pointer`,
  'discovery.v1.EndpointSlice': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
addressType 4 string required go=v1.AddressType enum=FQDN|IPv4|IPv6
endpoints 2 []discovery.v1.Endpoint list=atomic
ports 3 []discovery.v1.EndpointPort list=atomic`,
  'discovery.v1.EndpointSliceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []discovery.v1.EndpointSlice required`,
  'discovery.v1.ForNode': `name 1 string required`,
  'discovery.v1.ForZone': `name 1 string required`,
}
