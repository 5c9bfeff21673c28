// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Condition } from './meta-v1.ts'

/**
 * networking.v1beta1.IPAddress
 *
 * An IP address that is in use. The name of the object is the address in its canonical form, so that each can be taken
 * only once.
 */
export interface IPAddress extends ApiObject {
  /** Who uses the address. */
  readonly spec: IPAddressSpec
}

/** networking.v1beta1.IPAddressList */
export type IPAddressList = ApiList<IPAddress>

/**
 * networking.v1beta1.IPAddressSpec
 *
 * Who uses an address.
 */
export interface IPAddressSpec {
  /** The object that the address belongs to, usually a service. */
  readonly parentRef: ParentReference
}

/**
 * networking.v1beta1.ParentReference
 *
 * The object that uses an address.
 */
export interface ParentReference {
  /** The API group of the object. Empty for the core group. */
  readonly group?: string
  /** The plural resource of the object. */
  readonly resource: string
  /** The namespace of the object, if it is in one. */
  readonly namespace?: string
  /** The name of the object. */
  readonly name: string
}

/**
 * networking.v1beta1.ServiceCIDR
 *
 * Ranges of addresses that services get theirs from. There can be several, which are used together.
 */
export interface ServiceCIDR extends ApiObject {
  /** The ranges. */
  readonly spec?: ServiceCIDRSpec
  /** Whether the ranges are in use. */
  readonly status?: ServiceCIDRStatus
}

/** networking.v1beta1.ServiceCIDRList */
export type ServiceCIDRList = ApiList<ServiceCIDR>

/**
 * networking.v1beta1.ServiceCIDRSpec
 *
 * Ranges of addresses for services.
 */
export interface ServiceCIDRSpec {
  /** One range, or one each of IPv4 and IPv6. They cannot be changed, but a second family can be added. */
  readonly cidrs?: readonly string[]
}

/**
 * networking.v1beta1.ServiceCIDRStatus
 *
 * The state of ranges of addresses.
 */
export interface ServiceCIDRStatus {
  /** Judgments of the state. Ready says whether addresses are taken from the ranges. */
  readonly conditions?: readonly Condition[]
}

/** Fields of the types of this file, one line each. */
export const networkingV1beta1Types: TypeTable = {
  'networking.v1beta1.IPAddress': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1beta1.IPAddressSpec required omitempty`,
  'networking.v1beta1.IPAddressList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1beta1.IPAddress required`,
  'networking.v1beta1.IPAddressSpec': `parentRef 1 networking.v1beta1.ParentReference required omitempty pointer`,
  'networking.v1beta1.ParentReference': `group 1 string omitempty
resource 2 string required omitempty
namespace 3 string omitempty
name 4 string required omitempty`,
  'networking.v1beta1.ServiceCIDR': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1beta1.ServiceCIDRSpec omitempty
status 3 networking.v1beta1.ServiceCIDRStatus omitempty`,
  'networking.v1beta1.ServiceCIDRList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1beta1.ServiceCIDR required`,
  'networking.v1beta1.ServiceCIDRSpec': `cidrs 1 []string omitempty list=atomic`,
  'networking.v1beta1.ServiceCIDRStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type`,
}
