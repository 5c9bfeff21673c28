import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `networking/v1`. */
export const descriptions: TypeDescriptions = {
  'networking.v1.HTTPIngressPath': {
    '': 'Where requests for a path go.',
    path: 'The path, which begins with a slash. What it matches depends on pathType.',
    pathType:
      'Exact matches the whole path, Prefix matches its first elements between slashes, ImplementationSpecific leaves it to the ingress class.',
    backend: 'Where the requests go.',
  },
  'networking.v1.HTTPIngressRuleValue': {
    '': 'The paths of a host.',
    paths: 'Paths with their backends. The longest path that matches is used, and an exact one before a prefix.',
  },
  'networking.v1.IPAddress': {
    '': 'An IP address that is in use. The name of the object is the address in its canonical form, so that each can be taken only once.',
    spec: 'Who uses the address.',
  },
  'networking.v1.IPAddressSpec': {
    '': 'Who uses an address.',
    parentRef: 'The object that the address belongs to, usually a service.',
  },
  'networking.v1.IPBlock': {
    '': 'A range of addresses, of which parts may be excepted.',
    cidr: 'The range, such as "192.168.1.0/24" or "2001:db8::/64".',
    except: 'Ranges within cidr that do not count.',
  },
  'networking.v1.Ingress': {
    '': 'Leads HTTP requests from outside to services, by host and path.',
    spec: 'Which requests go where.',
    status: 'Where the ingress can be reached.',
  },
  'networking.v1.IngressBackend': {
    '': 'Where requests go: to a service or to another resource.',
    service: 'A service in the namespace of the ingress. Cannot be combined with resource.',
    resource:
      'An object in the namespace of the ingress that the controller understands. Cannot be combined with service.',
  },
  'networking.v1.IngressClass': {
    '': 'A sort of ingresses, which one controller implements. An annotation makes it the default for ingresses without a class.',
    spec: 'The controller and its parameters.',
  },
  'networking.v1.IngressClassParametersReference': {
    '': 'The object with the parameters of an ingress class.',
    apiGroup: 'The API group of the object. Empty for the core group.',
    kind: 'The kind of the object.',
    name: 'The name of the object.',
    scope: 'Cluster (the default) or Namespace, which then has to be named.',
    namespace: 'The namespace of the object. Required for the scope Namespace, forbidden for Cluster.',
  },
  'networking.v1.IngressClassSpec': {
    '': 'What implements the ingresses of a class.',
    controller:
      'The controller, in the form of a path with a domain such as "example.com/ingress-controller"; at most 250 characters. It cannot be changed.',
    parameters: 'An object with further parameters for the controller.',
  },
  'networking.v1.IngressLoadBalancerIngress': {
    '': 'One point at which an ingress can be reached.',
    ip: 'The IP address, for load balancers that have one.',
    hostname: 'The host name, for load balancers that have one.',
    ports: 'The ports that are open there.',
  },
  'networking.v1.IngressLoadBalancerStatus': {
    '': 'Where an ingress can be reached.',
    ingress: 'The points at which requests are accepted.',
  },
  'networking.v1.IngressPortStatus': {
    '': 'The state of a port of a load balancer.',
    port: 'The port.',
    protocol: 'TCP, UDP or SCTP.',
    error:
      'A CamelCase word for what is wrong with the port, with the domain of the provider in front if it is specific to it.',
  },
  'networking.v1.IngressRule': {
    '': 'Where the requests for a host go.',
    host: 'The host without port, or with a wildcard as its first label ("*.example.com"). Without it, the rule is for every host.',
  },
  'networking.v1.IngressRuleValue': {
    '': 'What is done with the requests that a rule is for.',
    http: 'Chooses the backend by path. Without it, everything goes to the default backend.',
  },
  'networking.v1.IngressServiceBackend': {
    '': 'A port of a service that requests go to.',
    name: 'The service, in the namespace of the ingress.',
    port: 'The port of the service, by name or by number.',
  },
  'networking.v1.IngressSpec': {
    '': 'Which requests an ingress leads where.',
    ingressClassName: 'The class, which decides what controller implements the ingress.',
    defaultBackend: 'Where requests go that no rule is for. Required if there are no rules.',
    tls: 'The certificates for HTTPS. Hosts share port 443; the client says during the handshake which one it means.',
    rules: 'Rules by host. Requests that none is for go to the default backend.',
  },
  'networking.v1.IngressStatus': {
    '': 'The state of an ingress.',
    loadBalancer: 'Where the ingress can be reached.',
  },
  'networking.v1.IngressTLS': {
    '': 'The certificate for some hosts.',
    hosts: 'The hosts that the certificate is for. Without any, the defaults of the controller apply.',
    secretName:
      'The secret with the certificate and its key, in the namespace of the ingress. May be left out where the controller has a certificate.',
  },
  'networking.v1.NetworkPolicy': {
    '': 'Restricts the connections of some pods. A pod that no policy selects may connect with everything; otherwise what any of its policies allows is allowed.',
    spec: 'The pods and what they may connect with.',
  },
  'networking.v1.NetworkPolicyEgressRule': {
    '': 'Outgoing connections that are allowed: to these ports of these peers.',
    ports: 'The ports that may be connected to. Empty means every port.',
    to: 'The peers that may be connected to. Empty means everything.',
  },
  'networking.v1.NetworkPolicyIngressRule': {
    '': 'Incoming connections that are allowed: to these ports from these peers.',
    ports: 'The ports of the pods that may be connected to. Empty means every port.',
    from: 'The peers that may connect. Empty means everything.',
  },
  'networking.v1.NetworkPolicyPeer': {
    '': 'The other end of a connection: pods, or a range of addresses.',
    podSelector:
      'Pods by label, in the namespaces selected or else in that of the policy. An empty selector takes all of them.',
    namespaceSelector:
      'Namespaces by label. An empty selector takes all; without podSelector, all of their pods are meant.',
    ipBlock: 'A range of addresses. Cannot be combined with selectors.',
  },
  'networking.v1.NetworkPolicyPort': {
    '': 'A port, or several consecutive ones.',
    protocol: 'TCP (the default), UDP or SCTP.',
    port: 'The port by number, or by the name that it has in the pod. Without it, all ports of the protocol are meant.',
    endPort: 'The last of a range that begins with port, which must then be a number and not larger.',
  },
  'networking.v1.NetworkPolicySpec': {
    '': 'The pods that a policy is for, and what they may connect with.',
    podSelector: 'The pods by label, in the namespace of the policy. An empty selector takes all.',
    ingress: 'Incoming connections that are allowed. If there is none and the policy is for Ingress, none can be made.',
    egress: 'Outgoing connections that are allowed. If there is none and the policy is for Egress, none can be made.',
    policyTypes:
      'What the policy restricts: Ingress, Egress or both. Without it Ingress, and Egress as well if there are egress rules.',
  },
  'networking.v1.ParentReference': {
    '': 'The object that uses an address.',
    group: 'The API group of the object. Empty for the core group.',
    resource: 'The plural resource of the object.',
    namespace: 'The namespace of the object, if it is in one.',
    name: 'The name of the object.',
  },
  'networking.v1.ServiceBackendPort': {
    '': 'A port of a service, by name or by number but not both.',
    name: 'The name of the port.',
    number: 'The number of the port.',
  },
  'networking.v1.ServiceCIDR': {
    '': 'Ranges of addresses that services get theirs from. There can be several, which are used together.',
    spec: 'The ranges.',
    status: 'Whether the ranges are in use.',
  },
  'networking.v1.ServiceCIDRSpec': {
    '': 'Ranges of addresses for services.',
    cidrs: 'One range, or one each of IPv4 and IPv6. They cannot be changed, but a second family can be added.',
  },
  'networking.v1.ServiceCIDRStatus': {
    '': 'The state of ranges of addresses.',
    conditions: 'Judgments of the state. Ready says whether addresses are taken from the ranges.',
  },
}
