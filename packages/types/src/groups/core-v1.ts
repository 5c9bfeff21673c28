// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, IntOrString, MicroTime, Quantity, Time } from '../scalars.ts'
import type { LocalObjectReference, ObjectReference } from './core-v1-references.ts'
import type { Condition } from './meta-v1.ts'

export type {
  LocalObjectReference,
  ObjectReference,
  SecretReference,
  TypedLocalObjectReference,
  TypedObjectReference,
} from './core-v1-references.ts'

export type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, Toleration } from './core-v1-selectors.ts'

export type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  AzureFileVolumeSource,
  CSIPersistentVolumeSource,
  CSIVolumeSource,
  CephFSPersistentVolumeSource,
  CephFSVolumeSource,
  CinderPersistentVolumeSource,
  CinderVolumeSource,
  ClusterTrustBundleProjection,
  ConfigMapProjection,
  ConfigMapVolumeSource,
  DownwardAPIProjection,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  FCVolumeSource,
  FlexPersistentVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GitRepoVolumeSource,
  GlusterfsPersistentVolumeSource,
  GlusterfsVolumeSource,
  HostPathVolumeSource,
  ISCSIPersistentVolumeSource,
  ISCSIVolumeSource,
  ImageVolumeSource,
  KeyToPath,
  LocalVolumeSource,
  ModifyVolumeStatus,
  NFSVolumeSource,
  ObjectFieldSelector,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimCondition,
  PersistentVolumeClaimList,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimStatus,
  PersistentVolumeClaimTemplate,
  PersistentVolumeClaimVolumeSource,
  PersistentVolumeList,
  PersistentVolumeSource,
  PersistentVolumeSpec,
  PersistentVolumeStatus,
  PhotonPersistentDiskVolumeSource,
  PodCertificateProjection,
  PortworxVolumeSource,
  ProjectedVolumeSource,
  QuobyteVolumeSource,
  RBDPersistentVolumeSource,
  RBDVolumeSource,
  ResourceFieldSelector,
  ScaleIOPersistentVolumeSource,
  ScaleIOVolumeSource,
  SecretProjection,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  StorageOSPersistentVolumeSource,
  StorageOSVolumeSource,
  Volume,
  VolumeNodeAffinity,
  VolumeProjection,
  VolumeResourceRequirements,
  VolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './core-v1-volumes.ts'

export type {
  AppArmorProfile,
  Capabilities,
  ConfigMapEnvSource,
  ConfigMapKeySelector,
  Container,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  ContainerRestartRuleOnExitCodes,
  ContainerState,
  ContainerStateRunning,
  ContainerStateTerminated,
  ContainerStateWaiting,
  ContainerStatus,
  ContainerUser,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  EphemeralContainer,
  EphemeralContainerCommon,
  ExecAction,
  FileKeySelector,
  GRPCAction,
  HTTPGetAction,
  HTTPHeader,
  ImageVolumeStatus,
  Lifecycle,
  LifecycleHandler,
  LinuxContainerUser,
  Probe,
  ProbeHandler,
  ResourceClaim,
  ResourceHealth,
  ResourceRequirements,
  ResourceStatus,
  SELinuxOptions,
  SeccompProfile,
  SecretEnvSource,
  SecretKeySelector,
  SecurityContext,
  SleepAction,
  TCPSocketAction,
  VolumeDevice,
  VolumeMount,
  VolumeMountStatus,
  VolumeStatus,
  WindowsSecurityContextOptions,
} from './core-v1-containers.ts'

export type {
  Affinity,
  AvoidPods,
  Binding,
  ContainerExtendedResourceRequest,
  HostAlias,
  HostIP,
  NodeAffinity,
  NodeAllocatableResourceClaimStatus,
  Pod,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PodAttachOptions,
  PodCondition,
  PodDNSConfig,
  PodDNSConfigOption,
  PodExecOptions,
  PodExtendedResourceClaimStatus,
  PodIP,
  PodList,
  PodLogOptions,
  PodOS,
  PodPortForwardOptions,
  PodProxyOptions,
  PodReadinessGate,
  PodResourceClaim,
  PodResourceClaimStatus,
  PodSchedulingGate,
  PodSchedulingGroup,
  PodSecurityContext,
  PodSignature,
  PodSpec,
  PodStatus,
  PodStatusResult,
  PodTemplate,
  PodTemplateList,
  PodTemplateSpec,
  PreferAvoidPodsEntry,
  PreferredSchedulingTerm,
  ReplicationController,
  ReplicationControllerCondition,
  ReplicationControllerList,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
  Sysctl,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from './core-v1-pods.ts'

export type {
  AttachedVolume,
  ConfigMapNodeConfigSource,
  ContainerImage,
  DaemonEndpoint,
  Node,
  NodeAddress,
  NodeCondition,
  NodeConfigSource,
  NodeConfigStatus,
  NodeDaemonEndpoints,
  NodeFeatures,
  NodeList,
  NodeProxyOptions,
  NodeRuntimeHandler,
  NodeRuntimeHandlerFeatures,
  NodeSpec,
  NodeStatus,
  NodeSwapStatus,
  NodeSystemInfo,
  Taint,
} from './core-v1-nodes.ts'

/**
 * core.v1.ClientIPConfig
 *
 * Settings of session affinity by the address of the client.
 */
export interface ClientIPConfig {
  /**
   * Seconds without traffic after which a client may be sent to another pod; 10800 (three hours) by default, at least 1
   * and at most 86400 (one day).
   */
  readonly timeoutSeconds?: number
}

/**
 * core.v1.ComponentCondition
 *
 * One check of a component of the control plane.
 */
export interface ComponentCondition {
  /** Name of the check, which is always Healthy. */
  readonly type: string
  /** True, False or Unknown. */
  readonly status: string
  /** What the component answered. */
  readonly message?: string
  /** Error code of a failed check. */
  readonly error?: string
}

/**
 * core.v1.ComponentStatus
 *
 * Health of one component of the control plane, checked when it is asked for. Deprecated since 1.19.
 */
export interface ComponentStatus extends ApiObject {
  /** Results of the checks. */
  readonly conditions?: readonly ComponentCondition[]
}

/**
 * core.v1.ComponentStatusList
 *
 * A list of component statuses. Deprecated since 1.19.
 */
export type ComponentStatusList = ApiList<ComponentStatus>

/**
 * core.v1.ConfigMap
 *
 * Settings as pairs of keys and values, which pods use as environment variables or files. It holds at most 1 MiB and is
 * not meant for anything secret.
 */
export interface ConfigMap extends ApiObject {
  /**
   * Refuses all later changes of the data and of this field itself, once it is true. Only metadata can then be changed.
   */
  readonly immutable?: boolean
  /**
   * Values in UTF-8. Keys consist of letters, digits, hyphens, underscores and dots, and must not occur in binaryData
   * as well.
   */
  readonly data?: Readonly<Record<string, string>>
  /**
   * Values of arbitrary bytes, in base64 in JSON. The same rules for keys apply, and environment variables cannot be
   * made from them.
   */
  readonly binaryData?: Readonly<Record<string, Bytes>>
}

/**
 * core.v1.ConfigMapList
 *
 * A list of config maps.
 */
export type ConfigMapList = ApiList<ConfigMap>

/**
 * core.v1.EndpointAddress
 *
 * One address behind a service.
 */
export interface EndpointAddress {
  /** An IPv4 or IPv6 address. Loopback, link-local and multicast addresses are refused. */
  readonly ip: string
  /** Host name under which the address is found in DNS below the name of a headless service. */
  readonly hostname?: string
  /** Node that has the address, if it is known. It tells which addresses are local to a node. */
  readonly nodeName?: string
  /** Object that has the address, usually a pod. */
  readonly targetRef?: ObjectReference
}

/**
 * core.v1.EndpointPort
 *
 * One port behind a service. Endpoints are deprecated since 1.33 in favor of endpoint slices.
 */
export interface EndpointPort {
  /** Name of the port, equal to that of the port of the service. It is required if there is more than one. */
  readonly name?: string
  /** Number of the port, from 1 to 65535. */
  readonly port: number
  /** Transport protocol: TCP (the default), UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol?: string
  /** Protocol spoken on the port, such as https or one with the prefix of a domain, as a hint for proxies. */
  readonly appProtocol?: string
}

/**
 * core.v1.EndpointSubset
 *
 * A group of addresses with the same ports: every address combined with every port is an endpoint.
 */
export interface EndpointSubset {
  /** Addresses that are ready to serve. */
  readonly addresses?: readonly EndpointAddress[]
  /**
   * Addresses that are not ready, because their pods have not started, fail their readiness probe, or are about to
   * stop.
   */
  readonly notReadyAddresses?: readonly EndpointAddress[]
  /** Ports that all these addresses have. */
  readonly ports?: readonly EndpointPort[]
}

/**
 * core.v1.Endpoints
 *
 * The addresses behind the service of the same name. Deprecated since 1.33; endpoint slices have replaced it and hold
 * more than 1000 addresses, at which this one is cut.
 */
export interface Endpoints extends ApiObject {
  /** Groups of addresses and ports. Together they are all the endpoints of the service. */
  readonly subsets?: readonly EndpointSubset[]
}

/**
 * core.v1.EndpointsList
 *
 * A list of endpoints objects. Deprecated since 1.33 in favor of endpoint slices.
 */
export type EndpointsList = ApiList<Endpoints>

/**
 * core.v1.Event
 *
 * A report that something has happened to an object. Events are meant for people, may be dropped or merged, and
 * disappear after a while, one hour by default.
 */
export interface Event extends ApiObject {
  /** Object that the event is about. If it has a namespace, the event is in the same one. */
  readonly involvedObject: ObjectReference
  /** One word in CamelCase for why it happened, which programs may compare. */
  readonly reason?: string
  /** What happened, for people. */
  readonly message?: string
  /** Component that reported it. Newer reporters set reportingComponent instead. */
  readonly source?: EventSource
  /** When it happened for the first time. */
  readonly firstTimestamp?: Time
  /** When it last happened. */
  readonly lastTimestamp?: Time
  /** How often it has happened. */
  readonly count?: number
  /** Normal or Warning. More types may come. */
  readonly type?: string
  /** When it was first observed, to the microsecond. Reporters set it that use series rather than counts. */
  readonly eventTime?: MicroTime
  /** How often and until when it was repeated. It is missing for a single event. */
  readonly series?: EventSeries
  /** What the reporter did or failed to do, in one word. */
  readonly action?: string
  /** A second object that is part of it, for example the one that was created. */
  readonly related?: ObjectReference
  /** Name of the controller that reported it, for example example.com/my-controller. */
  readonly reportingComponent?: string
  /** Which instance of that controller reported it. */
  readonly reportingInstance?: string
}

/**
 * core.v1.EventList
 *
 * A list of events.
 */
export type EventList = ApiList<Event>

/**
 * core.v1.EventSeries
 *
 * Repetitions of an event.
 */
export interface EventSeries {
  /** How often it has happened until the last update of the series. */
  readonly count?: number
  /** When it last happened. */
  readonly lastObservedTime?: MicroTime
}

/**
 * core.v1.EventSource
 *
 * Who reported an event.
 */
export interface EventSource {
  /** Name of the component. */
  readonly component?: string
  /** Node on which it runs. */
  readonly host?: string
}

/**
 * core.v1.LimitRange
 *
 * Bounds and defaults for the resources of single pods, containers and claims of a namespace. They apply to objects
 * that are created or changed afterwards.
 */
export interface LimitRange extends ApiObject {
  /** The bounds and defaults. */
  readonly spec?: LimitRangeSpec
}

/**
 * core.v1.LimitRangeItem
 *
 * Bounds and defaults for one kind of thing.
 */
export interface LimitRangeItem {
  /**
   * What they apply to: Container, Pod (the sum of its containers), PersistentVolumeClaim, or a type with a domain that
   * another component enforces.
   */
  readonly type: string
  /** The most of each resource that may be set. */
  readonly max?: Readonly<Record<string, Quantity>>
  /** The least of each resource that must be set. */
  readonly min?: Readonly<Record<string, Quantity>>
  /** Limits that are filled in where a container sets none. They are possible for the type Container only. */
  readonly default?: Readonly<Record<string, Quantity>>
  /** Requests that are filled in where a container sets none. Without a value, default applies, then min. */
  readonly defaultRequest?: Readonly<Record<string, Quantity>>
  /** The greatest allowed quotient of limit and request. Both must then be set and not be zero; it is at least 1. */
  readonly maxLimitRequestRatio?: Readonly<Record<string, Quantity>>
}

/**
 * core.v1.LimitRangeList
 *
 * A list of limit ranges.
 */
export type LimitRangeList = ApiList<LimitRange>

/**
 * core.v1.LimitRangeSpec
 *
 * The rules of a limit range.
 */
export interface LimitRangeSpec {
  /** Bounds and defaults, at most one entry for each type. */
  readonly limits: readonly LimitRangeItem[]
}

/**
 * core.v1.LoadBalancerIngress
 *
 * One point at which traffic enters a load balancer.
 */
export interface LoadBalancerIngress {
  /** Address of the entry, for load balancers that have one. */
  readonly ip?: string
  /** DNS name of the entry, for load balancers that have one. */
  readonly hostname?: string
  /**
   * How packets arrive at the node: VIP (the default) with the address of the load balancer as destination, Proxy with
   * that of the node or pod. It can be set only together with ip.
   */
  readonly ipMode?: string
  /** State of the ports of the entry, one for each that differs. */
  readonly ports?: readonly PortStatus[]
}

/**
 * core.v1.LoadBalancerStatus
 *
 * What a load balancer has provided for a service.
 */
export interface LoadBalancerStatus {
  /** Points at which traffic enters. It is empty until the load balancer is ready. */
  readonly ingress?: readonly LoadBalancerIngress[]
}

/**
 * core.v1.Namespace
 *
 * A scope for names. Objects in different namespaces can have the same name, and rights and quotas are given for each
 * one.
 */
export interface Namespace extends ApiObject {
  /** What holds the namespace while it is being deleted. */
  readonly spec?: NamespaceSpec
  /** Whether the namespace is in use or being deleted. */
  readonly status?: NamespaceStatus
}

/**
 * core.v1.NamespaceCondition
 *
 * One aspect of the deletion of a namespace, such as objects that remain in it.
 */
export interface NamespaceCondition {
  /**
   * Name of the aspect, for example NamespaceContentRemaining, NamespaceFinalizersRemaining or
   * NamespaceDeletionContentFailure.
   */
  readonly type: string
  /** True, False or Unknown. */
  readonly status: string
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** One word in CamelCase for the last change. */
  readonly reason?: string
  /** Text for people about the last change. */
  readonly message?: string
}

/**
 * core.v1.NamespaceList
 *
 * A list of namespaces.
 */
export type NamespaceList = ApiList<Namespace>

/**
 * core.v1.NamespaceSpec
 *
 * What holds a namespace while it is being deleted.
 */
export interface NamespaceSpec {
  /**
   * Names that must all be gone before the namespace itself goes. They are removed through the subresource finalize,
   * once nothing is left in the namespace.
   */
  readonly finalizers?: readonly string[]
}

/**
 * core.v1.NamespaceStatus
 *
 * State of a namespace.
 */
export interface NamespaceStatus {
  /**
   * Active, or Terminating once it has been deleted. Nothing new can be created in a namespace that terminates. One of
   * Active, Terminating.
   */
  readonly phase?: string
  /** Aspects of its deletion, one entry for each type. */
  readonly conditions?: readonly NamespaceCondition[]
}

/**
 * core.v1.PortStatus
 *
 * State of one port of a load balancer.
 */
export interface PortStatus {
  /** Number of the port of the service. */
  readonly port: number
  /** Transport protocol of the port: TCP, UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol: string
  /**
   * Why the port does not work. It is one word in CamelCase, with a domain in front and a slash between where a
   * provider defines it.
   */
  readonly error?: string
}

/**
 * core.v1.Preconditions
 *
 * What must hold for an operation to be carried out.
 */
export interface Preconditions {
  /** Uid that the object must have. */
  readonly uid?: string
}

/**
 * core.v1.RangeAllocation
 *
 * Records which numbers or addresses of a range are in use. The server keeps it for itself, and no endpoint serves it.
 */
export interface RangeAllocation extends ApiObject {
  /** The range in text form: a CIDR, or ports as first-last. */
  readonly range: string
  /** A bitmap with one bit for each member of the range, set if it is in use. */
  readonly data: Bytes
}

/**
 * core.v1.ResourceQuota
 *
 * Bounds on what all objects of a namespace may use together. Requests that would exceed them are refused.
 */
export interface ResourceQuota extends ApiObject {
  /** The bounds, and which objects they count. */
  readonly spec?: ResourceQuotaSpec
  /** The bounds in force, and what is used. */
  readonly status?: ResourceQuotaStatus
}

/**
 * core.v1.ResourceQuotaList
 *
 * A list of resource quotas.
 */
export type ResourceQuotaList = ApiList<ResourceQuota>

/**
 * core.v1.ResourceQuotaSpec
 *
 * Bounds of a quota, and which objects they count.
 */
export interface ResourceQuotaSpec {
  /** The most of each resource, for example pods, requests.cpu, requests.storage or count/deployments.apps. */
  readonly hard?: Readonly<Record<string, Quantity>>
  /**
   * Counts only objects that match all of these scopes. Without any, all objects are counted. One of Terminating,
   * NotTerminating, BestEffort, NotBestEffort, PriorityClass, CrossNamespacePodAffinity, VolumeAttributesClass.
   */
  readonly scopes?: readonly string[]
  /**
   * Further conditions on scopes, which can also ask for certain values. Objects must match these and all of scopes.
   */
  readonly scopeSelector?: ScopeSelector
}

/**
 * core.v1.ResourceQuotaStatus
 *
 * Bounds in force and what is used.
 */
export interface ResourceQuotaStatus {
  /** Bounds that the server enforces at the moment. */
  readonly hard?: Readonly<Record<string, Quantity>>
  /** What objects of the namespace use of each resource. */
  readonly used?: Readonly<Record<string, Quantity>>
}

/**
 * core.v1.ScopeSelector
 *
 * Picks the objects that a quota counts by scopes and their values.
 */
export interface ScopeSelector {
  /** Conditions that must all hold. */
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[]
}

/**
 * core.v1.ScopedResourceSelectorRequirement
 *
 * A condition on one scope of a quota.
 */
export interface ScopedResourceSelectorRequirement {
  /**
   * Scope that is meant, for example PriorityClass or BestEffort. One of Terminating, NotTerminating, BestEffort,
   * NotBestEffort, PriorityClass, CrossNamespacePodAffinity, VolumeAttributesClass.
   */
  readonly scopeName: string
  /**
   * In and NotIn compare with the list, Exists and DoesNotExist ask for the scope only. Scopes without values allow
   * Exists only. One of In, NotIn, Exists, DoesNotExist.
   */
  readonly operator: string
  /** Values to compare with: at least one for In and NotIn, none for Exists and DoesNotExist. */
  readonly values?: readonly string[]
}

/**
 * core.v1.Secret
 *
 * Confidential data such as passwords, keys and tokens, which pods use as files or environment variables. It holds at
 * most 1 MiB.
 */
export interface Secret extends ApiObject {
  /**
   * Refuses all later changes of the data and of this field itself, once it is true. Only metadata can then be changed.
   */
  readonly immutable?: boolean
  /** Values of arbitrary bytes, in base64 in JSON. Keys consist of letters, digits, hyphens, underscores and dots. */
  readonly data?: Readonly<Record<string, Bytes>>
  /**
   * Values as plain text, for convenience when writing: each is stored in data and replaces an entry of the same key.
   * It is never returned.
   */
  readonly stringData?: Readonly<Record<string, string>>
  /** What the secret is for, Opaque by default. Some types require certain keys, and the type cannot be changed. */
  readonly type?: string
}

/**
 * core.v1.SecretList
 *
 * A list of secrets.
 */
export type SecretList = ApiList<Secret>

/**
 * core.v1.SerializedReference
 *
 * A reference to an object that is stored as text, for example in an annotation.
 */
export interface SerializedReference extends TypeMeta {
  /** The object that is meant. */
  readonly reference?: ObjectReference
}

/**
 * core.v1.Service
 *
 * A stable name and address for a set of pods, over which traffic to it is distributed.
 */
export interface Service extends ApiObject {
  /** Which pods are meant and how the service can be reached. */
  readonly spec?: ServiceSpec
  /** What a load balancer has provided, and further conditions. */
  readonly status?: ServiceStatus
}

/**
 * core.v1.ServiceAccount
 *
 * An identity for programs, which pods of the namespace act as when they talk to the server.
 */
export interface ServiceAccount extends ApiObject {
  /**
   * Secrets that pods of the account may use, if an annotation of it limits them to this list. The list is deprecated;
   * tokens are no longer found through it.
   */
  readonly secrets?: readonly ObjectReference[]
  /** Secrets with credentials for registries that pods receive which act as this account and name none themselves. */
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  /** Whether a token is mounted into the pods of the account, which they can override. Without a value it is. */
  readonly automountServiceAccountToken?: boolean
}

/**
 * core.v1.ServiceAccountList
 *
 * A list of service accounts.
 */
export type ServiceAccountList = ApiList<ServiceAccount>

/**
 * core.v1.ServiceList
 *
 * A list of services.
 */
export type ServiceList = ApiList<Service>

/**
 * core.v1.ServicePort
 *
 * One port of a service.
 */
export interface ServicePort {
  /** Name of the port: a DNS label, unique in the service. It is required if there is more than one port. */
  readonly name?: string
  /** Transport protocol of the port: TCP, UDP or SCTP. One of TCP, UDP, SCTP. */
  readonly protocol?: string
  /** Protocol spoken on the port, such as https or one with the prefix of a domain, as a hint for proxies. */
  readonly appProtocol?: string
  /** Number under which the service offers the port, from 1 to 65535. */
  readonly port: number
  /**
   * Number or name of the port of the pods, by default the number in port. A name can lead to different numbers in
   * different pods, and headless services ignore it.
   */
  readonly targetPort?: IntOrString
  /**
   * Port that is open on every node for services of type NodePort or LoadBalancer. It is allocated if it is missing,
   * from 30000 to 32767 by default.
   */
  readonly nodePort?: number
}

/**
 * core.v1.ServiceProxyOptions
 *
 * Query parameters of a request that is passed on to a service.
 */
export interface ServiceProxyOptions extends TypeMeta {
  /** Path that is asked for at the service. */
  readonly path?: string
}

/**
 * core.v1.ServiceSpec
 *
 * Which pods a service leads to and how it can be reached.
 */
export interface ServiceSpec {
  /** Ports of the service. Only headless services and those of type ExternalName may have none. */
  readonly ports?: readonly ServicePort[]
  /**
   * Labels of the pods that traffic goes to. Without it, the endpoints are managed elsewhere; ExternalName ignores it.
   */
  readonly selector?: Readonly<Record<string, string>>
  /**
   * Address of the service within the cluster, allocated if it is missing; None makes it headless, so that DNS returns
   * the addresses of the pods. It can be changed only together with the type, from or to ExternalName.
   */
  readonly clusterIP?: string
  /** All such addresses, at most one for each IP family; the first equals clusterIP. */
  readonly clusterIPs?: readonly string[]
  /**
   * How far the service is reachable: ClusterIP (the default) within the cluster, NodePort also at each node,
   * LoadBalancer also from outside; ExternalName is only a DNS alias. One of ClusterIP, NodePort, LoadBalancer,
   * ExternalName.
   */
  readonly type?: string
  /**
   * Further addresses at which nodes accept traffic for the service. The administrator of the cluster must route these
   * to the nodes.
   */
  readonly externalIPs?: readonly string[]
  /**
   * ClientIP sends the connections of one client to the same pod, None (the default) does not. One of ClientIP, None.
   */
  readonly sessionAffinity?: string
  /** Address to ask the load balancer for. It is deprecated, and many providers ignore it. */
  readonly loadBalancerIP?: string
  /**
   * Ranges of client addresses that the load balancer lets in, where the provider supports it. Without any, all are let
   * in.
   */
  readonly loadBalancerSourceRanges?: readonly string[]
  /** DNS name that the service is an alias of, for the type ExternalName. Nothing is proxied. */
  readonly externalName?: string
  /**
   * How nodes distribute traffic from outside: Cluster (the default) to all endpoints, Local to those on the node only,
   * which keeps the address of the client. One of Cluster, Local.
   */
  readonly externalTrafficPolicy?: string
  /**
   * Port at which nodes tell a load balancer whether they have endpoints. It is allocated for type LoadBalancer with
   * the external policy Local, and then cannot be changed.
   */
  readonly healthCheckNodePort?: number
  /**
   * Treats all endpoints as ready, so that DNS lists pods before they are; false by default. Peers of stateful sets use
   * it to find each other.
   */
  readonly publishNotReadyAddresses?: boolean
  /** Settings of session affinity. */
  readonly sessionAffinityConfig?: SessionAffinityConfig
  /**
   * IP families of the service, IPv4, IPv6 or both in order of preference. They are chosen from the cluster and
   * ipFamilyPolicy if missing; only the second can be added or removed later. One of IPv4, IPv6, "".
   */
  readonly ipFamilies?: readonly string[]
  /**
   * How many families the service has: SingleStack one (the default), PreferDualStack two if the cluster has them,
   * RequireDualStack two or it is refused. One of SingleStack, PreferDualStack, RequireDualStack.
   */
  readonly ipFamilyPolicy?: string
  /**
   * Whether node ports are allocated for type LoadBalancer; true by default. Ports that are asked for explicitly are
   * allocated in any case.
   */
  readonly allocateLoadBalancerNodePorts?: boolean
  /**
   * Implementation that is to provide the load balancer, rather than the default of the cluster. It can be set only for
   * type LoadBalancer, and not be changed while that is the type.
   */
  readonly loadBalancerClass?: string
  /**
   * How nodes distribute traffic from within the cluster: Cluster (the default) to all endpoints, Local to those on the
   * node only. One of Cluster, Local.
   */
  readonly internalTrafficPolicy?: string
  /**
   * Which endpoints are preferred: those in the zone of the client (PreferSameZone, or its older name PreferClose), or
   * on its node and then in its zone (PreferSameNode). Without it, all are treated alike.
   */
  readonly trafficDistribution?: string
}

/**
 * core.v1.ServiceStatus
 *
 * What is known about a service.
 */
export interface ServiceStatus {
  /** What the load balancer has provided, for type LoadBalancer. */
  readonly loadBalancer?: LoadBalancerStatus
  /** Aspects of its state, one entry for each type. */
  readonly conditions?: readonly Condition[]
}

/**
 * core.v1.SessionAffinityConfig
 *
 * Settings of session affinity.
 */
export interface SessionAffinityConfig {
  /** Settings of affinity by the address of the client. */
  readonly clientIP?: ClientIPConfig
}

/**
 * core.v1.TopologySelectorLabelRequirement
 *
 * Asks for one of some values of a label.
 */
export interface TopologySelectorLabelRequirement {
  /** Key of the label. */
  readonly key: string
  /** Values of which the label must have one. */
  readonly values: readonly string[]
}

/**
 * core.v1.TopologySelectorTerm
 *
 * Conditions on topology labels that must all hold. Storage classes use it to say where volumes may be made; a term
 * without conditions matches nothing.
 */
export interface TopologySelectorTerm {
  /** Conditions on labels, at most one for each key. */
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[]
}

/** Fields of the types of this file, one line each. */
export const coreV1Types: TypeTable = {
  'core.v1.ClientIPConfig': `timeoutSeconds 1 int32 omitempty pointer`,
  'core.v1.ComponentCondition': `type 1 string required go=v1.ComponentConditionType
status 2 string required go=v1.ConditionStatus
message 3 string omitempty
error 4 string omitempty`,
  'core.v1.ComponentStatus': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
conditions 2 []core.v1.ComponentCondition omitempty list=map:type merge=type`,
  'core.v1.ComponentStatusList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.ComponentStatus required`,
  'core.v1.ConfigMap': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
immutable 4 boolean omitempty pointer
data 2 map:string omitempty
binaryData 3 map:bytes omitempty`,
  'core.v1.ConfigMapList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.ConfigMap required`,
  'core.v1.EndpointAddress': `@atomic
ip 1 string required
hostname 3 string omitempty
nodeName 4 string omitempty pointer
targetRef 2 core.v1.ObjectReference omitempty pointer`,
  'core.v1.EndpointPort': `@atomic
name 1 string omitempty
port 2 int32 required
protocol 3 string omitempty go=v1.Protocol enum=TCP|UDP|SCTP
appProtocol 4 string omitempty pointer`,
  'core.v1.EndpointSubset': `addresses 1 []core.v1.EndpointAddress omitempty list=atomic
notReadyAddresses 2 []core.v1.EndpointAddress omitempty list=atomic
ports 3 []core.v1.EndpointPort omitempty list=atomic`,
  'core.v1.Endpoints': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
subsets 2 []core.v1.EndpointSubset omitempty list=atomic`,
  'core.v1.EndpointsList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Endpoints required`,
  'core.v1.Event': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta required
involvedObject 2 core.v1.ObjectReference required
reason 3 string omitempty
message 4 string omitempty
source 5 core.v1.EventSource omitempty
firstTimestamp 6 time omitempty
lastTimestamp 7 time omitempty
count 8 int32 omitempty
type 9 string omitempty
eventTime 10 micro-time omitempty
series 11 core.v1.EventSeries omitempty pointer
action 12 string omitempty
related 13 core.v1.ObjectReference omitempty pointer
reportingComponent 14 string
reportingInstance 15 string`,
  'core.v1.EventList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Event required`,
  'core.v1.EventSeries': `count 1 int32 omitempty
lastObservedTime 2 micro-time omitempty`,
  'core.v1.EventSource': `component 1 string omitempty
host 2 string omitempty`,
  'core.v1.LimitRange': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.LimitRangeSpec omitempty`,
  'core.v1.LimitRangeItem': `type 1 string required go=v1.LimitType
max 2 map:quantity omitempty
min 3 map:quantity omitempty
default 4 map:quantity omitempty
defaultRequest 5 map:quantity omitempty
maxLimitRequestRatio 6 map:quantity omitempty`,
  'core.v1.LimitRangeList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.LimitRange required`,
  'core.v1.LimitRangeSpec': `limits 1 []core.v1.LimitRangeItem required list=atomic`,
  'core.v1.LoadBalancerIngress': `ip 1 string omitempty
hostname 2 string omitempty
ipMode 3 string omitempty pointer go=v1.LoadBalancerIPMode
ports 4 []core.v1.PortStatus omitempty list=atomic`,
  'core.v1.LoadBalancerStatus': `ingress 1 []core.v1.LoadBalancerIngress omitempty list=atomic`,
  'core.v1.Namespace': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.NamespaceSpec omitempty
status 3 core.v1.NamespaceStatus omitempty`,
  'core.v1.NamespaceCondition': `type 1 string required go=v1.NamespaceConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 4 time omitempty
reason 5 string omitempty
message 6 string omitempty`,
  'core.v1.NamespaceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Namespace required`,
  'core.v1.NamespaceSpec': `finalizers 1 []string omitempty go=v1.FinalizerName list=atomic`,
  'core.v1.NamespaceStatus': `phase 1 string omitempty go=v1.NamespacePhase enum=Active|Terminating
conditions 2 []core.v1.NamespaceCondition omitempty list=map:type merge=type`,
  'core.v1.PortStatus': `port 1 int32 required
protocol 2 string required go=v1.Protocol enum=TCP|UDP|SCTP
error 3 string omitempty pointer`,
  'core.v1.Preconditions': `uid 1 string omitempty pointer go=types.UID`,
  'core.v1.RangeAllocation': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
range 2 string required
data 3 bytes required`,
  'core.v1.ResourceQuota': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.ResourceQuotaSpec omitempty
status 3 core.v1.ResourceQuotaStatus omitempty`,
  'core.v1.ResourceQuotaList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.ResourceQuota required`,
  'core.v1.ResourceQuotaSpec': `hard 1 map:quantity omitempty
scopes 2 []string omitempty go=v1.ResourceQuotaScope list=atomic enum=Terminating|NotTerminating|BestEffort|NotBestEffort|PriorityClass|CrossNamespacePodAffinity|VolumeAttributesClass
scopeSelector 3 core.v1.ScopeSelector omitempty pointer`,
  'core.v1.ResourceQuotaStatus': `hard 1 map:quantity omitempty
used 2 map:quantity omitempty`,
  'core.v1.ScopeSelector': `@atomic
matchExpressions 1 []core.v1.ScopedResourceSelectorRequirement omitempty list=atomic`,
  'core.v1.ScopedResourceSelectorRequirement': `scopeName 1 string required go=v1.ResourceQuotaScope enum=Terminating|NotTerminating|BestEffort|NotBestEffort|PriorityClass|CrossNamespacePodAffinity|VolumeAttributesClass
operator 2 string required go=v1.ScopeSelectorOperator enum=In|NotIn|Exists|DoesNotExist
values 3 []string omitempty list=atomic`,
  'core.v1.Secret': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
immutable 5 boolean omitempty pointer
data 2 map:bytes omitempty
stringData 4 map:string omitempty
type 3 string omitempty go=v1.SecretType`,
  'core.v1.SecretList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Secret required`,
  'core.v1.SerializedReference': `+ - meta.v1.TypeMeta
reference 1 core.v1.ObjectReference omitempty`,
  'core.v1.Service': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.ServiceSpec omitempty
status 3 core.v1.ServiceStatus omitempty`,
  'core.v1.ServiceAccount': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
secrets 2 []core.v1.ObjectReference omitempty list=map:name merge=name
imagePullSecrets 3 []core.v1.LocalObjectReference omitempty list=atomic
automountServiceAccountToken 4 boolean omitempty pointer`,
  'core.v1.ServiceAccountList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.ServiceAccount required`,
  'core.v1.ServiceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Service required`,
  'core.v1.ServicePort': `name 1 string omitempty
protocol 2 string omitempty go=v1.Protocol default="TCP" enum=TCP|UDP|SCTP
appProtocol 6 string omitempty pointer
port 3 int32 required
targetPort 4 int-or-string omitempty
nodePort 5 int32 omitempty`,
  'core.v1.ServiceProxyOptions': `+ - meta.v1.TypeMeta
path 1 string omitempty`,
  'core.v1.ServiceSpec': `ports 1 []core.v1.ServicePort omitempty list=map:port,protocol merge=port
selector 2 map:string omitempty mapType=atomic
clusterIP 3 string omitempty
clusterIPs 18 []string omitempty list=atomic
type 4 string omitempty go=v1.ServiceType enum=ClusterIP|NodePort|LoadBalancer|ExternalName
externalIPs 5 []string omitempty list=atomic
sessionAffinity 7 string omitempty go=v1.ServiceAffinity enum=ClientIP|None
loadBalancerIP 8 string omitempty
loadBalancerSourceRanges 9 []string omitempty list=atomic
externalName 10 string omitempty
externalTrafficPolicy 11 string omitempty go=v1.ServiceExternalTrafficPolicy enum=Cluster|Local
healthCheckNodePort 12 int32 omitempty
publishNotReadyAddresses 13 boolean omitempty
sessionAffinityConfig 14 core.v1.SessionAffinityConfig omitempty pointer
ipFamilies 19 []string omitempty go=v1.IPFamily list=atomic enum=IPv4|IPv6|
ipFamilyPolicy 17 string omitempty pointer go=v1.IPFamilyPolicy enum=SingleStack|PreferDualStack|RequireDualStack
allocateLoadBalancerNodePorts 20 boolean omitempty pointer
loadBalancerClass 21 string omitempty pointer
internalTrafficPolicy 22 string omitempty pointer go=v1.ServiceInternalTrafficPolicy enum=Cluster|Local
trafficDistribution 23 string omitempty pointer`,
  'core.v1.ServiceStatus': `loadBalancer 1 core.v1.LoadBalancerStatus omitempty
conditions 2 []meta.v1.Condition omitempty list=map:type merge=type`,
  'core.v1.SessionAffinityConfig': `clientIP 1 core.v1.ClientIPConfig omitempty pointer`,
  'core.v1.TopologySelectorLabelRequirement': `key 1 string required
values 2 []string required list=atomic`,
  'core.v1.TopologySelectorTerm': `@atomic
matchLabelExpressions 1 []core.v1.TopologySelectorLabelRequirement omitempty list=atomic`,
}
