// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'

/**
 * core.v1.AttachedVolume
 *
 * A volume that is attached to a node.
 */
export interface AttachedVolume {
  /** Unique name of the volume: the plugin that handles it and its identifier there. */
  readonly name: string
  /** Path on the node under which the device should be found. */
  readonly devicePath: string
}

/**
 * core.v1.ConfigMapNodeConfigSource
 *
 * A config map that the agent of a node was once configured from. Nodes have not supported it since 1.24.
 */
export interface ConfigMapNodeConfigSource {
  /** Namespace of the config map. */
  readonly namespace: string
  /** Name of the config map. */
  readonly name: string
  /** Uid of the config map. It is forbidden in the spec and required in the status. */
  readonly uid?: string
  /** Resource version of the config map. It is forbidden in the spec and required in the status. */
  readonly resourceVersion?: string
  /** Key of the config map under which the configuration stands. */
  readonly kubeletConfigKey: string
}

/**
 * core.v1.ContainerImage
 *
 * A container image that is present on a node.
 */
export interface ContainerImage {
  /** References by which the image is known, with tags and with digests. */
  readonly names?: readonly string[] | null
  /** Size of the image in bytes. */
  readonly sizeBytes?: number
}

/**
 * core.v1.DaemonEndpoint
 *
 * Where a program of the node listens.
 */
export interface DaemonEndpoint {
  /** Port number. The name of the field begins with a capital letter. */
  readonly Port: number
}

/**
 * core.v1.Node
 *
 * A machine of the cluster that runs pods.
 */
export interface Node extends ApiObject {
  /** What is decided about the node: its address range for pods, its taints, and whether pods may be placed on it. */
  readonly spec?: NodeSpec
  /** What the node and controllers last reported about it. */
  readonly status?: NodeStatus
}

/**
 * core.v1.NodeAddress
 *
 * One name or address of a node.
 */
export interface NodeAddress {
  /** Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS. */
  readonly type: string
  /** The name or address itself. */
  readonly address: string
}

/**
 * core.v1.NodeCondition
 *
 * One aspect of the state of a node.
 */
export interface NodeCondition {
  /** Name of the aspect, for example Ready, MemoryPressure, DiskPressure, PIDPressure or NetworkUnavailable. */
  readonly type: string
  /** True, False or Unknown. Unknown is set when the node has not reported for a while. */
  readonly status: string
  /** When the node last reported this condition. */
  readonly lastHeartbeatTime?: Time
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** One word in CamelCase for the last change. */
  readonly reason?: string
  /** Text for people about the last change. */
  readonly message?: string
}

/**
 * core.v1.NodeConfigSource
 *
 * Where the agent of a node takes its configuration from. Nodes have not supported it since 1.24.
 */
export interface NodeConfigSource {
  /** A config map with the configuration. */
  readonly configMap?: ConfigMapNodeConfigSource
}

/**
 * core.v1.NodeConfigStatus
 *
 * Which configuration the agent of a node was given and uses. Nodes have not reported it since 1.24.
 */
export interface NodeConfigStatus {
  /** Configuration that the node has been assigned and has saved for its next start. */
  readonly assigned?: NodeConfigSource
  /** Configuration that the node uses now. */
  readonly active?: NodeConfigSource
  /** Configuration to fall back to when the assigned one turns out to be bad. */
  readonly lastKnownGood?: NodeConfigSource
  /** What went wrong with the assigned configuration. It is empty if nothing did. */
  readonly error?: string
}

/**
 * core.v1.NodeDaemonEndpoints
 *
 * Ports of programs that run on a node.
 */
export interface NodeDaemonEndpoints {
  /** Where the agent of the node listens. The server connects there for logs, exec, attach and port forwarding. */
  readonly kubeletEndpoint?: DaemonEndpoint
}

/**
 * core.v1.NodeFeatures
 *
 * Abilities of a node that hold for all its runtime handlers.
 */
export interface NodeFeatures {
  /** Whether the container runtime can apply the policy Strict for supplemental groups of pods. */
  readonly supplementalGroupsPolicy?: boolean
}

/**
 * core.v1.NodeList
 *
 * A list of nodes.
 */
export type NodeList = ApiList<Node>

/**
 * core.v1.NodeProxyOptions
 *
 * Query parameters of a request that is passed on to a node.
 */
export interface NodeProxyOptions extends TypeMeta {
  /** Path that is asked for at the node. */
  readonly path?: string
}

/**
 * core.v1.NodeRuntimeHandler
 *
 * One way in which the container runtime of a node can run containers. Runtime classes select them.
 */
export interface NodeRuntimeHandler {
  /** Name of the handler. It is empty for the default one. */
  readonly name?: string
  /** What containers run by this handler can do. */
  readonly features?: NodeRuntimeHandlerFeatures
}

/**
 * core.v1.NodeRuntimeHandlerFeatures
 *
 * Abilities of one runtime handler.
 */
export interface NodeRuntimeHandlerFeatures {
  /** Whether mounts can be made read-only together with all mounts below them. */
  readonly recursiveReadOnlyMounts?: boolean
  /** Whether pods can have user namespaces of their own, with their volumes mapped accordingly. */
  readonly userNamespaces?: boolean
}

/**
 * core.v1.NodeSpec
 *
 * What is decided about a node.
 */
export interface NodeSpec {
  /** Range of addresses that pods on the node receive. It cannot be changed once it is set. */
  readonly podCIDR?: string
  /** All such ranges, at most one for each IP family; the first equals podCIDR. */
  readonly podCIDRs?: readonly string[]
  /**
   * Identifier of the machine at the cloud provider, in the form provider://id. It cannot be changed once it is set.
   */
  readonly providerID?: string
  /**
   * Keeps new pods from being placed on the node, while those that run stay; false by default. kubectl cordon sets it.
   */
  readonly unschedulable?: boolean
  /** Taints that keep away pods which do not tolerate them. Key and effect together are unique. */
  readonly taints?: readonly Taint[]
  /** Where the agent of the node takes its configuration from. Nodes have not supported it since 1.24. */
  readonly configSource?: NodeConfigSource
  /** Former identifier of the machine. Only old nodes still have it, and nothing reads it. */
  readonly externalID?: string
}

/**
 * core.v1.NodeStatus
 *
 * What is known about the state of a node.
 */
export interface NodeStatus {
  /** Amount of each resource that the machine has. */
  readonly capacity?: Readonly<Record<string, Quantity>>
  /**
   * Amount of each resource that pods may use: the capacity less what is reserved for the system. It equals the
   * capacity if the node does not say.
   */
  readonly allocatable?: Readonly<Record<string, Quantity>>
  /**
   * Former stage of life of the node: Pending, Running or Terminated. It is no longer set. One of Pending, Running,
   * Terminated.
   */
  readonly phase?: string
  /** Aspects of the state of the node, one entry for each type. */
  readonly conditions?: readonly NodeCondition[]
  /** Names and addresses under which the node can be reached. There can be more than one of a type. */
  readonly addresses?: readonly NodeAddress[]
  /** Ports of programs that run on the node. */
  readonly daemonEndpoints?: NodeDaemonEndpoints
  /** Identity of the machine and versions of its software. */
  readonly nodeInfo?: NodeSystemInfo
  /** Container images that are present on the node, the largest first; long lists are cut to 50 by default. */
  readonly images?: readonly ContainerImage[]
  /** Attachable volumes that are mounted on the node or about to be. They must not be detached. */
  readonly volumesInUse?: readonly string[]
  /** Volumes that are attached to the node. */
  readonly volumesAttached?: readonly AttachedVolume[]
  /** Which configuration the agent of the node was given and uses. Nodes have not reported it since 1.24. */
  readonly config?: NodeConfigStatus
  /** Ways in which the container runtime can run containers, and what each can do. */
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[]
  /** Abilities of the node that hold for all its runtime handlers. */
  readonly features?: NodeFeatures
  /**
   * Names of features that the node has enabled, sorted. The scheduler places pods that need a feature only where it is
   * declared.
   */
  readonly declaredFeatures?: readonly string[]
}

/**
 * core.v1.NodeSwapStatus
 *
 * Swap space of a node.
 */
export interface NodeSwapStatus {
  /** Total amount of swap space in bytes. */
  readonly capacity?: number
}

/**
 * core.v1.NodeSystemInfo
 *
 * Identity of the machine behind a node, and versions of its software.
 */
export interface NodeSystemInfo {
  /** Identifier of the installation, on Linux usually from /etc/machine-id. It is meant to be unique in the cluster. */
  readonly machineID: string
  /** Identifier that the hardware or hypervisor reports. */
  readonly systemUUID: string
  /** Identifier of the current boot. It changes with each one. */
  readonly bootID: string
  /** Version of the kernel, as uname -r prints it. */
  readonly kernelVersion: string
  /** Name and version of the operating system. */
  readonly osImage: string
  /** Name and version of the container runtime, for example containerd://2.0.2. */
  readonly containerRuntimeVersion: string
  /** Version of the agent of the node. */
  readonly kubeletVersion: string
  /** Formerly the version of the service proxy. It is deprecated, and empty in current versions. */
  readonly kubeProxyVersion: string
  /** Operating system of the node: linux or windows. */
  readonly operatingSystem: string
  /** Processor architecture of the node, for example amd64 or arm64. */
  readonly architecture: string
  /** Swap space of the node. */
  readonly swap?: NodeSwapStatus
}

/**
 * core.v1.Taint
 *
 * A mark on a node that keeps away every pod which does not tolerate it.
 */
export interface Taint {
  /** Key of the taint, in the form of a label key. */
  readonly key: string
  /** Value that belongs to the key, in the form of a label value. */
  readonly value?: string
  /**
   * What happens to pods that do not tolerate it: NoSchedule places no new ones, PreferNoSchedule avoids that if
   * possible, NoExecute also evicts those that run. One of NoSchedule, PreferNoSchedule, NoExecute.
   */
  readonly effect: string
  /** When the taint was added. The seconds of tolerations for NoExecute are counted from then. */
  readonly timeAdded?: Time
}

/** Fields of the types of this file, one line each. */
export const coreV1NodesTypes: TypeTable = {
  'core.v1.AttachedVolume': `name 1 string required go=v1.UniqueVolumeName
devicePath 2 string required`,
  'core.v1.ConfigMapNodeConfigSource': `namespace 1 string required
name 2 string required
uid 3 string omitempty go=types.UID
resourceVersion 4 string omitempty
kubeletConfigKey 5 string required`,
  'core.v1.ContainerImage': `names 1 []string list=atomic
sizeBytes 2 int64 omitempty`,
  'core.v1.DaemonEndpoint': `Port 1 int32 required`,
  'core.v1.Node': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.NodeSpec omitempty
status 3 core.v1.NodeStatus omitempty`,
  'core.v1.NodeAddress': `type 1 string required go=v1.NodeAddressType
address 2 string required`,
  'core.v1.NodeCondition': `type 1 string required go=v1.NodeConditionType
status 2 string required go=v1.ConditionStatus
lastHeartbeatTime 3 time omitempty
lastTransitionTime 4 time omitempty
reason 5 string omitempty
message 6 string omitempty`,
  'core.v1.NodeConfigSource': `configMap 2 core.v1.ConfigMapNodeConfigSource omitempty pointer`,
  'core.v1.NodeConfigStatus': `assigned 1 core.v1.NodeConfigSource omitempty pointer
active 2 core.v1.NodeConfigSource omitempty pointer
lastKnownGood 3 core.v1.NodeConfigSource omitempty pointer
error 4 string omitempty`,
  'core.v1.NodeDaemonEndpoints': `kubeletEndpoint 1 core.v1.DaemonEndpoint omitempty`,
  'core.v1.NodeFeatures': `supplementalGroupsPolicy 1 boolean omitempty pointer`,
  'core.v1.NodeList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.Node required`,
  'core.v1.NodeProxyOptions': `+ - meta.v1.TypeMeta
path 1 string omitempty`,
  'core.v1.NodeRuntimeHandler': `name 1 string
features 2 core.v1.NodeRuntimeHandlerFeatures omitempty pointer`,
  'core.v1.NodeRuntimeHandlerFeatures': `recursiveReadOnlyMounts 1 boolean omitempty pointer
userNamespaces 2 boolean omitempty pointer`,
  'core.v1.NodeSpec': `podCIDR 1 string omitempty
podCIDRs 7 []string omitempty list=set strategy=merge
providerID 3 string omitempty
unschedulable 4 boolean omitempty
taints 5 []core.v1.Taint omitempty list=atomic
configSource 6 core.v1.NodeConfigSource omitempty pointer
externalID 2 string omitempty`,
  'core.v1.NodeStatus': `capacity 1 map:quantity omitempty
allocatable 2 map:quantity omitempty
phase 3 string omitempty go=v1.NodePhase enum=Pending|Running|Terminated
conditions 4 []core.v1.NodeCondition omitempty list=map:type merge=type
addresses 5 []core.v1.NodeAddress omitempty list=map:type merge=type
daemonEndpoints 6 core.v1.NodeDaemonEndpoints omitempty
nodeInfo 7 core.v1.NodeSystemInfo omitempty
images 8 []core.v1.ContainerImage omitempty list=atomic
volumesInUse 9 []string omitempty go=v1.UniqueVolumeName list=atomic
volumesAttached 10 []core.v1.AttachedVolume omitempty list=atomic
config 11 core.v1.NodeConfigStatus omitempty pointer
runtimeHandlers 12 []core.v1.NodeRuntimeHandler omitempty list=atomic
features 13 core.v1.NodeFeatures omitempty pointer
declaredFeatures 14 []string omitempty list=atomic`,
  'core.v1.NodeSwapStatus': `capacity 1 int64 omitempty pointer`,
  'core.v1.NodeSystemInfo': `machineID 1 string required
systemUUID 2 string required
bootID 3 string required
kernelVersion 4 string required
osImage 5 string required
containerRuntimeVersion 6 string required
kubeletVersion 7 string required
kubeProxyVersion 8 string required
operatingSystem 9 string required
architecture 10 string required
swap 11 core.v1.NodeSwapStatus omitempty pointer`,
  'core.v1.Taint': `key 1 string required
value 2 string omitempty
effect 3 string required go=v1.TaintEffect enum=NoSchedule|PreferNoSchedule|NoExecute
timeAdded 4 time omitempty pointer`,
}
