// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString } from '../scalars.ts'
import type { TypedLocalObjectReference } from './core-v1-references.ts'
import type { Condition, LabelSelector } from './meta-v1.ts'

/**
 * networking.v1.HTTPIngressPath
 *
 * Where requests for a path go.
 */
export interface HTTPIngressPath {
  /** The path, which begins with a slash. What it matches depends on pathType. */
  readonly path?: string
  /**
   * Exact matches the whole path, Prefix matches its first elements between slashes, ImplementationSpecific leaves it
   * to the ingress class. One of Exact, ImplementationSpecific, Prefix.
   */
  readonly pathType: string
  /** Where the requests go. */
  readonly backend: IngressBackend
}

/**
 * networking.v1.HTTPIngressRuleValue
 *
 * The paths of a host.
 */
export interface HTTPIngressRuleValue {
  /** Paths with their backends. The longest path that matches is used, and an exact one before a prefix. */
  readonly paths: readonly HTTPIngressPath[]
}

/**
 * networking.v1.IPAddress
 *
 * An IP address that is in use. The name of the object is the address in its canonical form, so that each can be taken
 * only once.
 */
export interface IPAddress extends ApiObject {
  /** Who uses the address. */
  readonly spec: IPAddressSpec
}

/** networking.v1.IPAddressList */
export type IPAddressList = ApiList<IPAddress>

/**
 * networking.v1.IPAddressSpec
 *
 * Who uses an address.
 */
export interface IPAddressSpec {
  /** The object that the address belongs to, usually a service. */
  readonly parentRef: ParentReference
}

/**
 * networking.v1.IPBlock
 *
 * A range of addresses, of which parts may be excepted.
 */
export interface IPBlock {
  /** The range, such as "192.168.1.0/24" or "2001:db8::/64". */
  readonly cidr: string
  /** Ranges within cidr that do not count. */
  readonly except?: readonly string[]
}

/**
 * networking.v1.Ingress
 *
 * Leads HTTP requests from outside to services, by host and path.
 */
export interface Ingress extends ApiObject {
  /** Which requests go where. */
  readonly spec?: IngressSpec
  /** Where the ingress can be reached. */
  readonly status?: IngressStatus
}

/**
 * networking.v1.IngressBackend
 *
 * Where requests go: to a service or to another resource.
 */
export interface IngressBackend {
  /** A service in the namespace of the ingress. Cannot be combined with resource. */
  readonly service?: IngressServiceBackend
  /** An object in the namespace of the ingress that the controller understands. Cannot be combined with service. */
  readonly resource?: TypedLocalObjectReference
}

/**
 * networking.v1.IngressClass
 *
 * A sort of ingresses, which one controller implements. An annotation makes it the default for ingresses without a
 * class.
 */
export interface IngressClass extends ApiObject {
  /** The controller and its parameters. */
  readonly spec?: IngressClassSpec
}

/** networking.v1.IngressClassList */
export type IngressClassList = ApiList<IngressClass>

/**
 * networking.v1.IngressClassParametersReference
 *
 * The object with the parameters of an ingress class.
 */
export interface IngressClassParametersReference {
  /** The API group of the object. Empty for the core group. */
  readonly apiGroup?: string
  /** The kind of the object. */
  readonly kind: string
  /** The name of the object. */
  readonly name: string
  /** Cluster (the default) or Namespace, which then has to be named. */
  readonly scope?: string
  /** The namespace of the object. Required for the scope Namespace, forbidden for Cluster. */
  readonly namespace?: string
}

/**
 * networking.v1.IngressClassSpec
 *
 * What implements the ingresses of a class.
 */
export interface IngressClassSpec {
  /**
   * The controller, in the form of a path with a domain such as "example.com/ingress-controller"; at most 250
   * characters. It cannot be changed.
   */
  readonly controller?: string
  /** An object with further parameters for the controller. */
  readonly parameters?: IngressClassParametersReference
}

/** networking.v1.IngressList */
export type IngressList = ApiList<Ingress>

/**
 * networking.v1.IngressLoadBalancerIngress
 *
 * One point at which an ingress can be reached.
 */
export interface IngressLoadBalancerIngress {
  /** The IP address, for load balancers that have one. */
  readonly ip?: string
  /** The host name, for load balancers that have one. */
  readonly hostname?: string
  /** The ports that are open there. */
  readonly ports?: readonly IngressPortStatus[]
}

/**
 * networking.v1.IngressLoadBalancerStatus
 *
 * Where an ingress can be reached.
 */
export interface IngressLoadBalancerStatus {
  /** The points at which requests are accepted. */
  readonly ingress?: readonly IngressLoadBalancerIngress[]
}

/**
 * networking.v1.IngressPortStatus
 *
 * The state of a port of a load balancer.
 */
export interface IngressPortStatus {
  /** The port. */
  readonly port: number
  /** TCP, UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol: string
  /**
   * A CamelCase word for what is wrong with the port, with the domain of the provider in front if it is specific to it.
   */
  readonly error?: string
}

/**
 * networking.v1.IngressRule
 *
 * Where the requests for a host go.
 */
export interface IngressRule extends IngressRuleValue {
  /**
   * The host without port, or with a wildcard as its first label ("*.example.com"). Without it, the rule is for every
   * host.
   */
  readonly host?: string
}

/**
 * networking.v1.IngressRuleValue
 *
 * What is done with the requests that a rule is for.
 */
export interface IngressRuleValue {
  /** Chooses the backend by path. Without it, everything goes to the default backend. */
  readonly http?: HTTPIngressRuleValue
}

/**
 * networking.v1.IngressServiceBackend
 *
 * A port of a service that requests go to.
 */
export interface IngressServiceBackend {
  /** The service, in the namespace of the ingress. */
  readonly name: string
  /** The port of the service, by name or by number. */
  readonly port?: ServiceBackendPort
}

/**
 * networking.v1.IngressSpec
 *
 * Which requests an ingress leads where.
 */
export interface IngressSpec {
  /** The class, which decides what controller implements the ingress. */
  readonly ingressClassName?: string
  /** Where requests go that no rule is for. Required if there are no rules. */
  readonly defaultBackend?: IngressBackend
  /** The certificates for HTTPS. Hosts share port 443; the client says during the handshake which one it means. */
  readonly tls?: readonly IngressTLS[]
  /** Rules by host. Requests that none is for go to the default backend. */
  readonly rules?: readonly IngressRule[]
}

/**
 * networking.v1.IngressStatus
 *
 * The state of an ingress.
 */
export interface IngressStatus {
  /** Where the ingress can be reached. */
  readonly loadBalancer?: IngressLoadBalancerStatus
}

/**
 * networking.v1.IngressTLS
 *
 * The certificate for some hosts.
 */
export interface IngressTLS {
  /** The hosts that the certificate is for. Without any, the defaults of the controller apply. */
  readonly hosts?: readonly string[]
  /**
   * The secret with the certificate and its key, in the namespace of the ingress. May be left out where the controller
   * has a certificate.
   */
  readonly secretName?: string
}

/**
 * networking.v1.NetworkPolicy
 *
 * Restricts the connections of some pods. A pod that no policy selects may connect with everything; otherwise what any
 * of its policies allows is allowed.
 */
export interface NetworkPolicy extends ApiObject {
  /** The pods and what they may connect with. */
  readonly spec?: NetworkPolicySpec
}

/**
 * networking.v1.NetworkPolicyEgressRule
 *
 * Outgoing connections that are allowed: to these ports of these peers.
 */
export interface NetworkPolicyEgressRule {
  /** The ports that may be connected to. Empty means every port. */
  readonly ports?: readonly NetworkPolicyPort[]
  /** The peers that may be connected to. Empty means everything. */
  readonly to?: readonly NetworkPolicyPeer[]
}

/**
 * networking.v1.NetworkPolicyIngressRule
 *
 * Incoming connections that are allowed: to these ports from these peers.
 */
export interface NetworkPolicyIngressRule {
  /** The ports of the pods that may be connected to. Empty means every port. */
  readonly ports?: readonly NetworkPolicyPort[]
  /** The peers that may connect. Empty means everything. */
  readonly from?: readonly NetworkPolicyPeer[]
}

/** networking.v1.NetworkPolicyList */
export type NetworkPolicyList = ApiList<NetworkPolicy>

/**
 * networking.v1.NetworkPolicyPeer
 *
 * The other end of a connection: pods, or a range of addresses.
 */
export interface NetworkPolicyPeer {
  /** Pods by label, in the namespaces selected or else in that of the policy. An empty selector takes all of them. */
  readonly podSelector?: LabelSelector
  /** Namespaces by label. An empty selector takes all; without podSelector, all of their pods are meant. */
  readonly namespaceSelector?: LabelSelector
  /** A range of addresses. Cannot be combined with selectors. */
  readonly ipBlock?: IPBlock
}

/**
 * networking.v1.NetworkPolicyPort
 *
 * A port, or several consecutive ones.
 */
export interface NetworkPolicyPort {
  /** TCP (the default), UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol?: string
  /** The port by number, or by the name that it has in the pod. Without it, all ports of the protocol are meant. */
  readonly port?: IntOrString
  /** The last of a range that begins with port, which must then be a number and not larger. */
  readonly endPort?: number
}

/**
 * networking.v1.NetworkPolicySpec
 *
 * The pods that a policy is for, and what they may connect with.
 */
export interface NetworkPolicySpec {
  /** The pods by label, in the namespace of the policy. An empty selector takes all. */
  readonly podSelector?: LabelSelector
  /** Incoming connections that are allowed. If there is none and the policy is for Ingress, none can be made. */
  readonly ingress?: readonly NetworkPolicyIngressRule[]
  /** Outgoing connections that are allowed. If there is none and the policy is for Egress, none can be made. */
  readonly egress?: readonly NetworkPolicyEgressRule[]
  /**
   * What the policy restricts: Ingress, Egress or both. Without it Ingress, and Egress as well if there are egress
   * rules. One of Ingress, Egress.
   */
  readonly policyTypes?: readonly string[]
}

/**
 * networking.v1.ParentReference
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
 * networking.v1.ServiceBackendPort
 *
 * A port of a service, by name or by number but not both.
 */
export interface ServiceBackendPort {
  /** The name of the port. */
  readonly name?: string
  /** The number of the port. */
  readonly number?: number
}

/**
 * networking.v1.ServiceCIDR
 *
 * Ranges of addresses that services get theirs from. There can be several, which are used together.
 */
export interface ServiceCIDR extends ApiObject {
  /** The ranges. */
  readonly spec?: ServiceCIDRSpec
  /** Whether the ranges are in use. */
  readonly status?: ServiceCIDRStatus
}

/** networking.v1.ServiceCIDRList */
export type ServiceCIDRList = ApiList<ServiceCIDR>

/**
 * networking.v1.ServiceCIDRSpec
 *
 * Ranges of addresses for services.
 */
export interface ServiceCIDRSpec {
  /** One range, or one each of IPv4 and IPv6. They cannot be changed, but a second family can be added. */
  readonly cidrs?: readonly string[]
}

/**
 * networking.v1.ServiceCIDRStatus
 *
 * The state of ranges of addresses.
 */
export interface ServiceCIDRStatus {
  /** Judgments of the state. Ready says whether addresses are taken from the ranges. */
  readonly conditions?: readonly Condition[]
}

/** Fields of the types of this file, one line each. */
export const networkingV1Types: TypeTable = {
  'networking.v1.HTTPIngressPath': `path 1 string omitempty
pathType 3 string required pointer go=v1.PathType enum=Exact|ImplementationSpecific|Prefix
backend 2 networking.v1.IngressBackend required`,
  'networking.v1.HTTPIngressRuleValue': `paths 1 []networking.v1.HTTPIngressPath required list=atomic`,
  'networking.v1.IPAddress': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1.IPAddressSpec required omitempty`,
  'networking.v1.IPAddressList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1.IPAddress required`,
  'networking.v1.IPAddressSpec': `parentRef 1 networking.v1.ParentReference required omitempty pointer`,
  'networking.v1.IPBlock': `cidr 1 string required
except 2 []string omitempty list=atomic`,
  'networking.v1.Ingress': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1.IngressSpec omitempty
status 3 networking.v1.IngressStatus omitempty`,
  'networking.v1.IngressBackend': `service 4 networking.v1.IngressServiceBackend omitempty pointer
resource 3 core.v1.TypedLocalObjectReference omitempty pointer`,
  'networking.v1.IngressClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1.IngressClassSpec omitempty`,
  'networking.v1.IngressClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1.IngressClass required`,
  'networking.v1.IngressClassParametersReference': `apiGroup 1 string omitempty pointer
kind 2 string required
name 3 string required
scope 4 string pointer
namespace 5 string omitempty pointer`,
  'networking.v1.IngressClassSpec': `controller 1 string omitempty
parameters 2 networking.v1.IngressClassParametersReference omitempty pointer`,
  'networking.v1.IngressList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1.Ingress required`,
  'networking.v1.IngressLoadBalancerIngress': `ip 1 string omitempty
hostname 2 string omitempty
ports 4 []networking.v1.IngressPortStatus omitempty list=atomic`,
  'networking.v1.IngressLoadBalancerStatus': `ingress 1 []networking.v1.IngressLoadBalancerIngress omitempty list=atomic`,
  'networking.v1.IngressPortStatus': `port 1 int32 required
protocol 2 string required go=v1.Protocol enum=TCP|UDP|SCTP
error 3 string omitempty pointer`,
  'networking.v1.IngressRule': `host 1 string omitempty
+ 2 networking.v1.IngressRuleValue`,
  'networking.v1.IngressRuleValue': `http 1 networking.v1.HTTPIngressRuleValue omitempty pointer undescribed`,
  'networking.v1.IngressServiceBackend': `name 1 string required
port 2 networking.v1.ServiceBackendPort omitempty`,
  'networking.v1.IngressSpec': `ingressClassName 4 string omitempty pointer
defaultBackend 1 networking.v1.IngressBackend omitempty pointer
tls 2 []networking.v1.IngressTLS omitempty list=atomic
rules 3 []networking.v1.IngressRule omitempty list=atomic`,
  'networking.v1.IngressStatus': `loadBalancer 1 networking.v1.IngressLoadBalancerStatus omitempty`,
  'networking.v1.IngressTLS': `hosts 1 []string omitempty list=atomic
secretName 2 string omitempty`,
  'networking.v1.NetworkPolicy': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1.NetworkPolicySpec omitempty`,
  'networking.v1.NetworkPolicyEgressRule': `ports 1 []networking.v1.NetworkPolicyPort omitempty list=atomic
to 2 []networking.v1.NetworkPolicyPeer omitempty list=atomic`,
  'networking.v1.NetworkPolicyIngressRule': `ports 1 []networking.v1.NetworkPolicyPort omitempty list=atomic
from 2 []networking.v1.NetworkPolicyPeer omitempty list=atomic`,
  'networking.v1.NetworkPolicyList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1.NetworkPolicy required`,
  'networking.v1.NetworkPolicyPeer': `podSelector 1 meta.v1.LabelSelector omitempty pointer
namespaceSelector 2 meta.v1.LabelSelector omitempty pointer
ipBlock 3 networking.v1.IPBlock omitempty pointer`,
  'networking.v1.NetworkPolicyPort': `protocol 1 string omitempty pointer go=v1.Protocol enum=TCP|UDP|SCTP
port 2 int-or-string omitempty pointer
endPort 3 int32 omitempty pointer`,
  'networking.v1.NetworkPolicySpec': `podSelector 1 meta.v1.LabelSelector
ingress 2 []networking.v1.NetworkPolicyIngressRule omitempty list=atomic
egress 3 []networking.v1.NetworkPolicyEgressRule omitempty list=atomic
policyTypes 4 []string omitempty go=v1.PolicyType list=atomic enum=Ingress|Egress`,
  'networking.v1.ParentReference': `group 1 string omitempty
resource 2 string required omitempty
namespace 3 string omitempty
name 4 string required omitempty`,
  'networking.v1.ServiceBackendPort': `@atomic
name 1 string omitempty
number 2 int32 omitempty`,
  'networking.v1.ServiceCIDR': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 networking.v1.ServiceCIDRSpec omitempty
status 3 networking.v1.ServiceCIDRStatus omitempty`,
  'networking.v1.ServiceCIDRList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []networking.v1.ServiceCIDR required`,
  'networking.v1.ServiceCIDRSpec': `cidrs 1 []string omitempty list=atomic`,
  'networking.v1.ServiceCIDRStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type`,
}
