// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { IntOrString } from '../scalars.ts'
import type { TypedLocalObjectReference } from './core-v1-references.ts'
import type { Condition, LabelSelector } from './meta-v1.ts'

/** networking.v1.HTTPIngressPath */
export interface HTTPIngressPath {
  readonly path?: string
  /** One of Exact, ImplementationSpecific, Prefix. */
  readonly pathType: string
  readonly backend: IngressBackend
}

/** networking.v1.HTTPIngressRuleValue */
export interface HTTPIngressRuleValue {
  readonly paths: readonly HTTPIngressPath[]
}

/** networking.v1.IPAddress */
export interface IPAddress extends ApiObject {
  readonly spec: IPAddressSpec
}

/** networking.v1.IPAddressList */
export type IPAddressList = ApiList<IPAddress>

/** networking.v1.IPAddressSpec */
export interface IPAddressSpec {
  readonly parentRef: ParentReference
}

/** networking.v1.IPBlock */
export interface IPBlock {
  readonly cidr: string
  readonly except?: readonly string[]
}

/** networking.v1.Ingress */
export interface Ingress extends ApiObject {
  readonly spec?: IngressSpec
  readonly status?: IngressStatus
}

/** networking.v1.IngressBackend */
export interface IngressBackend {
  readonly service?: IngressServiceBackend
  readonly resource?: TypedLocalObjectReference
}

/** networking.v1.IngressClass */
export interface IngressClass extends ApiObject {
  readonly spec?: IngressClassSpec
}

/** networking.v1.IngressClassList */
export type IngressClassList = ApiList<IngressClass>

/** networking.v1.IngressClassParametersReference */
export interface IngressClassParametersReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly scope?: string
  readonly namespace?: string
}

/** networking.v1.IngressClassSpec */
export interface IngressClassSpec {
  readonly controller?: string
  readonly parameters?: IngressClassParametersReference
}

/** networking.v1.IngressList */
export type IngressList = ApiList<Ingress>

/** networking.v1.IngressLoadBalancerIngress */
export interface IngressLoadBalancerIngress {
  readonly ip?: string
  readonly hostname?: string
  readonly ports?: readonly IngressPortStatus[]
}

/** networking.v1.IngressLoadBalancerStatus */
export interface IngressLoadBalancerStatus {
  readonly ingress?: readonly IngressLoadBalancerIngress[]
}

/** networking.v1.IngressPortStatus */
export interface IngressPortStatus {
  readonly port: number
  /** One of TCP, UDP, SCTP. */
  readonly protocol: string
  readonly error?: string
}

/** networking.v1.IngressRule */
export interface IngressRule extends IngressRuleValue {
  readonly host?: string
}

/** networking.v1.IngressRuleValue */
export interface IngressRuleValue {
  readonly http?: HTTPIngressRuleValue
}

/** networking.v1.IngressServiceBackend */
export interface IngressServiceBackend {
  readonly name: string
  readonly port?: ServiceBackendPort
}

/** networking.v1.IngressSpec */
export interface IngressSpec {
  readonly ingressClassName?: string
  readonly defaultBackend?: IngressBackend
  readonly tls?: readonly IngressTLS[]
  readonly rules?: readonly IngressRule[]
}

/** networking.v1.IngressStatus */
export interface IngressStatus {
  readonly loadBalancer?: IngressLoadBalancerStatus
}

/** networking.v1.IngressTLS */
export interface IngressTLS {
  readonly hosts?: readonly string[]
  readonly secretName?: string
}

/** networking.v1.NetworkPolicy */
export interface NetworkPolicy extends ApiObject {
  readonly spec?: NetworkPolicySpec
}

/** networking.v1.NetworkPolicyEgressRule */
export interface NetworkPolicyEgressRule {
  readonly ports?: readonly NetworkPolicyPort[]
  readonly to?: readonly NetworkPolicyPeer[]
}

/** networking.v1.NetworkPolicyIngressRule */
export interface NetworkPolicyIngressRule {
  readonly ports?: readonly NetworkPolicyPort[]
  readonly from?: readonly NetworkPolicyPeer[]
}

/** networking.v1.NetworkPolicyList */
export type NetworkPolicyList = ApiList<NetworkPolicy>

/** networking.v1.NetworkPolicyPeer */
export interface NetworkPolicyPeer {
  readonly podSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
  readonly ipBlock?: IPBlock
}

/** networking.v1.NetworkPolicyPort */
export interface NetworkPolicyPort {
  /** One of TCP, UDP, SCTP. */
  readonly protocol?: string
  readonly port?: IntOrString
  readonly endPort?: number
}

/** networking.v1.NetworkPolicySpec */
export interface NetworkPolicySpec {
  readonly podSelector?: LabelSelector
  readonly ingress?: readonly NetworkPolicyIngressRule[]
  readonly egress?: readonly NetworkPolicyEgressRule[]
  /** One of Ingress, Egress. */
  readonly policyTypes?: readonly string[]
}

/** networking.v1.ParentReference */
export interface ParentReference {
  readonly group?: string
  readonly resource: string
  readonly namespace?: string
  readonly name: string
}

/** networking.v1.ServiceBackendPort */
export interface ServiceBackendPort {
  readonly name?: string
  readonly number?: number
}

/** networking.v1.ServiceCIDR */
export interface ServiceCIDR extends ApiObject {
  readonly spec?: ServiceCIDRSpec
  readonly status?: ServiceCIDRStatus
}

/** networking.v1.ServiceCIDRList */
export type ServiceCIDRList = ApiList<ServiceCIDR>

/** networking.v1.ServiceCIDRSpec */
export interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[]
}

/** networking.v1.ServiceCIDRStatus */
export interface ServiceCIDRStatus {
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
