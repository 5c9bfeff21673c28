// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { ObjectReference } from './core-v1-references.ts'

/** discovery.v1.Endpoint */
export interface Endpoint {
  readonly addresses: readonly string[]
  readonly conditions?: EndpointConditions
  readonly hostname?: string
  readonly targetRef?: ObjectReference
  readonly deprecatedTopology?: Readonly<Record<string, string>>
  readonly nodeName?: string
  readonly zone?: string
  readonly hints?: EndpointHints
}

/** discovery.v1.EndpointConditions */
export interface EndpointConditions {
  readonly ready?: boolean
  readonly serving?: boolean
  readonly terminating?: boolean
}

/** discovery.v1.EndpointHints */
export interface EndpointHints {
  readonly forZones?: readonly ForZone[]
  readonly forNodes?: readonly ForNode[]
}

/** discovery.v1.EndpointPort */
export interface EndpointPort {
  readonly name?: string
  /** One of TCP, UDP, SCTP. */
  readonly protocol?: string
  readonly port?: number
  readonly appProtocol?: string
}

/** discovery.v1.EndpointSlice */
export interface EndpointSlice extends ApiObject {
  /** One of FQDN, IPv4, IPv6. */
  readonly addressType: string
  readonly endpoints?: readonly Endpoint[] | null
  readonly ports?: readonly EndpointPort[] | null
}

/** discovery.v1.EndpointSliceList */
export type EndpointSliceList = ApiList<EndpointSlice>

/** discovery.v1.ForNode */
export interface ForNode {
  readonly name: string
}

/** discovery.v1.ForZone */
export interface ForZone {
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
