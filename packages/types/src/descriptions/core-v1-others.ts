// Descriptions of core/v1: services and endpoints, config maps and secrets, namespaces and their quotas and limits,
// events, service accounts, replication controllers, and the references that all of core/v1 uses.
import type { TypeDescriptions } from './type-descriptions.ts'

export const descriptions: TypeDescriptions = {
  'core.v1.Binding': {
    '': 'Tells the server to place a pod on a node. A scheduler creates it through the subresource binding of the pod.',
    target: 'The node. Its kind is Node or empty, and its name is required.',
  },
  'core.v1.ClientIPConfig': {
    '': 'Settings of session affinity by the address of the client.',
    timeoutSeconds:
      'Seconds without traffic after which a client may be sent to another pod; 10800 (three hours) by default, at least 1 and at most 86400 (one day).',
  },
  'core.v1.ComponentCondition': {
    '': 'One check of a component of the control plane.',
    type: 'Name of the check, which is always Healthy.',
    status: 'True, False or Unknown.',
    message: 'What the component answered.',
    error: 'Error code of a failed check.',
  },
  'core.v1.ComponentStatus': {
    '': 'Health of one component of the control plane, checked when it is asked for. Deprecated since 1.19.',
    conditions: 'Results of the checks.',
  },
  'core.v1.ComponentStatusList': {
    '': 'A list of component statuses. Deprecated since 1.19.',
  },
  'core.v1.ConfigMap': {
    '': 'Settings as pairs of keys and values, which pods use as environment variables or files. It holds at most 1 MiB and is not meant for anything secret.',
    immutable:
      'Refuses all later changes of the data and of this field itself, once it is true. Only metadata can then be changed.',
    data: 'Values in UTF-8. Keys consist of letters, digits, hyphens, underscores and dots, and must not occur in binaryData as well.',
    binaryData:
      'Values of arbitrary bytes, in base64 in JSON. The same rules for keys apply, and environment variables cannot be made from them.',
  },
  'core.v1.ConfigMapList': {
    '': 'A list of config maps.',
  },
  'core.v1.EndpointAddress': {
    '': 'One address behind a service.',
    ip: 'An IPv4 or IPv6 address. Loopback, link-local and multicast addresses are refused.',
    hostname: 'Host name under which the address is found in DNS below the name of a headless service.',
    nodeName: 'Node that has the address, if it is known. It tells which addresses are local to a node.',
    targetRef: 'Object that has the address, usually a pod.',
  },
  'core.v1.EndpointPort': {
    '': 'One port behind a service. Endpoints are deprecated since 1.33 in favor of endpoint slices.',
    name: 'Name of the port, equal to that of the port of the service. It is required if there is more than one.',
    port: 'Number of the port, from 1 to 65535.',
    protocol: 'Transport protocol: TCP (the default), UDP or SCTP.',
    appProtocol:
      'Protocol spoken on the port, such as https or one with the prefix of a domain, as a hint for proxies.',
  },
  'core.v1.EndpointSubset': {
    '': 'A group of addresses with the same ports: every address combined with every port is an endpoint.',
    addresses: 'Addresses that are ready to serve.',
    notReadyAddresses:
      'Addresses that are not ready, because their pods have not started, fail their readiness probe, or are about to stop.',
    ports: 'Ports that all these addresses have.',
  },
  'core.v1.Endpoints': {
    '': 'The addresses behind the service of the same name. Deprecated since 1.33; endpoint slices have replaced it and hold more than 1000 addresses, at which this one is cut.',
    subsets: 'Groups of addresses and ports. Together they are all the endpoints of the service.',
  },
  'core.v1.EndpointsList': {
    '': 'A list of endpoints objects. Deprecated since 1.33 in favor of endpoint slices.',
  },
  'core.v1.Event': {
    '': 'A report that something has happened to an object. Events are meant for people, may be dropped or merged, and disappear after a while, one hour by default.',
    involvedObject: 'Object that the event is about. If it has a namespace, the event is in the same one.',
    reason: 'One word in CamelCase for why it happened, which programs may compare.',
    message: 'What happened, for people.',
    source: 'Component that reported it. Newer reporters set reportingComponent instead.',
    firstTimestamp: 'When it happened for the first time.',
    lastTimestamp: 'When it last happened.',
    count: 'How often it has happened.',
    type: 'Normal or Warning. More types may come.',
    eventTime: 'When it was first observed, to the microsecond. Reporters set it that use series rather than counts.',
    series: 'How often and until when it was repeated. It is missing for a single event.',
    action: 'What the reporter did or failed to do, in one word.',
    related: 'A second object that is part of it, for example the one that was created.',
    reportingComponent: 'Name of the controller that reported it, for example example.com/my-controller.',
    reportingInstance: 'Which instance of that controller reported it.',
  },
  'core.v1.EventList': {
    '': 'A list of events.',
  },
  'core.v1.EventSeries': {
    '': 'Repetitions of an event.',
    count: 'How often it has happened until the last update of the series.',
    lastObservedTime: 'When it last happened.',
  },
  'core.v1.EventSource': {
    '': 'Who reported an event.',
    component: 'Name of the component.',
    host: 'Node on which it runs.',
  },
  'core.v1.LimitRange': {
    '': 'Bounds and defaults for the resources of single pods, containers and claims of a namespace. They apply to objects that are created or changed afterwards.',
    spec: 'The bounds and defaults.',
  },
  'core.v1.LimitRangeItem': {
    '': 'Bounds and defaults for one kind of thing.',
    type: 'What they apply to: Container, Pod (the sum of its containers), PersistentVolumeClaim, or a type with a domain that another component enforces.',
    max: 'The most of each resource that may be set.',
    min: 'The least of each resource that must be set.',
    default: 'Limits that are filled in where a container sets none. They are possible for the type Container only.',
    defaultRequest:
      'Requests that are filled in where a container sets none. Without a value, default applies, then min.',
    maxLimitRequestRatio:
      'The greatest allowed quotient of limit and request. Both must then be set and not be zero; it is at least 1.',
  },
  'core.v1.LimitRangeList': {
    '': 'A list of limit ranges.',
  },
  'core.v1.LimitRangeSpec': {
    '': 'The rules of a limit range.',
    limits: 'Bounds and defaults, at most one entry for each type.',
  },
  'core.v1.LoadBalancerIngress': {
    '': 'One point at which traffic enters a load balancer.',
    ip: 'Address of the entry, for load balancers that have one.',
    hostname: 'DNS name of the entry, for load balancers that have one.',
    ipMode:
      'How packets arrive at the node: VIP (the default) with the address of the load balancer as destination, Proxy with that of the node or pod. It can be set only together with ip.',
    ports: 'State of the ports of the entry, one for each that differs.',
  },
  'core.v1.LoadBalancerStatus': {
    '': 'What a load balancer has provided for a service.',
    ingress: 'Points at which traffic enters. It is empty until the load balancer is ready.',
  },
  'core.v1.LocalObjectReference': {
    '': 'Refers to an object of a known kind in the same namespace.',
    name: 'Name of the object. Old objects may have an empty one, which is nearly always a mistake.',
  },
  'core.v1.Namespace': {
    '': 'A scope for names. Objects in different namespaces can have the same name, and rights and quotas are given for each one.',
    spec: 'What holds the namespace while it is being deleted.',
    status: 'Whether the namespace is in use or being deleted.',
  },
  'core.v1.NamespaceCondition': {
    '': 'One aspect of the deletion of a namespace, such as objects that remain in it.',
    type: 'Name of the aspect, for example NamespaceContentRemaining, NamespaceFinalizersRemaining or NamespaceDeletionContentFailure.',
    status: 'True, False or Unknown.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'One word in CamelCase for the last change.',
    message: 'Text for people about the last change.',
  },
  'core.v1.NamespaceList': {
    '': 'A list of namespaces.',
  },
  'core.v1.NamespaceSpec': {
    '': 'What holds a namespace while it is being deleted.',
    finalizers:
      'Names that must all be gone before the namespace itself goes. They are removed through the subresource finalize, once nothing is left in the namespace.',
  },
  'core.v1.NamespaceStatus': {
    '': 'State of a namespace.',
    phase:
      'Active, or Terminating once it has been deleted. Nothing new can be created in a namespace that terminates.',
    conditions: 'Aspects of its deletion, one entry for each type.',
  },
  'core.v1.ObjectReference': {
    '': 'Refers to an object of any kind. New types use narrower references, because most places allow only part of these fields.',
    kind: 'Kind of the object.',
    namespace: 'Namespace of the object. It is empty for objects without one.',
    name: 'Name of the object.',
    uid: 'Uid of the object, which tells it from others that had the same name before or after.',
    apiVersion: 'Group and version of the object.',
    resourceVersion: 'Resource version of the object that is meant.',
    fieldPath: 'Part of the object that is meant, for example spec.containers{web} for one container of a pod.',
  },
  'core.v1.PortStatus': {
    '': 'State of one port of a load balancer.',
    port: 'Number of the port of the service.',
    protocol: 'Transport protocol of the port: TCP, UDP or SCTP.',
    error:
      'Why the port does not work. It is one word in CamelCase, with a domain in front and a slash between where a provider defines it.',
  },
  'core.v1.Preconditions': {
    '': 'What must hold for an operation to be carried out.',
    uid: 'Uid that the object must have.',
  },
  'core.v1.RangeAllocation': {
    '': 'Records which numbers or addresses of a range are in use. The server keeps it for itself, and no endpoint serves it.',
    range: 'The range in text form: a CIDR, or ports as first-last.',
    data: 'A bitmap with one bit for each member of the range, set if it is in use.',
  },
  'core.v1.ReplicationController': {
    '': 'Keeps a number of equal pods running. Deployments and replica sets have taken its place.',
    spec: 'How many pods there should be and what they look like.',
    status: 'How many pods there are.',
  },
  'core.v1.ReplicationControllerCondition': {
    '': 'One aspect of the state of a replication controller.',
    type: 'Name of the aspect. ReplicaFailure is set when pods cannot be created or deleted.',
    status: 'True, False or Unknown.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'One word in CamelCase for the last change.',
    message: 'Text for people about the last change.',
  },
  'core.v1.ReplicationControllerList': {
    '': 'A list of replication controllers.',
  },
  'core.v1.ReplicationControllerSpec': {
    '': 'How many pods there should be and what they look like.',
    replicas: 'Number of pods to keep. 0 is possible and differs from no value, which stands for the default.',
    minReadySeconds: 'Seconds for which a new pod must be ready before it counts as available.',
    selector:
      'Labels of the pods that belong to the controller. By default they are those of the template, which must match it in any case.',
    template: 'Metadata and spec of the pods. Its restart policy must be Always.',
  },
  'core.v1.ReplicationControllerStatus': {
    '': 'How many pods a replication controller has.',
    replicas: 'Number of pods that match the selector and are not about to go.',
    fullyLabeledReplicas: 'Number of these that have all labels of the template.',
    readyReplicas: 'Number of these that are ready.',
    availableReplicas: 'Number of these that have been ready for at least minReadySeconds.',
    observedGeneration: 'Generation of the spec that the controller last acted on.',
    conditions: 'Aspects of its state, one entry for each type.',
  },
  'core.v1.ResourceQuota': {
    '': 'Bounds on what all objects of a namespace may use together. Requests that would exceed them are refused.',
    spec: 'The bounds, and which objects they count.',
    status: 'The bounds in force, and what is used.',
  },
  'core.v1.ResourceQuotaList': {
    '': 'A list of resource quotas.',
  },
  'core.v1.ResourceQuotaSpec': {
    '': 'Bounds of a quota, and which objects they count.',
    hard: 'The most of each resource, for example pods, requests.cpu, requests.storage or count/deployments.apps.',
    scopes: 'Counts only objects that match all of these scopes. Without any, all objects are counted.',
    scopeSelector:
      'Further conditions on scopes, which can also ask for certain values. Objects must match these and all of scopes.',
  },
  'core.v1.ResourceQuotaStatus': {
    '': 'Bounds in force and what is used.',
    hard: 'Bounds that the server enforces at the moment.',
    used: 'What objects of the namespace use of each resource.',
  },
  'core.v1.ScopeSelector': {
    '': 'Picks the objects that a quota counts by scopes and their values.',
    matchExpressions: 'Conditions that must all hold.',
  },
  'core.v1.ScopedResourceSelectorRequirement': {
    '': 'A condition on one scope of a quota.',
    scopeName: 'Scope that is meant, for example PriorityClass or BestEffort.',
    operator:
      'In and NotIn compare with the list, Exists and DoesNotExist ask for the scope only. Scopes without values allow Exists only.',
    values: 'Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist.',
  },
  'core.v1.Secret': {
    '': 'Confidential data such as passwords, keys and tokens, which pods use as files or environment variables. It holds at most 1 MiB.',
    immutable:
      'Refuses all later changes of the data and of this field itself, once it is true. Only metadata can then be changed.',
    data: 'Values of arbitrary bytes, in base64 in JSON. Keys consist of letters, digits, hyphens, underscores and dots.',
    stringData:
      'Values as plain text, for convenience when writing: each is stored in data and replaces an entry of the same key. It is never returned.',
    type: 'What the secret is for, Opaque by default. Some types require certain keys, and the type cannot be changed.',
  },
  'core.v1.SecretList': {
    '': 'A list of secrets.',
  },
  'core.v1.SecretReference': {
    '': 'Refers to a secret in any namespace.',
    name: 'Name of the secret.',
    namespace: 'Namespace of the secret.',
  },
  'core.v1.SerializedReference': {
    '': 'A reference to an object that is stored as text, for example in an annotation.',
    reference: 'The object that is meant.',
  },
  'core.v1.Service': {
    '': 'A stable name and address for a set of pods, over which traffic to it is distributed.',
    spec: 'Which pods are meant and how the service can be reached.',
    status: 'What a load balancer has provided, and further conditions.',
  },
  'core.v1.ServiceAccount': {
    '': 'An identity for programs, which pods of the namespace act as when they talk to the server.',
    secrets:
      'Secrets that pods of the account may use, if an annotation of it limits them to this list. The list is deprecated; tokens are no longer found through it.',
    imagePullSecrets:
      'Secrets with credentials for registries that pods receive which act as this account and name none themselves.',
    automountServiceAccountToken:
      'Whether a token is mounted into the pods of the account, which they can override. Without a value it is.',
  },
  'core.v1.ServiceAccountList': {
    '': 'A list of service accounts.',
  },
  'core.v1.ServiceList': {
    '': 'A list of services.',
  },
  'core.v1.ServicePort': {
    '': 'One port of a service.',
    name: 'Name of the port: a DNS label, unique in the service. It is required if there is more than one port.',
    protocol: 'Transport protocol of the port: TCP, UDP or SCTP.',
    appProtocol:
      'Protocol spoken on the port, such as https or one with the prefix of a domain, as a hint for proxies.',
    port: 'Number under which the service offers the port, from 1 to 65535.',
    targetPort:
      'Number or name of the port of the pods, by default the number in port. A name can lead to different numbers in different pods, and headless services ignore it.',
    nodePort:
      'Port that is open on every node for services of type NodePort or LoadBalancer. It is allocated if it is missing, from 30000 to 32767 by default.',
  },
  'core.v1.ServiceProxyOptions': {
    '': 'Query parameters of a request that is passed on to a service.',
    path: 'Path that is asked for at the service.',
  },
  'core.v1.ServiceSpec': {
    '': 'Which pods a service leads to and how it can be reached.',
    ports: 'Ports of the service. Only headless services and those of type ExternalName may have none.',
    selector:
      'Labels of the pods that traffic goes to. Without it, the endpoints are managed elsewhere; ExternalName ignores it.',
    clusterIP:
      'Address of the service within the cluster, allocated if it is missing; None makes it headless, so that DNS returns the addresses of the pods. It can be changed only together with the type, from or to ExternalName.',
    clusterIPs: 'All such addresses, at most one for each IP family; the first equals clusterIP.',
    type: 'How far the service is reachable: ClusterIP (the default) within the cluster, NodePort also at each node, LoadBalancer also from outside; ExternalName is only a DNS alias.',
    externalIPs:
      'Further addresses at which nodes accept traffic for the service. The administrator of the cluster must route these to the nodes.',
    sessionAffinity: 'ClientIP sends the connections of one client to the same pod, None (the default) does not.',
    loadBalancerIP: 'Address to ask the load balancer for. It is deprecated, and many providers ignore it.',
    loadBalancerSourceRanges:
      'Ranges of client addresses that the load balancer lets in, where the provider supports it. Without any, all are let in.',
    externalName: 'DNS name that the service is an alias of, for the type ExternalName. Nothing is proxied.',
    externalTrafficPolicy:
      'How nodes distribute traffic from outside: Cluster (the default) to all endpoints, Local to those on the node only, which keeps the address of the client.',
    healthCheckNodePort:
      'Port at which nodes tell a load balancer whether they have endpoints. It is allocated for type LoadBalancer with the external policy Local, and then cannot be changed.',
    publishNotReadyAddresses:
      'Treats all endpoints as ready, so that DNS lists pods before they are; false by default. Peers of stateful sets use it to find each other.',
    sessionAffinityConfig: 'Settings of session affinity.',
    ipFamilies:
      'IP families of the service, IPv4, IPv6 or both in order of preference. They are chosen from the cluster and ipFamilyPolicy if missing; only the second can be added or removed later.',
    ipFamilyPolicy:
      'How many families the service has: SingleStack one (the default), PreferDualStack two if the cluster has them, RequireDualStack two or it is refused.',
    allocateLoadBalancerNodePorts:
      'Whether node ports are allocated for type LoadBalancer; true by default. Ports that are asked for explicitly are allocated in any case.',
    loadBalancerClass:
      'Implementation that is to provide the load balancer, rather than the default of the cluster. It can be set only for type LoadBalancer, and not be changed while that is the type.',
    internalTrafficPolicy:
      'How nodes distribute traffic from within the cluster: Cluster (the default) to all endpoints, Local to those on the node only.',
    trafficDistribution:
      'Which endpoints are preferred: those in the zone of the client (PreferSameZone, or its older name PreferClose), or on its node and then in its zone (PreferSameNode). Without it, all are treated alike.',
  },
  'core.v1.ServiceStatus': {
    '': 'What is known about a service.',
    loadBalancer: 'What the load balancer has provided, for type LoadBalancer.',
    conditions: 'Aspects of its state, one entry for each type.',
  },
  'core.v1.SessionAffinityConfig': {
    '': 'Settings of session affinity.',
    clientIP: 'Settings of affinity by the address of the client.',
  },
  'core.v1.TypedLocalObjectReference': {
    '': 'Refers to an object of any kind in the same namespace.',
    apiGroup: 'Group of the object. It is empty or missing for the core group.',
    kind: 'Kind of the object.',
    name: 'Name of the object.',
  },
  'core.v1.TypedObjectReference': {
    '': 'Refers to an object of any kind, in another namespace if that is allowed.',
    apiGroup: 'Group of the object. It is empty or missing for the core group.',
    kind: 'Kind of the object.',
    name: 'Name of the object.',
    namespace:
      'Namespace of the object, by default that of the referrer. Another one needs a reference grant there, and the feature to be enabled.',
  },
}
