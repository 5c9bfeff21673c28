// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'

/** core.v1.AttachedVolume */
export interface AttachedVolume {
  readonly name: string
  readonly devicePath: string
}

/** core.v1.ConfigMapNodeConfigSource */
export interface ConfigMapNodeConfigSource {
  readonly namespace: string
  readonly name: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly kubeletConfigKey: string
}

/** core.v1.ContainerImage */
export interface ContainerImage {
  readonly names?: readonly string[] | null
  readonly sizeBytes?: number
}

/** core.v1.DaemonEndpoint */
export interface DaemonEndpoint {
  readonly Port: number
}

/** core.v1.Node */
export interface Node extends ApiObject {
  readonly spec?: NodeSpec
  readonly status?: NodeStatus
}

/** core.v1.NodeAddress */
export interface NodeAddress {
  readonly type: string
  readonly address: string
}

/** core.v1.NodeCondition */
export interface NodeCondition {
  readonly type: string
  readonly status: string
  readonly lastHeartbeatTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.NodeConfigSource */
export interface NodeConfigSource {
  readonly configMap?: ConfigMapNodeConfigSource
}

/** core.v1.NodeConfigStatus */
export interface NodeConfigStatus {
  readonly assigned?: NodeConfigSource
  readonly active?: NodeConfigSource
  readonly lastKnownGood?: NodeConfigSource
  readonly error?: string
}

/** core.v1.NodeDaemonEndpoints */
export interface NodeDaemonEndpoints {
  readonly kubeletEndpoint?: DaemonEndpoint
}

/** core.v1.NodeFeatures */
export interface NodeFeatures {
  readonly supplementalGroupsPolicy?: boolean
}

/** core.v1.NodeList */
export type NodeList = ApiList<Node>

/** core.v1.NodeProxyOptions */
export interface NodeProxyOptions extends TypeMeta {
  readonly path?: string
}

/** core.v1.NodeRuntimeHandler */
export interface NodeRuntimeHandler {
  readonly name?: string
  readonly features?: NodeRuntimeHandlerFeatures
}

/** core.v1.NodeRuntimeHandlerFeatures */
export interface NodeRuntimeHandlerFeatures {
  readonly recursiveReadOnlyMounts?: boolean
  readonly userNamespaces?: boolean
}

/** core.v1.NodeSpec */
export interface NodeSpec {
  readonly podCIDR?: string
  readonly podCIDRs?: readonly string[]
  readonly providerID?: string
  readonly unschedulable?: boolean
  readonly taints?: readonly Taint[]
  readonly configSource?: NodeConfigSource
  readonly externalID?: string
}

/** core.v1.NodeStatus */
export interface NodeStatus {
  readonly capacity?: Readonly<Record<string, Quantity>>
  readonly allocatable?: Readonly<Record<string, Quantity>>
  /** One of Pending, Running, Terminated. */
  readonly phase?: string
  readonly conditions?: readonly NodeCondition[]
  readonly addresses?: readonly NodeAddress[]
  readonly daemonEndpoints?: NodeDaemonEndpoints
  readonly nodeInfo?: NodeSystemInfo
  readonly images?: readonly ContainerImage[]
  readonly volumesInUse?: readonly string[]
  readonly volumesAttached?: readonly AttachedVolume[]
  readonly config?: NodeConfigStatus
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[]
  readonly features?: NodeFeatures
  readonly declaredFeatures?: readonly string[]
}

/** core.v1.NodeSwapStatus */
export interface NodeSwapStatus {
  readonly capacity?: number
}

/** core.v1.NodeSystemInfo */
export interface NodeSystemInfo {
  readonly machineID: string
  readonly systemUUID: string
  readonly bootID: string
  readonly kernelVersion: string
  readonly osImage: string
  readonly containerRuntimeVersion: string
  readonly kubeletVersion: string
  readonly kubeProxyVersion: string
  readonly operatingSystem: string
  readonly architecture: string
  readonly swap?: NodeSwapStatus
}

/** core.v1.Taint */
export interface Taint {
  readonly key: string
  readonly value?: string
  /** One of NoSchedule, PreferNoSchedule, NoExecute. */
  readonly effect: string
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
