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

/**
 * core.v1.Affinity
 *
 * Rules that draw a pod to nodes or to other pods, or keep it away from them, while it is being scheduled.
 */
export interface Affinity {
  /** Draws the pod to nodes by their labels and fields. */
  readonly nodeAffinity?: NodeAffinity
  /** Draws the pod to the zones, hosts or other topologies in which certain pods already run. */
  readonly podAffinity?: PodAffinity
  /** Keeps the pod away from the zones, hosts or other topologies in which certain pods already run. */
  readonly podAntiAffinity?: PodAntiAffinity
}

/**
 * core.v1.AvoidPods
 *
 * Content of the annotation by which a node asks that pods of certain controllers be kept away. It is no longer
 * evaluated.
 */
export interface AvoidPods {
  /** Pods that should rather be placed elsewhere, at most one entry for each controller. */
  readonly preferAvoidPods?: readonly PreferAvoidPodsEntry[]
}

/**
 * core.v1.Binding
 *
 * Tells the server to place a pod on a node. A scheduler creates it through the subresource binding of the pod.
 */
export interface Binding extends ApiObject {
  /** The node. Its kind is Node or empty, and its name is required. */
  readonly target: ObjectReference
}

/**
 * core.v1.ContainerExtendedResourceRequest
 *
 * Ties an extended resource that a container asks for to the request of a device claim that provides it.
 */
export interface ContainerExtendedResourceRequest {
  /** Container whose resources name the extended resource. */
  readonly containerName: string
  /** Extended resource that is backed by devices, for example example.com/gpu. */
  readonly resourceName: string
  /** Request within the special resource claim that stands for this resource of this container. */
  readonly requestName: string
}

/**
 * core.v1.HostAlias
 *
 * An additional line of the hosts file of a pod.
 */
export interface HostAlias {
  /** Address at the beginning of the line. */
  readonly ip: string
  /** Names that lead to the address. */
  readonly hostnames?: readonly string[]
}

/**
 * core.v1.HostIP
 *
 * One address of the node that runs a pod.
 */
export interface HostIP {
  /** An IPv4 or IPv6 address. */
  readonly ip: string
}

/**
 * core.v1.NodeAffinity
 *
 * Rules that draw a pod to certain nodes.
 */
export interface NodeAffinity {
  /**
   * Nodes that may run the pod; it stays pending while there is none. A pod that runs is not evicted when its node
   * stops matching.
   */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
  /** Nodes to prefer. The weights of all terms that a node matches are added to its score. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[]
}

/**
 * core.v1.NodeAllocatableResourceClaimStatus
 *
 * Allocatable resources of the node, such as processor and memory, that a pod receives through one resource claim.
 */
export interface NodeAllocatableResourceClaimStatus {
  /** Name of the claim in the namespace of the pod. */
  readonly resourceClaimName: string
  /** Containers of the pod that use the claim. */
  readonly containers?: readonly string[]
  /** Amount of each resource that is counted against what the node can allocate. */
  readonly resources: Readonly<Record<string, Quantity>>
}

/**
 * core.v1.Pod
 *
 * One or more containers that are placed on a node together and share its network address and volumes.
 */
export interface Pod extends ApiObject {
  /**
   * What to run and how. Once the pod exists, little of it can be changed: images, the active deadline, added
   * tolerations, removed gates, and resources through the subresource resize.
   */
  readonly spec?: PodSpec
  /** What the node and the scheduler last reported. It may lag behind reality. */
  readonly status?: PodStatus
}

/**
 * core.v1.PodAffinity
 *
 * Rules that place a pod close to other pods.
 */
export interface PodAffinity {
  /** Terms that must all hold where the pod is placed. They are not checked again once the pod runs. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  /** Terms to prefer. The weights of those that hold are added to the score of a node. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
}

/**
 * core.v1.PodAffinityTerm
 *
 * Describes a set of pods, and the topology in which the new pod is placed together with them or apart from them.
 */
export interface PodAffinityTerm {
  /** Labels of the pods in question. Without a selector no pod matches; an empty one matches all pods. */
  readonly labelSelector?: LabelSelector
  /**
   * Namespaces in which pods are looked for, besides those of namespaceSelector. If both are missing, it is the
   * namespace of the new pod.
   */
  readonly namespaces?: readonly string[]
  /**
   * Label of nodes that defines what counts as the same place: nodes with the same value of it, for example the same
   * zone. It must not be empty.
   */
  readonly topologyKey: string
  /**
   * Labels of the namespaces in which pods are looked for, besides the ones listed in namespaces. An empty selector
   * stands for all namespaces.
   */
  readonly namespaceSelector?: LabelSelector
  /**
   * Keys of labels whose values are taken from the new pod and added to labelSelector as requirements with In. Keys
   * that the pod lacks are ignored, and labelSelector must be set and not contain them.
   */
  readonly matchLabelKeys?: readonly string[]
  /**
   * Keys of labels whose values are taken from the new pod and added to labelSelector as requirements with NotIn. Keys
   * that the pod lacks are ignored, and labelSelector must be set and not contain them.
   */
  readonly mismatchLabelKeys?: readonly string[]
}

/**
 * core.v1.PodAntiAffinity
 *
 * Rules that place a pod away from other pods.
 */
export interface PodAntiAffinity {
  /** Terms none of which may hold where the pod is placed. They are not checked again once the pod runs. */
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  /** Terms to avoid. The weights of those that hold are taken off the score of a node. */
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
}

/**
 * core.v1.PodAttachOptions
 *
 * Query parameters of a request that attaches to the process of a running container.
 */
export interface PodAttachOptions extends TypeMeta {
  /** Passes the input of the client on to the container; false by default. */
  readonly stdin?: boolean
  /** Passes standard output of the container on to the client. */
  readonly stdout?: boolean
  /**
   * Passes standard error of the container on to the client. It cannot be combined with tty, which joins it to standard
   * output.
   */
  readonly stderr?: boolean
  /** Treats the streams as those of a terminal; false by default. The container must have one. */
  readonly tty?: boolean
  /** Container to attach to. It may be left out if the pod has only one. */
  readonly container?: string
}

/**
 * core.v1.PodCondition
 *
 * One aspect of the state of a pod, such as whether it is scheduled or ready.
 */
export interface PodCondition {
  /**
   * Name of the aspect, for example PodScheduled, Initialized, ContainersReady or Ready, or one that a controller
   * defines.
   */
  readonly type: string
  /** Generation of the pod that the condition was computed from. */
  readonly observedGeneration?: number
  /** True, False or Unknown. */
  readonly status: string
  /** When the condition was last checked. */
  readonly lastProbeTime?: Time
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** One word in CamelCase for the last change. */
  readonly reason?: string
  /** Text for people about the last change. */
  readonly message?: string
}

/**
 * core.v1.PodDNSConfig
 *
 * Settings of the resolver of a pod, added to what its DNS policy yields.
 */
export interface PodDNSConfig {
  /** Addresses of name servers, put behind those of the policy. Duplicates are removed; at most three are possible. */
  readonly nameservers?: readonly string[]
  /**
   * Domains that are tried for short names, put behind those of the policy. At most 32 of them, with at most 2048
   * characters in all.
   */
  readonly searches?: readonly string[]
  /** Options of the resolver. One of the same name replaces that of the policy. */
  readonly options?: readonly PodDNSConfigOption[]
}

/**
 * core.v1.PodDNSConfigOption
 *
 * One option of the resolver, such as ndots.
 */
export interface PodDNSConfigOption {
  /** Name of the option. It must not be empty. */
  readonly name?: string
  /** Value of the option, for those that have one. */
  readonly value?: string
}

/**
 * core.v1.PodExecOptions
 *
 * Query parameters of a request that runs a command in a container.
 */
export interface PodExecOptions extends TypeMeta {
  /** Passes the input of the client on to the command; false by default. */
  readonly stdin?: boolean
  /** Passes standard output of the command on to the client. */
  readonly stdout?: boolean
  /** Passes standard error of the command on to the client. With tty it arrives as part of standard output. */
  readonly stderr?: boolean
  /** Gives the command a terminal; false by default. */
  readonly tty?: boolean
  /** Container to run the command in. It may be left out if the pod has only one. */
  readonly container?: string
  /** Program and its arguments; no shell is involved. The parameter is repeated for each word. */
  readonly command: readonly string[]
}

/**
 * core.v1.PodExtendedResourceClaimStatus
 *
 * The resource claim that the scheduler has created for extended resources of a pod that are provided by devices.
 */
export interface PodExtendedResourceClaimStatus {
  /** Says which request of the claim stands for which extended resource of which container. */
  readonly requestMappings: readonly ContainerExtendedResourceRequest[]
  /** Name of that claim in the namespace of the pod. */
  readonly resourceClaimName: string
}

/**
 * core.v1.PodIP
 *
 * One address of a pod.
 */
export interface PodIP {
  /** An IPv4 or IPv6 address. */
  readonly ip: string
}

/**
 * core.v1.PodList
 *
 * A list of pods.
 */
export type PodList = ApiList<Pod>

/**
 * core.v1.PodLogOptions
 *
 * Query parameters of a request for the log of a container.
 */
export interface PodLogOptions extends TypeMeta {
  /** Container whose log is read. It may be left out if the pod has only one. */
  readonly container?: string
  /** Keeps the connection open and sends new lines as they are written; false by default. */
  readonly follow?: boolean
  /** Reads the log of the run before the last restart; false by default. */
  readonly previous?: boolean
  /**
   * Sends only lines that are at most this many seconds old. It must be positive and cannot be combined with sinceTime.
   */
  readonly sinceSeconds?: number
  /** Sends only lines written at or after this time. It cannot be combined with sinceSeconds. */
  readonly sinceTime?: Time
  /** Puts a timestamp in RFC 3339 form in front of each line; false by default. */
  readonly timestamps?: boolean
  /**
   * Number of lines, counted from the end, to begin with. Without it, the log is sent from its beginning, or from the
   * time asked for.
   */
  readonly tailLines?: number
  /** Ends the log after this many bytes. It must be positive, and the last line may be cut. */
  readonly limitBytes?: number
  /**
   * Does not verify the certificate of the node that the log is fetched from. The log could then come from another
   * machine.
   */
  readonly insecureSkipTLSVerifyBackend?: boolean
  /**
   * Which stream of the container to send: All (the default), Stdout or Stderr. A single stream cannot be combined with
   * tailLines, and the server must have the feature enabled.
   */
  readonly stream?: string
}

/**
 * core.v1.PodOS
 *
 * The operating system that a pod is made for.
 */
export interface PodOS {
  /** Either linux or windows. Settings that belong to the other system are then refused. */
  readonly name: string
}

/**
 * core.v1.PodPortForwardOptions
 *
 * Query parameters of a request that forwards ports of a pod.
 */
export interface PodPortForwardOptions extends TypeMeta {
  /** Ports of the pod to forward. They are required over WebSocket; over SPDY each stream names its own port. */
  readonly ports?: readonly number[]
}

/**
 * core.v1.PodProxyOptions
 *
 * Query parameters of a request that is passed on to a port of a pod.
 */
export interface PodProxyOptions extends TypeMeta {
  /** Path that is asked for at the pod. */
  readonly path?: string
}

/**
 * core.v1.PodReadinessGate
 *
 * An additional condition for a pod to be ready.
 */
export interface PodReadinessGate {
  /** Type of a condition in the status of the pod. Only when its status is True can the pod be ready. */
  readonly conditionType: string
}

/**
 * core.v1.PodResourceClaim
 *
 * Makes the devices of one resource claim available to containers of a pod. Either the claim or a template of it is
 * named.
 */
export interface PodResourceClaim {
  /** Name by which containers of the pod refer to the claim: a DNS label, unique in the pod. */
  readonly name: string
  /** An existing claim in the namespace of the pod, which other pods may share. */
  readonly resourceClaimName?: string
  /**
   * Template in the namespace of the pod from which a claim is made for this pod alone. That claim is deleted along
   * with the pod.
   */
  readonly resourceClaimTemplateName?: string
}

/**
 * core.v1.PodResourceClaimStatus
 *
 * Which claim stands behind an entry of resourceClaims that names a template.
 */
export interface PodResourceClaimStatus {
  /** Name of the entry in the spec of the pod. */
  readonly name: string
  /** Name of the claim that was made. It is missing if no claim was needed. */
  readonly resourceClaimName?: string
}

/**
 * core.v1.PodSchedulingGate
 *
 * A gate that keeps a pod from being scheduled until it is removed.
 */
export interface PodSchedulingGate {
  /** Name of the gate, a qualified name that is unique in the pod. */
  readonly name: string
}

/**
 * core.v1.PodSchedulingGroup
 *
 * The group of pods that a pod is scheduled with.
 */
export interface PodSchedulingGroup {
  /** Name of a pod group in the namespace of the pod. It cannot be changed. */
  readonly podGroupName?: string
}

/**
 * core.v1.PodSecurityContext
 *
 * Security settings for all containers of a pod. What a container sets itself wins over them.
 */
export interface PodSecurityContext {
  /** SELinux label of all containers. Without it, the runtime picks one at random for each container. Linux only. */
  readonly seLinuxOptions?: SELinuxOptions
  /** Settings for containers on Windows. */
  readonly windowsOptions?: WindowsSecurityContextOptions
  /** Number of the user that runs the processes, by default the one of the image. Linux only. */
  readonly runAsUser?: number
  /** Number of the primary group that runs the processes, by default the one of the runtime. Linux only. */
  readonly runAsGroup?: number
  /**
   * Refuses to start a container whose process would run as user 0. The user of the image is checked by the node at the
   * start.
   */
  readonly runAsNonRoot?: boolean
  /**
   * Further groups of the first process of each container, besides its primary group and fsGroup.
   * supplementalGroupsPolicy decides about groups that the image defines. Linux only.
   */
  readonly supplementalGroups?: readonly number[]
  /**
   * Merge (the default) adds groups that the image assigns to the user; Strict uses only those listed in the pod, and
   * needs a node that supports it. One of Merge, Strict.
   */
  readonly supplementalGroupsPolicy?: string
  /**
   * Group that owns the files of volumes which support ownership, and that every container belongs to. New files
   * inherit it, and the group may read and write them. Linux only.
   */
  readonly fsGroup?: number
  /**
   * Kernel parameters that are set in the namespaces of the pod. Unsafe ones need permission on the node. Linux only.
   */
  readonly sysctls?: readonly Sysctl[]
  /**
   * Whether owner and mode of all files are set at every mount (Always, the default), or only if those of the root
   * directory differ (OnRootMismatch). Linux only. One of OnRootMismatch, Always.
   */
  readonly fsGroupChangePolicy?: string
  /** System calls that containers may make. Linux only. */
  readonly seccompProfile?: SeccompProfile
  /** AppArmor profile that confines the containers. Linux only. */
  readonly appArmorProfile?: AppArmorProfile
  /**
   * How volumes receive the SELinux label: MountOption mounts them with it, Recursive relabels every file. Without a
   * value, MountOption is used for volumes and nodes that allow it.
   */
  readonly seLinuxChangePolicy?: string
}

/**
 * core.v1.PodSignature
 *
 * Describes a group of pods by what they have in common.
 */
export interface PodSignature {
  /** Controller that the pods belong to. */
  readonly podController?: OwnerReference
}

/**
 * core.v1.PodSpec
 *
 * What a pod runs, what it needs, and where it may be placed.
 */
export interface PodSpec {
  /** Volumes that containers of the pod can mount, each under a name of its own. */
  readonly volumes?: readonly Volume[]
  /**
   * Containers that run before the others, one after the other; each must succeed before the next one starts. Those
   * with the restart policy Always are sidecars, which keep running instead.
   */
  readonly initContainers?: readonly Container[]
  /** The containers of the pod, at least one. They cannot be added or removed later. */
  readonly containers: readonly Container[]
  /**
   * Containers that were added to the running pod for debugging. They are added through the subresource
   * ephemeralcontainers only, and stay until the pod is gone.
   */
  readonly ephemeralContainers?: readonly EphemeralContainer[]
  /**
   * Whether containers that end are started again: Always (the default), OnFailure or Never. Templates of some
   * workloads allow only part of them. One of Always, OnFailure, Never.
   */
  readonly restartPolicy?: string
  /** Seconds between the stop signal and the kill when the pod is deleted, 30 by default. 0 kills at once. */
  readonly terminationGracePeriodSeconds?: number
  /**
   * Seconds, counted from the start, after which the pod is stopped and marked as failed. It must be positive and can
   * only be lowered later.
   */
  readonly activeDeadlineSeconds?: number
  /**
   * Where the resolver settings come from: ClusterFirst (the default) from the DNS of the cluster,
   * ClusterFirstWithHostNet the same for pods on the host network, Default from the node, None from dnsConfig only. One
   * of ClusterFirstWithHostNet, ClusterFirst, Default, None.
   */
  readonly dnsPolicy?: string
  /** Labels that a node must have to run the pod. */
  readonly nodeSelector?: Readonly<Record<string, string>>
  /** Service account that the pod acts as. The account named default is used unless another is given. */
  readonly serviceAccountName?: string
  /** Old name of serviceAccountName, kept equal to it. Use the other one. */
  readonly serviceAccount?: string
  /**
   * Whether a token of the service account is mounted into the containers. Without a value, the service account
   * decides, and it is mounted if that says nothing.
   */
  readonly automountServiceAccountToken?: boolean
  /**
   * Node that runs the pod. The scheduler sets it; set by a client, it skips the scheduler, and the node itself refuses
   * a pod that does not fit.
   */
  readonly nodeName?: string
  /**
   * Uses the network of the node rather than one of its own; false by default. Ports of containers are then ports of
   * the node.
   */
  readonly hostNetwork?: boolean
  /** Sees the processes of the node; false by default. It cannot be combined with shareProcessNamespace. */
  readonly hostPID?: boolean
  /** Uses the inter-process communication of the node; false by default. */
  readonly hostIPC?: boolean
  /**
   * Lets the containers of the pod see and signal the processes of each other; false by default. No container then runs
   * as process 1.
   */
  readonly shareProcessNamespace?: boolean
  /** Security settings for all containers of the pod. */
  readonly securityContext?: PodSecurityContext
  /** Secrets of the namespace with credentials for the registries of the images. */
  readonly imagePullSecrets?: readonly LocalObjectReference[]
  /** Host name inside the pod, by default the name of the pod. It is a DNS label. */
  readonly hostname?: string
  /**
   * Part of the full name between hostname and namespace, usually the name of a headless service. Without it, the pod
   * has no domain name.
   */
  readonly subdomain?: string
  /** Further rules for where the pod may or should be placed. */
  readonly affinity?: Affinity
  /** Scheduler that is to place the pod, default-scheduler unless another is given. */
  readonly schedulerName?: string
  /** Taints of nodes that do not keep the pod away. */
  readonly tolerations?: readonly Toleration[]
  /** Additional lines for the hosts file of the containers. */
  readonly hostAliases?: readonly HostAlias[]
  /** Priority class that the priority is taken from. Without it, the global default class is used if there is one. */
  readonly priorityClassName?: string
  /**
   * Importance of the pod when nodes are short of room; higher means more important. It is filled in from the priority
   * class.
   */
  readonly priority?: number
  /** Resolver settings that are merged into those of dnsPolicy, and required with the policy None. */
  readonly dnsConfig?: PodDNSConfig
  /** Conditions that must be True, besides readiness of all containers, for the pod to be ready. */
  readonly readinessGates?: readonly PodReadinessGate[]
  /**
   * Runtime class that decides which container runtime runs the pod. Without a name the default runtime is used, and a
   * class that does not exist keeps the pod from running.
   */
  readonly runtimeClassName?: string
  /** Whether environment variables describe the services of the namespace; true by default. */
  readonly enableServiceLinks?: boolean
  /**
   * Whether pods of lower priority may be evicted to make room: PreemptLowerPriority (the default) or Never. One of
   * PreemptLowerPriority, Never.
   */
  readonly preemptionPolicy?: string
  /**
   * Resources that running the pod costs beyond its containers. It is filled in from the runtime class and counted in
   * scheduling and quota.
   */
  readonly overhead?: Readonly<Record<string, Quantity>>
  /** How evenly pods are spread over zones, nodes or other topologies. All constraints apply together. */
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
  /**
   * Uses the full domain name as host name inside the pod; false by default. Without a domain name it has no effect.
   */
  readonly setHostnameAsFQDN?: boolean
  /** Operating system of the pod. It enables checks that refuse settings of the other system. */
  readonly os?: PodOS
  /**
   * Whether users in the containers are those of the node; true by default. With false the pod has a user namespace of
   * its own, in which root has no rights on the node.
   */
  readonly hostUsers?: boolean
  /**
   * Gates that keep the pod from being scheduled while there are any. They can be set only at creation, and only
   * removed later.
   */
  readonly schedulingGates?: readonly PodSchedulingGate[]
  /** Resource claims that must be allocated and reserved before the pod starts. Containers refer to them by name. */
  readonly resourceClaims?: readonly PodResourceClaim[]
  /**
   * Requests and limits of the pod as a whole, of processor, memory and huge pages, shared by its containers. Claims
   * cannot be given here.
   */
  readonly resources?: ResourceRequirements
  /**
   * Host name inside the pod in place of hostname, subdomain and pod name, without effect on DNS. At most 64
   * characters; it excludes setHostnameAsFQDN and hostNetwork.
   */
  readonly hostnameOverride?: string
  /** Group of pods that the scheduler places together with this one. It cannot be changed. */
  readonly schedulingGroup?: PodSchedulingGroup
}

/**
 * core.v1.PodStatus
 *
 * What is known about the state of a pod.
 */
export interface PodStatus {
  /** Generation of the spec that the node had last seen when it reported. */
  readonly observedGeneration?: number
  /**
   * Summary of the life of the pod: Pending until the containers have been created, Running, then Succeeded if all have
   * ended well or Failed if one has not. Unknown means that the node does not answer. One of Pending, Running,
   * Succeeded, Failed, Unknown.
   */
  readonly phase?: string
  /** Aspects of the state of the pod, one entry for each type. */
  readonly conditions?: readonly PodCondition[]
  /** Text for people about why the pod is in this state. */
  readonly message?: string
  /** One word in CamelCase for why the pod is in this state, for example Evicted. */
  readonly reason?: string
  /**
   * Node on which the scheduler intends to place the pod once victims of a preemption have gone. Another node may still
   * be chosen.
   */
  readonly nominatedNodeName?: string
  /** Primary address of the node. It is empty until the node has started on the pod. */
  readonly hostIP?: string
  /** All addresses of the node; the first equals hostIP. There is at most one for each IP family. */
  readonly hostIPs?: readonly HostIP[]
  /** Primary address of the pod, reachable at least within the cluster. It is empty until one has been assigned. */
  readonly podIP?: string
  /** All addresses of the pod; the first equals podIP. There is at most one for each IP family. */
  readonly podIPs?: readonly PodIP[]
  /** When the node accepted the pod, before any image was pulled. */
  readonly startTime?: Time
  /** Status of each init container, in their order. */
  readonly initContainerStatuses?: readonly ContainerStatus[]
  /** Status of each container. */
  readonly containerStatuses?: readonly ContainerStatus[]
  /**
   * How well the pod is protected when a node is short of resources: Guaranteed if requests equal limits everywhere,
   * BestEffort if there are none, Burstable otherwise. It cannot change. One of Guaranteed, Burstable, BestEffort.
   */
  readonly qosClass?: string
  /** Status of each ephemeral container that has been added. */
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[]
  /**
   * State of a change of resources: Proposed, InProgress, Deferred or Infeasible. The conditions PodResizePending and
   * PodResizeInProgress have replaced it.
   */
  readonly resize?: string
  /** Which claims were made for the entries of resourceClaims that name templates. */
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[]
  /** The claim that provides extended resources of the pod through devices. */
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
  /** Requests of the pod as a whole that the node has granted. */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  /** Requests and limits of the pod as a whole that are in force. */
  readonly resources?: ResourceRequirements
  /** Allocatable resources of the node that the pod receives through resource claims, one entry for each claim. */
  readonly nodeAllocatableResourceClaimStatuses?: readonly NodeAllocatableResourceClaimStatus[]
}

/**
 * core.v1.PodStatusResult
 *
 * A pod reduced to its metadata and status. No endpoint returns it.
 */
export interface PodStatusResult extends ApiObject {
  /** What the node and the scheduler last reported. */
  readonly status?: PodStatus
}

/**
 * core.v1.PodTemplate
 *
 * A stored description of pods. Nothing runs because of it; clients may copy it.
 */
export interface PodTemplate extends ApiObject {
  /** Metadata and spec that a pod made from the template would have. */
  readonly template?: PodTemplateSpec
}

/**
 * core.v1.PodTemplateList
 *
 * A list of pod templates.
 */
export type PodTemplateList = ApiList<PodTemplate>

/**
 * core.v1.PodTemplateSpec
 *
 * What pods look like that a workload creates.
 */
export interface PodTemplateSpec {
  /** Labels, annotations and finalizers that each pod receives. Other metadata is set when the pods are made. */
  readonly metadata?: ObjectMeta
  /** Spec that each pod receives. */
  readonly spec?: PodSpec
}

/**
 * core.v1.PreferAvoidPodsEntry
 *
 * Pods that a node would rather not run.
 */
export interface PreferAvoidPodsEntry {
  /** Which pods are meant. */
  readonly podSignature: PodSignature
  /** When the entry was added. */
  readonly evictionTime?: Time
  /** One word in CamelCase for why the entry was added. */
  readonly reason?: string
  /** Text for people about why the entry was added. */
  readonly message?: string
}

/**
 * core.v1.PreferredSchedulingTerm
 *
 * A preference for certain nodes and its weight. An empty preference matches all nodes and so has no effect.
 */
export interface PreferredSchedulingTerm {
  /** How much the preference counts, from 1 to 100. */
  readonly weight: number
  /** Labels and fields of the preferred nodes. */
  readonly preference: NodeSelectorTerm
}

/**
 * core.v1.ReplicationController
 *
 * Keeps a number of equal pods running. Deployments and replica sets have taken its place.
 */
export interface ReplicationController extends ApiObject {
  /** How many pods there should be and what they look like. */
  readonly spec?: ReplicationControllerSpec
  /** How many pods there are. */
  readonly status?: ReplicationControllerStatus
}

/**
 * core.v1.ReplicationControllerCondition
 *
 * One aspect of the state of a replication controller.
 */
export interface ReplicationControllerCondition {
  /** Name of the aspect. ReplicaFailure is set when pods cannot be created or deleted. */
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
 * core.v1.ReplicationControllerList
 *
 * A list of replication controllers.
 */
export type ReplicationControllerList = ApiList<ReplicationController>

/**
 * core.v1.ReplicationControllerSpec
 *
 * How many pods there should be and what they look like.
 */
export interface ReplicationControllerSpec {
  /** Number of pods to keep. 0 is possible and differs from no value, which stands for the default. */
  readonly replicas?: number
  /** Seconds for which a new pod must be ready before it counts as available. */
  readonly minReadySeconds?: number
  /**
   * Labels of the pods that belong to the controller. By default they are those of the template, which must match it in
   * any case.
   */
  readonly selector?: Readonly<Record<string, string>>
  /** Metadata and spec of the pods. Its restart policy must be Always. */
  readonly template?: PodTemplateSpec
}

/**
 * core.v1.ReplicationControllerStatus
 *
 * How many pods a replication controller has.
 */
export interface ReplicationControllerStatus {
  /** Number of pods that match the selector and are not about to go. */
  readonly replicas: number
  /** Number of these that have all labels of the template. */
  readonly fullyLabeledReplicas?: number
  /** Number of these that are ready. */
  readonly readyReplicas?: number
  /** Number of these that have been ready for at least minReadySeconds. */
  readonly availableReplicas?: number
  /** Generation of the spec that the controller last acted on. */
  readonly observedGeneration?: number
  /** Aspects of its state, one entry for each type. */
  readonly conditions?: readonly ReplicationControllerCondition[]
}

/**
 * core.v1.Sysctl
 *
 * A kernel parameter.
 */
export interface Sysctl {
  /** Name of the parameter, with dots or slashes, for example net.core.somaxconn. */
  readonly name: string
  /** Value to set. */
  readonly value: string
}

/**
 * core.v1.TopologySpreadConstraint
 *
 * How evenly matching pods are spread over the nodes, zones or other domains of a cluster.
 */
export interface TopologySpreadConstraint {
  /**
   * By how much the number of matching pods in one domain may exceed the smallest number in any. It must be positive;
   * with ScheduleAnyway it only influences the score.
   */
  readonly maxSkew: number
  /** Label of nodes whose values define the domains. Nodes without it are left out. */
  readonly topologyKey: string
  /**
   * What to do if no node keeps within the skew: DoNotSchedule leaves the pod pending, ScheduleAnyway takes the node
   * that adds least to it. One of DoNotSchedule, ScheduleAnyway.
   */
  readonly whenUnsatisfiable: string
  /** Labels of the pods that are counted, in the namespace of the pod. */
  readonly labelSelector?: LabelSelector
  /**
   * Smallest number of domains to expect; while there are fewer, the smallest number of pods counts as 0. It must be
   * positive, needs DoNotSchedule, and is 1 by default.
   */
  readonly minDomains?: number
  /**
   * Whether nodes that the pod excludes by its node selector and affinity are left out (Honor, the default) or counted
   * (Ignore). One of Ignore, Honor.
   */
  readonly nodeAffinityPolicy?: string
  /**
   * Whether nodes with taints that the pod does not tolerate are left out (Honor) or counted (Ignore, the default). One
   * of Ignore, Honor.
   */
  readonly nodeTaintsPolicy?: string
  /**
   * Keys of labels whose values are taken from the new pod and added to labelSelector, for example the hash of the pod
   * template. labelSelector must be set and not contain them.
   */
  readonly matchLabelKeys?: readonly string[]
}

/**
 * core.v1.WeightedPodAffinityTerm
 *
 * A pod affinity term and its weight.
 */
export interface WeightedPodAffinityTerm {
  /** How much the term counts, from 1 to 100. */
  readonly weight: number
  /** Pods in question and the topology. */
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
