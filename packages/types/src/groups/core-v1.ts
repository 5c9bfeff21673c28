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

/** core.v1.ClientIPConfig */
export interface ClientIPConfig {
  readonly timeoutSeconds?: number
}

/** core.v1.ComponentCondition */
export interface ComponentCondition {
  readonly type: string
  readonly status: string
  readonly message?: string
  readonly error?: string
}

/** core.v1.ComponentStatus */
export interface ComponentStatus extends ApiObject {
  readonly conditions?: readonly ComponentCondition[]
}

/** core.v1.ComponentStatusList */
export type ComponentStatusList = ApiList<ComponentStatus>

/** core.v1.ConfigMap */
export interface ConfigMap extends ApiObject {
  readonly immutable?: boolean
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, Bytes>>
}

/** core.v1.ConfigMapList */
export type ConfigMapList = ApiList<ConfigMap>

/** core.v1.EndpointAddress */
export interface EndpointAddress {
  readonly ip: string
  readonly hostname?: string
  readonly nodeName?: string
  readonly targetRef?: ObjectReference
}

/** core.v1.EndpointPort */
export interface EndpointPort {
  readonly name?: string
  readonly port: number
  /** One of TCP, UDP, SCTP. */
  readonly protocol?: string
  readonly appProtocol?: string
}

/** core.v1.EndpointSubset */
export interface EndpointSubset {
  readonly addresses?: readonly EndpointAddress[]
  readonly notReadyAddresses?: readonly EndpointAddress[]
  readonly ports?: readonly EndpointPort[]
}

/** core.v1.Endpoints */
export interface Endpoints extends ApiObject {
  readonly subsets?: readonly EndpointSubset[]
}

/** core.v1.EndpointsList */
export type EndpointsList = ApiList<Endpoints>

/** core.v1.Event */
export interface Event extends ApiObject {
  readonly involvedObject: ObjectReference
  readonly reason?: string
  readonly message?: string
  readonly source?: EventSource
  readonly firstTimestamp?: Time
  readonly lastTimestamp?: Time
  readonly count?: number
  readonly type?: string
  readonly eventTime?: MicroTime
  readonly series?: EventSeries
  readonly action?: string
  readonly related?: ObjectReference
  readonly reportingComponent?: string
  readonly reportingInstance?: string
}

/** core.v1.EventList */
export type EventList = ApiList<Event>

/** core.v1.EventSeries */
export interface EventSeries {
  readonly count?: number
  readonly lastObservedTime?: MicroTime
}

/** core.v1.EventSource */
export interface EventSource {
  readonly component?: string
  readonly host?: string
}

/** core.v1.LimitRange */
export interface LimitRange extends ApiObject {
  readonly spec?: LimitRangeSpec
}

/** core.v1.LimitRangeItem */
export interface LimitRangeItem {
  readonly type: string
  readonly max?: Readonly<Record<string, Quantity>>
  readonly min?: Readonly<Record<string, Quantity>>
  readonly default?: Readonly<Record<string, Quantity>>
  readonly defaultRequest?: Readonly<Record<string, Quantity>>
  readonly maxLimitRequestRatio?: Readonly<Record<string, Quantity>>
}

/** core.v1.LimitRangeList */
export type LimitRangeList = ApiList<LimitRange>

/** core.v1.LimitRangeSpec */
export interface LimitRangeSpec {
  readonly limits: readonly LimitRangeItem[]
}

/** core.v1.LoadBalancerIngress */
export interface LoadBalancerIngress {
  readonly ip?: string
  readonly hostname?: string
  readonly ipMode?: string
  readonly ports?: readonly PortStatus[]
}

/** core.v1.LoadBalancerStatus */
export interface LoadBalancerStatus {
  readonly ingress?: readonly LoadBalancerIngress[]
}

/** core.v1.Namespace */
export interface Namespace extends ApiObject {
  readonly spec?: NamespaceSpec
  readonly status?: NamespaceStatus
}

/** core.v1.NamespaceCondition */
export interface NamespaceCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.NamespaceList */
export type NamespaceList = ApiList<Namespace>

/** core.v1.NamespaceSpec */
export interface NamespaceSpec {
  readonly finalizers?: readonly string[]
}

/** core.v1.NamespaceStatus */
export interface NamespaceStatus {
  /** One of Active, Terminating. */
  readonly phase?: string
  readonly conditions?: readonly NamespaceCondition[]
}

/** core.v1.PortStatus */
export interface PortStatus {
  readonly port: number
  /** One of TCP, UDP, SCTP. */
  readonly protocol: string
  readonly error?: string
}

/** core.v1.Preconditions */
export interface Preconditions {
  readonly uid?: string
}

/** core.v1.RangeAllocation */
export interface RangeAllocation extends ApiObject {
  readonly range: string
  readonly data: Bytes
}

/** core.v1.ResourceQuota */
export interface ResourceQuota extends ApiObject {
  readonly spec?: ResourceQuotaSpec
  readonly status?: ResourceQuotaStatus
}

/** core.v1.ResourceQuotaList */
export type ResourceQuotaList = ApiList<ResourceQuota>

/** core.v1.ResourceQuotaSpec */
export interface ResourceQuotaSpec {
  readonly hard?: Readonly<Record<string, Quantity>>
  /**
   * One of Terminating, NotTerminating, BestEffort, NotBestEffort, PriorityClass, CrossNamespacePodAffinity,
   * VolumeAttributesClass.
   */
  readonly scopes?: readonly string[]
  readonly scopeSelector?: ScopeSelector
}

/** core.v1.ResourceQuotaStatus */
export interface ResourceQuotaStatus {
  readonly hard?: Readonly<Record<string, Quantity>>
  readonly used?: Readonly<Record<string, Quantity>>
}

/** core.v1.ScopeSelector */
export interface ScopeSelector {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[]
}

/** core.v1.ScopedResourceSelectorRequirement */
export interface ScopedResourceSelectorRequirement {
  /**
   * One of Terminating, NotTerminating, BestEffort, NotBestEffort, PriorityClass, CrossNamespacePodAffinity,
   * VolumeAttributesClass.
   */
  readonly scopeName: string
  /** One of In, NotIn, Exists, DoesNotExist. */
  readonly operator: string
  readonly values?: readonly string[]
}

/** core.v1.Secret */
export interface Secret extends ApiObject {
  readonly immutable?: boolean
  readonly data?: Readonly<Record<string, Bytes>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly type?: string
}

/** core.v1.SecretList */
export type SecretList = ApiList<Secret>

/** core.v1.SerializedReference */
export interface SerializedReference extends TypeMeta {
  readonly reference?: ObjectReference
}

/** core.v1.Service */
export interface Service extends ApiObject {
  readonly spec?: ServiceSpec
  readonly status?: ServiceStatus
}

/** core.v1.ServiceAccount */
export interface ServiceAccount extends ApiObject {
  readonly secrets?: readonly ObjectReference[]
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  readonly automountServiceAccountToken?: boolean
}

/** core.v1.ServiceAccountList */
export type ServiceAccountList = ApiList<ServiceAccount>

/** core.v1.ServiceList */
export type ServiceList = ApiList<Service>

/** core.v1.ServicePort */
export interface ServicePort {
  readonly name?: string
  /** One of TCP, UDP, SCTP. */
  readonly protocol?: string
  readonly appProtocol?: string
  readonly port: number
  readonly targetPort?: IntOrString
  readonly nodePort?: number
}

/** core.v1.ServiceProxyOptions */
export interface ServiceProxyOptions extends TypeMeta {
  readonly path?: string
}

/** core.v1.ServiceSpec */
export interface ServiceSpec {
  readonly ports?: readonly ServicePort[]
  readonly selector?: Readonly<Record<string, string>>
  readonly clusterIP?: string
  readonly clusterIPs?: readonly string[]
  /** One of ClusterIP, NodePort, LoadBalancer, ExternalName. */
  readonly type?: string
  readonly externalIPs?: readonly string[]
  /** One of ClientIP, None. */
  readonly sessionAffinity?: string
  readonly loadBalancerIP?: string
  readonly loadBalancerSourceRanges?: readonly string[]
  readonly externalName?: string
  /** One of Cluster, Local. */
  readonly externalTrafficPolicy?: string
  readonly healthCheckNodePort?: number
  readonly publishNotReadyAddresses?: boolean
  readonly sessionAffinityConfig?: SessionAffinityConfig
  /** One of IPv4, IPv6, "". */
  readonly ipFamilies?: readonly string[]
  /** One of SingleStack, PreferDualStack, RequireDualStack. */
  readonly ipFamilyPolicy?: string
  readonly allocateLoadBalancerNodePorts?: boolean
  readonly loadBalancerClass?: string
  /** One of Cluster, Local. */
  readonly internalTrafficPolicy?: string
  readonly trafficDistribution?: string
}

/** core.v1.ServiceStatus */
export interface ServiceStatus {
  readonly loadBalancer?: LoadBalancerStatus
  readonly conditions?: readonly Condition[]
}

/** core.v1.SessionAffinityConfig */
export interface SessionAffinityConfig {
  readonly clientIP?: ClientIPConfig
}

/** core.v1.TopologySelectorLabelRequirement */
export interface TopologySelectorLabelRequirement {
  readonly key: string
  readonly values: readonly string[]
}

/** core.v1.TopologySelectorTerm */
export interface TopologySelectorTerm {
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
