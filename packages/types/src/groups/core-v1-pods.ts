// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta, OwnerReference, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type {
  AppArmorProfile,
  Container,
  ContainerStatus,
  EphemeralContainer,
  ResourceRequirements,
  SELinuxOptions,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from './core-v1-containers.ts'
import type { LocalObjectReference, ObjectReference } from './core-v1-references.ts'
import type { NodeSelector, NodeSelectorTerm, Toleration } from './core-v1-selectors.ts'
import type { Volume } from './core-v1-volumes.ts'
import type { LabelSelector } from './meta-v1.ts'

/** core.v1.Affinity */
export interface Affinity {
  readonly nodeAffinity?: NodeAffinity
  readonly podAffinity?: PodAffinity
  readonly podAntiAffinity?: PodAntiAffinity
}

/** core.v1.AvoidPods */
export interface AvoidPods {
  readonly preferAvoidPods?: readonly PreferAvoidPodsEntry[]
}

/** core.v1.Binding */
export interface Binding extends ApiObject {
  readonly target: ObjectReference
}

/** core.v1.ContainerExtendedResourceRequest */
export interface ContainerExtendedResourceRequest {
  readonly containerName: string
  readonly resourceName: string
  readonly requestName: string
}

/** core.v1.HostAlias */
export interface HostAlias {
  readonly ip: string
  readonly hostnames?: readonly string[]
}

/** core.v1.HostIP */
export interface HostIP {
  readonly ip: string
}

/** core.v1.NodeAffinity */
export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[]
}

/** core.v1.NodeAllocatableResourceClaimStatus */
export interface NodeAllocatableResourceClaimStatus {
  readonly resourceClaimName: string
  readonly containers?: readonly string[]
  readonly resources: Readonly<Record<string, Quantity>>
}

/** core.v1.Pod */
export interface Pod extends ApiObject {
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

/** core.v1.PodAffinity */
export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
}

/** core.v1.PodAffinityTerm */
export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector
  readonly namespaces?: readonly string[]
  readonly topologyKey: string
  readonly namespaceSelector?: LabelSelector
  readonly matchLabelKeys?: readonly string[]
  readonly mismatchLabelKeys?: readonly string[]
}

/** core.v1.PodAntiAffinity */
export interface PodAntiAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
}

/** core.v1.PodAttachOptions */
export interface PodAttachOptions extends TypeMeta {
  readonly stdin?: boolean
  readonly stdout?: boolean
  readonly stderr?: boolean
  readonly tty?: boolean
  readonly container?: string
}

/** core.v1.PodCondition */
export interface PodCondition {
  readonly type: string
  readonly observedGeneration?: number
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.PodDNSConfig */
export interface PodDNSConfig {
  readonly nameservers?: readonly string[]
  readonly searches?: readonly string[]
  readonly options?: readonly PodDNSConfigOption[]
}

/** core.v1.PodDNSConfigOption */
export interface PodDNSConfigOption {
  readonly name?: string
  readonly value?: string
}

/** core.v1.PodExecOptions */
export interface PodExecOptions extends TypeMeta {
  readonly stdin?: boolean
  readonly stdout?: boolean
  readonly stderr?: boolean
  readonly tty?: boolean
  readonly container?: string
  readonly command: readonly string[]
}

/** core.v1.PodExtendedResourceClaimStatus */
export interface PodExtendedResourceClaimStatus {
  readonly requestMappings: readonly ContainerExtendedResourceRequest[]
  readonly resourceClaimName: string
}

/** core.v1.PodIP */
export interface PodIP {
  readonly ip: string
}

/** core.v1.PodList */
export type PodList = ApiList<Pod>

/** core.v1.PodLogOptions */
export interface PodLogOptions extends TypeMeta {
  readonly container?: string
  readonly follow?: boolean
  readonly previous?: boolean
  readonly sinceSeconds?: number
  readonly sinceTime?: Time
  readonly timestamps?: boolean
  readonly tailLines?: number
  readonly limitBytes?: number
  readonly insecureSkipTLSVerifyBackend?: boolean
  readonly stream?: string
}

/** core.v1.PodOS */
export interface PodOS {
  readonly name: string
}

/** core.v1.PodPortForwardOptions */
export interface PodPortForwardOptions extends TypeMeta {
  readonly ports?: readonly number[]
}

/** core.v1.PodProxyOptions */
export interface PodProxyOptions extends TypeMeta {
  readonly path?: string
}

/** core.v1.PodReadinessGate */
export interface PodReadinessGate {
  readonly conditionType: string
}

/** core.v1.PodResourceClaim */
export interface PodResourceClaim {
  readonly name: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}

/** core.v1.PodResourceClaimStatus */
export interface PodResourceClaimStatus {
  readonly name: string
  readonly resourceClaimName?: string
}

/** core.v1.PodSchedulingGate */
export interface PodSchedulingGate {
  readonly name: string
}

/** core.v1.PodSchedulingGroup */
export interface PodSchedulingGroup {
  readonly podGroupName?: string
}

/** core.v1.PodSecurityContext */
export interface PodSecurityContext {
  readonly seLinuxOptions?: SELinuxOptions
  readonly windowsOptions?: WindowsSecurityContextOptions
  readonly runAsUser?: number
  readonly runAsGroup?: number
  readonly runAsNonRoot?: boolean
  readonly supplementalGroups?: readonly number[]
  /** One of Merge, Strict. */
  readonly supplementalGroupsPolicy?: string
  readonly fsGroup?: number
  readonly sysctls?: readonly Sysctl[]
  /** One of OnRootMismatch, Always. */
  readonly fsGroupChangePolicy?: string
  readonly seccompProfile?: SeccompProfile
  readonly appArmorProfile?: AppArmorProfile
  readonly seLinuxChangePolicy?: string
}

/** core.v1.PodSignature */
export interface PodSignature {
  readonly podController?: OwnerReference
}

/** core.v1.PodSpec */
export interface PodSpec {
  readonly volumes?: readonly Volume[]
  readonly initContainers?: readonly Container[]
  readonly containers: readonly Container[]
  readonly ephemeralContainers?: readonly EphemeralContainer[]
  /** One of Always, OnFailure, Never. */
  readonly restartPolicy?: string
  readonly terminationGracePeriodSeconds?: number
  readonly activeDeadlineSeconds?: number
  /** One of ClusterFirstWithHostNet, ClusterFirst, Default, None. */
  readonly dnsPolicy?: string
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly serviceAccountName?: string
  readonly serviceAccount?: string
  readonly automountServiceAccountToken?: boolean
  readonly nodeName?: string
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly shareProcessNamespace?: boolean
  readonly securityContext?: PodSecurityContext
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  readonly hostname?: string
  readonly subdomain?: string
  readonly affinity?: Affinity
  readonly schedulerName?: string
  readonly tolerations?: readonly Toleration[]
  readonly hostAliases?: readonly HostAlias[]
  readonly priorityClassName?: string
  readonly priority?: number
  readonly dnsConfig?: PodDNSConfig
  readonly readinessGates?: readonly PodReadinessGate[]
  readonly runtimeClassName?: string
  readonly enableServiceLinks?: boolean
  /** One of PreemptLowerPriority, Never. */
  readonly preemptionPolicy?: string
  readonly overhead?: Readonly<Record<string, Quantity>>
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
  readonly setHostnameAsFQDN?: boolean
  readonly os?: PodOS
  readonly hostUsers?: boolean
  readonly schedulingGates?: readonly PodSchedulingGate[]
  readonly resourceClaims?: readonly PodResourceClaim[]
  readonly resources?: ResourceRequirements
  readonly hostnameOverride?: string
  readonly schedulingGroup?: PodSchedulingGroup
}

/** core.v1.PodStatus */
export interface PodStatus {
  readonly observedGeneration?: number
  /** One of Pending, Running, Succeeded, Failed, Unknown. */
  readonly phase?: string
  readonly conditions?: readonly PodCondition[]
  readonly message?: string
  readonly reason?: string
  readonly nominatedNodeName?: string
  readonly hostIP?: string
  readonly hostIPs?: readonly HostIP[]
  readonly podIP?: string
  readonly podIPs?: readonly PodIP[]
  readonly startTime?: Time
  readonly initContainerStatuses?: readonly ContainerStatus[]
  readonly containerStatuses?: readonly ContainerStatus[]
  /** One of Guaranteed, Burstable, BestEffort. */
  readonly qosClass?: string
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[]
  readonly resize?: string
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[]
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  readonly resources?: ResourceRequirements
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[]
}

/** core.v1.PodStatusResult */
export interface PodStatusResult extends ApiObject {
  readonly status?: PodStatus
}

/** core.v1.PodTemplate */
export interface PodTemplate extends ApiObject {
  readonly template?: PodTemplateSpec
}

/** core.v1.PodTemplateList */
export type PodTemplateList = ApiList<PodTemplate>

/** core.v1.PodTemplateSpec */
export interface PodTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

/** core.v1.PreferAvoidPodsEntry */
export interface PreferAvoidPodsEntry {
  readonly podSignature: PodSignature
  readonly evictionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.PreferredSchedulingTerm */
export interface PreferredSchedulingTerm {
  readonly weight: number
  readonly preference: NodeSelectorTerm
}

/** core.v1.ReplicationController */
export interface ReplicationController extends ApiObject {
  readonly spec?: ReplicationControllerSpec
  readonly status?: ReplicationControllerStatus
}

/** core.v1.ReplicationControllerCondition */
export interface ReplicationControllerCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.ReplicationControllerList */
export type ReplicationControllerList = ApiList<ReplicationController>

/** core.v1.ReplicationControllerSpec */
export interface ReplicationControllerSpec {
  readonly replicas?: number
  readonly minReadySeconds?: number
  readonly selector?: Readonly<Record<string, string>>
  readonly template?: PodTemplateSpec
}

/** core.v1.ReplicationControllerStatus */
export interface ReplicationControllerStatus {
  readonly replicas: number
  readonly fullyLabeledReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly observedGeneration?: number
  readonly conditions?: readonly ReplicationControllerCondition[]
}

/** core.v1.Sysctl */
export interface Sysctl {
  readonly name: string
  readonly value: string
}

/** core.v1.TopologySpreadConstraint */
export interface TopologySpreadConstraint {
  readonly maxSkew: number
  readonly topologyKey: string
  /** One of DoNotSchedule, ScheduleAnyway. */
  readonly whenUnsatisfiable: string
  readonly labelSelector?: LabelSelector
  readonly minDomains?: number
  /** One of Ignore, Honor. */
  readonly nodeAffinityPolicy?: string
  /** One of Ignore, Honor. */
  readonly nodeTaintsPolicy?: string
  readonly matchLabelKeys?: readonly string[]
}

/** core.v1.WeightedPodAffinityTerm */
export interface WeightedPodAffinityTerm {
  readonly weight: number
  readonly podAffinityTerm: PodAffinityTerm
}

/** Fields of the types of this file, one line each. */
export const coreV1PodsTypes: TypeTable = {
  'core.v1.Affinity': `nodeAffinity 1 core.v1.NodeAffinity omitempty pointer
podAffinity 2 core.v1.PodAffinity omitempty pointer
podAntiAffinity 3 core.v1.PodAntiAffinity omitempty pointer`,
  'core.v1.AvoidPods': `preferAvoidPods 1 []core.v1.PreferAvoidPodsEntry omitempty list=atomic`,
  'core.v1.Binding': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
target 2 core.v1.ObjectReference required`,
  'core.v1.ContainerExtendedResourceRequest': `containerName 1 string required
resourceName 2 string required
requestName 3 string required`,
  'core.v1.HostAlias': `ip 1 string required
hostnames 2 []string omitempty list=atomic`,
  'core.v1.HostIP': `ip 1 string required`,
  'core.v1.NodeAffinity': `requiredDuringSchedulingIgnoredDuringExecution 1 core.v1.NodeSelector omitempty pointer
preferredDuringSchedulingIgnoredDuringExecution 2 []core.v1.PreferredSchedulingTerm omitempty list=atomic`,
  'core.v1.NodeAllocatableResourceClaimStatus': `resourceClaimName 1 string required
containers 2 []string omitempty list=set
resources 3 map:quantity required goType=map[v1.ResourceName]resource.Quantity`,
  'core.v1.Pod': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.PodSpec omitempty
status 3 core.v1.PodStatus omitempty`,
  'core.v1.PodAffinity': `requiredDuringSchedulingIgnoredDuringExecution 1 []core.v1.PodAffinityTerm omitempty list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []core.v1.WeightedPodAffinityTerm omitempty list=atomic`,
  'core.v1.PodAffinityTerm': `labelSelector 1 meta.v1.LabelSelector omitempty pointer
namespaces 2 []string omitempty list=atomic
topologyKey 3 string required
namespaceSelector 4 meta.v1.LabelSelector omitempty pointer
matchLabelKeys 5 []string omitempty list=atomic
mismatchLabelKeys 6 []string omitempty list=atomic`,
  'core.v1.PodAntiAffinity': `requiredDuringSchedulingIgnoredDuringExecution 1 []core.v1.PodAffinityTerm omitempty list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []core.v1.WeightedPodAffinityTerm omitempty list=atomic`,
  'core.v1.PodAttachOptions': `+ - meta.v1.TypeMeta
stdin 1 boolean omitempty
stdout 2 boolean omitempty
stderr 3 boolean omitempty
tty 4 boolean omitempty
container 5 string omitempty`,
  'core.v1.PodCondition': `type 1 string required go=v1.PodConditionType
observedGeneration 7 int64 omitempty
status 2 string required go=v1.ConditionStatus
lastProbeTime 3 time omitempty
lastTransitionTime 4 time omitempty
reason 5 string omitempty
message 6 string omitempty`,
  'core.v1.PodDNSConfig': `nameservers 1 []string omitempty list=atomic
searches 2 []string omitempty list=atomic
options 3 []core.v1.PodDNSConfigOption omitempty list=atomic`,
  'core.v1.PodDNSConfigOption': `name 1 string omitempty
value 2 string omitempty pointer`,
  'core.v1.PodExecOptions': `+ - meta.v1.TypeMeta
stdin 1 boolean omitempty
stdout 2 boolean omitempty
stderr 3 boolean omitempty
tty 4 boolean omitempty
container 5 string omitempty
command 6 []string required list=atomic`,
  'core.v1.PodExtendedResourceClaimStatus': `requestMappings 1 []core.v1.ContainerExtendedResourceRequest required list=atomic
resourceClaimName 2 string required`,
  'core.v1.PodIP': `ip 1 string required`,
  'core.v1.PodList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Pod required`,
  'core.v1.PodLogOptions': `+ - meta.v1.TypeMeta
container 1 string omitempty
follow 2 boolean omitempty
previous 3 boolean omitempty
sinceSeconds 4 int64 omitempty pointer
sinceTime 5 time omitempty pointer
timestamps 6 boolean omitempty
tailLines 7 int64 omitempty pointer
limitBytes 8 int64 omitempty pointer
insecureSkipTLSVerifyBackend 9 boolean omitempty
stream 10 string omitempty pointer`,
  'core.v1.PodOS': `name 1 string required go=v1.OSName`,
  'core.v1.PodPortForwardOptions': `+ - meta.v1.TypeMeta
ports 1 []int32 omitempty list=atomic`,
  'core.v1.PodProxyOptions': `+ - meta.v1.TypeMeta
path 1 string omitempty`,
  'core.v1.PodReadinessGate': `conditionType 1 string required go=v1.PodConditionType`,
  'core.v1.PodResourceClaim': `name 1 string required
resourceClaimName 3 string omitempty pointer
resourceClaimTemplateName 4 string omitempty pointer`,
  'core.v1.PodResourceClaimStatus': `name 1 string required
resourceClaimName 2 string omitempty pointer`,
  'core.v1.PodSchedulingGate': `name 1 string required`,
  'core.v1.PodSchedulingGroup': `podGroupName 1 string omitempty pointer`,
  'core.v1.PodSecurityContext': `seLinuxOptions 1 core.v1.SELinuxOptions omitempty pointer
windowsOptions 8 core.v1.WindowsSecurityContextOptions omitempty pointer
runAsUser 2 int64 omitempty pointer
runAsGroup 6 int64 omitempty pointer
runAsNonRoot 3 boolean omitempty pointer
supplementalGroups 4 []int64 omitempty list=atomic
supplementalGroupsPolicy 12 string omitempty pointer go=v1.SupplementalGroupsPolicy enum=Merge|Strict
fsGroup 5 int64 omitempty pointer
sysctls 7 []core.v1.Sysctl omitempty list=atomic
fsGroupChangePolicy 9 string omitempty pointer go=v1.PodFSGroupChangePolicy enum=OnRootMismatch|Always
seccompProfile 10 core.v1.SeccompProfile omitempty pointer
appArmorProfile 11 core.v1.AppArmorProfile omitempty pointer
seLinuxChangePolicy 13 string omitempty pointer go=v1.PodSELinuxChangePolicy`,
  'core.v1.PodSignature': `podController 1 meta.v1.OwnerReference omitempty pointer`,
  'core.v1.PodSpec': `volumes 1 []core.v1.Volume omitempty list=map:name merge=name strategy=merge,retainKeys
initContainers 20 []core.v1.Container omitempty list=map:name merge=name
containers 2 []core.v1.Container required list=map:name merge=name
ephemeralContainers 34 []core.v1.EphemeralContainer omitempty list=map:name merge=name
restartPolicy 3 string omitempty go=v1.RestartPolicy enum=Always|OnFailure|Never
terminationGracePeriodSeconds 4 int64 omitempty pointer
activeDeadlineSeconds 5 int64 omitempty pointer
dnsPolicy 6 string omitempty go=v1.DNSPolicy enum=ClusterFirstWithHostNet|ClusterFirst|Default|None
nodeSelector 7 map:string omitempty mapType=atomic
serviceAccountName 8 string omitempty
serviceAccount 9 string omitempty
automountServiceAccountToken 21 boolean omitempty pointer
nodeName 10 string omitempty
hostNetwork 11 boolean omitempty
hostPID 12 boolean omitempty
hostIPC 13 boolean omitempty
shareProcessNamespace 27 boolean omitempty pointer
securityContext 14 core.v1.PodSecurityContext omitempty pointer
imagePullSecrets 15 []core.v1.LocalObjectReference omitempty list=map:name merge=name
hostname 16 string omitempty
subdomain 17 string omitempty
affinity 18 core.v1.Affinity omitempty pointer
schedulerName 19 string omitempty
tolerations 22 []core.v1.Toleration omitempty list=atomic
hostAliases 23 []core.v1.HostAlias omitempty list=map:ip merge=ip
priorityClassName 24 string omitempty
priority 25 int32 omitempty pointer
dnsConfig 26 core.v1.PodDNSConfig omitempty pointer
readinessGates 28 []core.v1.PodReadinessGate omitempty list=atomic
runtimeClassName 29 string omitempty pointer
enableServiceLinks 30 boolean omitempty pointer
preemptionPolicy 31 string omitempty pointer go=v1.PreemptionPolicy enum=PreemptLowerPriority|Never
overhead 32 map:quantity omitempty
topologySpreadConstraints 33 []core.v1.TopologySpreadConstraint omitempty list=map:topologyKey,whenUnsatisfiable merge=topologyKey
setHostnameAsFQDN 35 boolean omitempty pointer
os 36 core.v1.PodOS omitempty pointer
hostUsers 37 boolean omitempty pointer
schedulingGates 38 []core.v1.PodSchedulingGate omitempty list=map:name merge=name
resourceClaims 39 []core.v1.PodResourceClaim omitempty list=map:name merge=name strategy=merge,retainKeys
resources 40 core.v1.ResourceRequirements omitempty pointer
hostnameOverride 41 string omitempty pointer
schedulingGroup 43 core.v1.PodSchedulingGroup omitempty pointer`,
  'core.v1.PodStatus': `observedGeneration 17 int64 omitempty
phase 1 string omitempty go=v1.PodPhase enum=Pending|Running|Succeeded|Failed|Unknown
conditions 2 []core.v1.PodCondition omitempty list=map:type merge=type
message 3 string omitempty
reason 4 string omitempty
nominatedNodeName 11 string omitempty
hostIP 5 string omitempty
hostIPs 16 []core.v1.HostIP omitempty list=atomic merge=ip
podIP 6 string omitempty
podIPs 12 []core.v1.PodIP omitempty list=map:ip merge=ip
startTime 7 time omitempty pointer
initContainerStatuses 10 []core.v1.ContainerStatus omitempty list=atomic
containerStatuses 8 []core.v1.ContainerStatus omitempty list=atomic
qosClass 9 string omitempty go=v1.PodQOSClass enum=Guaranteed|Burstable|BestEffort
ephemeralContainerStatuses 13 []core.v1.ContainerStatus omitempty list=atomic
resize 14 string omitempty go=v1.PodResizeStatus
resourceClaimStatuses 15 []core.v1.PodResourceClaimStatus omitempty list=map:name merge=name strategy=merge,retainKeys
extendedResourceClaimStatus 18 core.v1.PodExtendedResourceClaimStatus omitempty pointer
allocatedResources 19 map:quantity omitempty
resources 20 core.v1.ResourceRequirements omitempty pointer
nodeAllocatableResourceClaimStatuses 21 []core.v1.NodeAllocatableResourceClaimStatus omitempty list=atomic`,
  'core.v1.PodStatusResult': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
status 2 core.v1.PodStatus omitempty`,
  'core.v1.PodTemplate': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
template 2 core.v1.PodTemplateSpec omitempty`,
  'core.v1.PodTemplateList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.PodTemplate required`,
  'core.v1.PodTemplateSpec': `metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.PodSpec omitempty`,
  'core.v1.PreferAvoidPodsEntry': `podSignature 1 core.v1.PodSignature required
evictionTime 2 time omitempty
reason 3 string omitempty
message 4 string omitempty`,
  'core.v1.PreferredSchedulingTerm': `weight 1 int32 required
preference 2 core.v1.NodeSelectorTerm required`,
  'core.v1.ReplicationController': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.ReplicationControllerSpec omitempty
status 3 core.v1.ReplicationControllerStatus omitempty`,
  'core.v1.ReplicationControllerCondition': `type 1 string required go=v1.ReplicationControllerConditionType
status 2 string required go=v1.ConditionStatus
lastTransitionTime 3 time omitempty
reason 4 string omitempty
message 5 string omitempty`,
  'core.v1.ReplicationControllerList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.ReplicationController required`,
  'core.v1.ReplicationControllerSpec': `replicas 1 int32 omitempty pointer default=1
minReadySeconds 4 int32 omitempty default=0
selector 2 map:string omitempty mapType=atomic
template 3 core.v1.PodTemplateSpec omitempty pointer`,
  'core.v1.ReplicationControllerStatus': `replicas 1 int32 required
fullyLabeledReplicas 2 int32 omitempty
readyReplicas 4 int32 omitempty
availableReplicas 5 int32 omitempty
observedGeneration 3 int64 omitempty
conditions 6 []core.v1.ReplicationControllerCondition omitempty list=map:type merge=type`,
  'core.v1.Sysctl': `name 1 string required
value 2 string required`,
  'core.v1.TopologySpreadConstraint': `maxSkew 1 int32 required
topologyKey 2 string required
whenUnsatisfiable 3 string required go=v1.UnsatisfiableConstraintAction enum=DoNotSchedule|ScheduleAnyway
labelSelector 4 meta.v1.LabelSelector omitempty pointer
minDomains 5 int32 omitempty pointer
nodeAffinityPolicy 6 string omitempty pointer go=v1.NodeInclusionPolicy enum=Ignore|Honor
nodeTaintsPolicy 7 string omitempty pointer go=v1.NodeInclusionPolicy enum=Ignore|Honor
matchLabelKeys 8 []string omitempty list=atomic`,
  'core.v1.WeightedPodAffinityTerm': `weight 1 int32 required
podAffinityTerm 2 core.v1.PodAffinityTerm required`,
}
