// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, RawObject, Time } from '../scalars.ts'
import type { NodeSelector } from './core-v1-selectors.ts'
import type { Condition } from './meta-v1.ts'

/**
 * resource.v1beta2.AllocatedDeviceStatus
 *
 * The state of a device that is allocated, as its driver reports it.
 */
export interface AllocatedDeviceStatus {
  /** The driver of the device. */
  readonly driver: string
  /** The pool of the device. */
  readonly pool: string
  /** The device by its name in the pool. */
  readonly device: string
  /** Which of several shares of the device is meant. */
  readonly shareID?: string
  /** Judgments of the state. At most 8. */
  readonly conditions?: readonly Condition[] | null
  /** What the driver wants to add, at most 10 KiB. */
  readonly data?: RawObject
  /** What is known of a network device. */
  readonly networkData?: NetworkDeviceData
}

/**
 * resource.v1beta2.AllocationResult
 *
 * The devices that a claim got.
 */
export interface AllocationResult {
  /** The devices and their configuration. */
  readonly devices?: DeviceAllocationResult
  /** The nodes that can use the devices. Without it, all can. */
  readonly nodeSelector?: NodeSelector
  /** When the devices were allocated. */
  readonly allocationTimestamp?: Time
}

/**
 * resource.v1beta2.CELDeviceSelector
 *
 * Chooses devices with an expression.
 */
export interface CELDeviceSelector {
  /** A CEL expression over the variable device, which is true for devices that match. At most 10 KiB. */
  readonly expression: string
}

/**
 * resource.v1beta2.CapacityRequestPolicy
 *
 * Which amounts of a shared capacity can be requested. An amount is rounded up to the next allowed one.
 */
export interface CapacityRequestPolicy {
  /** The amount for requests that name none. */
  readonly default?: Quantity
  /** The allowed amounts in ascending order, at most 10. Cannot be combined with validRange. */
  readonly validValues?: readonly Quantity[]
  /** The range of allowed amounts. Cannot be combined with validValues. */
  readonly validRange?: CapacityRequestPolicyRange
}

/**
 * resource.v1beta2.CapacityRequestPolicyRange
 *
 * A range of amounts.
 */
export interface CapacityRequestPolicyRange {
  /** The smallest amount. */
  readonly min: Quantity
  /** The largest amount. Without it, the whole capacity. */
  readonly max?: Quantity
  /** The distance between allowed amounts, counted from min. Without it, every amount is allowed. */
  readonly step?: Quantity
}

/**
 * resource.v1beta2.CapacityRequirements
 *
 * Amounts of capacities that are needed.
 */
export interface CapacityRequirements {
  /** The amounts by the name of the capacity. Of capacities that are not named, the default of the device is used. */
  readonly requests?: Readonly<Record<string, Quantity>>
}

/**
 * resource.v1beta2.Counter
 *
 * An amount that devices share.
 */
export interface Counter {
  /** The amount there is, or that a device takes. */
  readonly value: Quantity
}

/**
 * resource.v1beta2.CounterSet
 *
 * Amounts that several devices of a pool draw on, such as the memory of a card that can be divided.
 */
export interface CounterSet {
  /** The name of the set, unique in the pool. A DNS label. */
  readonly name: string
  /** The amounts by name. At most 32. */
  readonly counters: Readonly<Record<string, Counter>>
}

/**
 * resource.v1beta2.Device
 *
 * A device that can be allocated.
 */
export interface Device {
  /** The name of the device, unique in the pool. A DNS label. */
  readonly name: string
  /** Properties by which devices are chosen, by name with or without the domain of the driver. */
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>
  /** Amounts that the device has, by name. */
  readonly capacity?: Readonly<Record<string, DeviceCapacity>>
  /** What the device takes of counters that it shares with others. At most 2 sets. */
  readonly consumesCounters?: readonly DeviceCounterConsumption[]
  /** The one node that can use the device. Only if the slice leaves it to each device. */
  readonly nodeName?: string
  /** The nodes that can use the device. Only if the slice leaves it to each device. */
  readonly nodeSelector?: NodeSelector
  /** Whether every node can use the device. Only if the slice leaves it to each device. */
  readonly allNodes?: boolean
  /** Reasons not to use the device, which claims can tolerate. At most 16. */
  readonly taints?: readonly DeviceTaint[]
  /** Whether the claim is restricted to the node that the scheduler chose. */
  readonly bindsToNode?: boolean
  /** Conditions that must be True in the status of the claim before the pod is bound to its node. At most 4. */
  readonly bindingConditions?: readonly string[]
  /** Conditions of which one that is True makes the scheduler look for another device. At most 4. */
  readonly bindingFailureConditions?: readonly string[]
  /** Whether several claims can share the device. */
  readonly allowMultipleAllocations?: boolean
  /** What using the device takes from resources of the node such as cpu and memory, by resource. */
  readonly nodeAllocatableResourceMappings?: Readonly<Record<string, NodeAllocatableResourceMapping>>
}

/**
 * resource.v1beta2.DeviceAllocationConfiguration
 *
 * Configuration of allocated devices, with where it comes from.
 */
export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  /**
   * FromClass if the device class has it, FromClaim if the claim has it. The claim comes later and can override. One of
   * FromClass, FromClaim.
   */
  readonly source: string
  /** The requests by name, or "request/alternative". Empty means all of them. */
  readonly requests?: readonly string[]
}

/**
 * resource.v1beta2.DeviceAllocationResult
 *
 * The devices that a claim got, and their configuration.
 */
export interface DeviceAllocationResult {
  /** The devices. At most 32. */
  readonly results?: readonly DeviceRequestAllocationResult[]
  /** Configuration for the drivers, from the classes and the claim. At most 64. */
  readonly config?: readonly DeviceAllocationConfiguration[]
}

/**
 * resource.v1beta2.DeviceAttribute
 *
 * A property of a device. One member is set.
 */
export interface DeviceAttribute {
  /** A number. */
  readonly int?: number
  /** True or false. */
  readonly bool?: boolean
  /** A text of at most 64 characters. */
  readonly string?: string
  /** A semantic version of at most 64 characters. */
  readonly version?: string
  /** Several numbers. */
  readonly ints?: readonly number[]
  /** Several truth values. */
  readonly bools?: readonly boolean[]
  /** Several texts of at most 64 characters each. */
  readonly strings?: readonly string[]
  /** Several semantic versions of at most 64 characters each. */
  readonly versions?: readonly string[]
}

/**
 * resource.v1beta2.DeviceCapacity
 *
 * An amount that a device has.
 */
export interface DeviceCapacity {
  /** The amount. */
  readonly value: Quantity
  /** Which parts can be requested if the device is shared. Without it, every amount that is left can. */
  readonly requestPolicy?: CapacityRequestPolicy
}

/**
 * resource.v1beta2.DeviceClaim
 *
 * The devices that are asked for.
 */
export interface DeviceClaim {
  /** What is needed: all of it or nothing. At most 32. */
  readonly requests?: readonly DeviceRequest[] | null
  /** Conditions on the devices together. At most 32. */
  readonly constraints?: readonly DeviceConstraint[]
  /** Configuration for the drivers. At most 32. */
  readonly config?: readonly DeviceClaimConfiguration[]
}

/**
 * resource.v1beta2.DeviceClaimConfiguration
 *
 * Configuration in a claim.
 */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  /** The requests by name, or "request/alternative". Empty means all of them. */
  readonly requests?: readonly string[]
}

/**
 * resource.v1beta2.DeviceClass
 *
 * A sort of devices that requests can name. An administrator describes it once.
 */
export interface DeviceClass extends ApiObject {
  /** Which devices are meant and how they are configured. */
  readonly spec: DeviceClassSpec
}

/**
 * resource.v1beta2.DeviceClassConfiguration
 *
 * Configuration in a device class.
 */
export type DeviceClassConfiguration = DeviceConfiguration

/** resource.v1beta2.DeviceClassList */
export type DeviceClassList = ApiList<DeviceClass>

/**
 * resource.v1beta2.DeviceClassSpec
 *
 * Which devices belong to a class.
 */
export interface DeviceClassSpec {
  /** Conditions that a device must all meet. At most 32. */
  readonly selectors?: readonly DeviceSelector[]
  /** Configuration for the drivers of all devices of the class. At most 32. */
  readonly config?: readonly DeviceClassConfiguration[]
  /** A resource name by which pods can request devices of the class without a claim. */
  readonly extendedResourceName?: string
}

/**
 * resource.v1beta2.DeviceConfiguration
 *
 * Configuration of devices. Its one member is set.
 */
export interface DeviceConfiguration {
  /** Parameters that only the driver understands. */
  readonly opaque?: OpaqueDeviceConfiguration
}

/**
 * resource.v1beta2.DeviceConstraint
 *
 * A condition on several devices together. Either attribute is set.
 */
export interface DeviceConstraint {
  /** The requests by name, or "request/alternative". Empty means all of them. */
  readonly requests?: readonly string[]
  /** The attribute, with its domain, that must have the same value in all devices. */
  readonly matchAttribute?: string
  /** The attribute, with its domain, that must have another value in each device. */
  readonly distinctAttribute?: string
}

/**
 * resource.v1beta2.DeviceCounterConsumption
 *
 * What a device takes of a set of counters.
 */
export interface DeviceCounterConsumption {
  /** The set by name. */
  readonly counterSet: string
  /** The amounts by the name of the counter. At most 32. */
  readonly counters: Readonly<Record<string, Counter>>
}

/**
 * resource.v1beta2.DeviceRequest
 *
 * One need for devices, exact or with alternatives.
 */
export interface DeviceRequest {
  /** The name by which containers and constraints refer to the request. A DNS label that is unique in the claim. */
  readonly name: string
  /** What is needed. Cannot be combined with firstAvailable. */
  readonly exactly?: ExactDeviceRequest
  /** Alternatives, of which the first that is available is used. At most 8. */
  readonly firstAvailable?: readonly DeviceSubRequest[]
}

/**
 * resource.v1beta2.DeviceRequestAllocationResult
 *
 * A device that was allocated for a request.
 */
export interface DeviceRequestAllocationResult {
  /** The request by name, or "request/alternative". */
  readonly request: string
  /** The driver of the device. */
  readonly driver: string
  /** The pool of the device. */
  readonly pool: string
  /** The device by its name in the pool. */
  readonly device: string
  /** Whether the device is allocated for administration, in parallel to its users. */
  readonly adminAccess?: boolean
  /** The tolerations of the request at the time of allocation. */
  readonly tolerations?: readonly DeviceToleration[]
  /** Conditions that must be True in the status of the claim before the pod is bound to its node. At most 4. */
  readonly bindingConditions?: readonly string[]
  /** Conditions of which one that is True makes the scheduler look for another device. At most 4. */
  readonly bindingFailureConditions?: readonly string[]
  /** Distinguishes the shares of a device that several claims use. */
  readonly shareID?: string
  /** What the share takes of the capacities of the device, by name, after rounding. */
  readonly consumedCapacity?: Readonly<Record<string, Quantity>>
}

/**
 * resource.v1beta2.DeviceSelector
 *
 * Chooses devices. Its one member is set.
 */
export interface DeviceSelector {
  /** An expression over the attributes and capacities of a device. */
  readonly cel?: CELDeviceSelector
}

/**
 * resource.v1beta2.DeviceSubRequest
 *
 * One of several alternatives of a request.
 */
export interface DeviceSubRequest {
  /** The name of the alternative, unique in the request. A DNS label. */
  readonly name: string
  /** The device class, whose conditions and configuration apply. Required. */
  readonly deviceClassName: string
  /** Conditions that a device must all meet. At most 32. */
  readonly selectors?: readonly DeviceSelector[]
  /**
   * ExactCount (the default) takes as many devices as count says; All takes every device that matches, and fails if one
   * is in use. One of All, ExactCount.
   */
  readonly allocationMode?: string
  /** How many devices. The default is 1; only for ExactCount. */
  readonly count?: number
  /** Taints of devices that are accepted. At most 16. */
  readonly tolerations?: readonly DeviceToleration[]
  /** How much of a shared device is needed. It also excludes devices that have less. */
  readonly capacity?: CapacityRequirements
}

/**
 * resource.v1beta2.DeviceTaint
 *
 * A reason not to use a device.
 */
export interface DeviceTaint {
  /** The key, in the form of a label key. */
  readonly key: string
  /** The value that belongs to the key, in the form of a label value. */
  readonly value?: string
  /**
   * NoSchedule keeps the device from new pods, NoExecute also evicts those that use it, None only informs. One of None,
   * NoSchedule, NoExecute.
   */
  readonly effect: string
  /** When the taint was set. Filled in by the server. */
  readonly timeAdded?: Time
}

/**
 * resource.v1beta2.DeviceTaintRule
 *
 * Taints every device that it selects, as if their driver had published the taint.
 */
export interface DeviceTaintRule extends ApiObject {
  /** The devices and the taint. Every change increases metadata.generation. */
  readonly spec: DeviceTaintRuleSpec
  /** What has been done about it. */
  readonly status?: DeviceTaintRuleStatus
}

/** resource.v1beta2.DeviceTaintRuleList */
export type DeviceTaintRuleList = ApiList<DeviceTaintRule>

/**
 * resource.v1beta2.DeviceTaintRuleSpec
 *
 * Devices and the taint that they get.
 */
export interface DeviceTaintRuleSpec {
  /**
   * The devices. All of its criteria have to match; without criteria it selects every device, and without a selector
   * none.
   */
  readonly deviceSelector?: DeviceTaintSelector
  /** The taint. With the effect None the rule changes nothing, and its status shows what another effect would do. */
  readonly taint: DeviceTaint
}

/**
 * resource.v1beta2.DeviceTaintRuleStatus
 *
 * What has been done about a rule.
 */
export interface DeviceTaintRuleStatus {
  /** Its conditions, at most eight: EvictionInProgress says whether pods are still being evicted, and how many. */
  readonly conditions?: readonly Condition[]
}

/**
 * resource.v1beta2.DeviceTaintSelector
 *
 * Devices by their names; what is absent matches all.
 */
export interface DeviceTaintSelector {
  /** The driver whose devices are selected. */
  readonly driver?: string
  /** The pool whose devices are selected. Pools of several drivers can have the same name. */
  readonly pool?: string
  /** The name of the device in its pool. Devices of several pools can have the same name. */
  readonly device?: string
}

/**
 * resource.v1beta2.DeviceToleration
 *
 * Accepts taints of devices.
 */
export interface DeviceToleration {
  /** The key of the taint. Empty with the operator Exists accepts all taints. */
  readonly key?: string
  /** Equal (the default) compares key and value, Exists the key only. One of Exists, Equal. */
  readonly operator?: string
  /** The value of the taint. Empty for Exists. */
  readonly value?: string
  /** The effect of the taint. Empty means every effect. One of None, NoSchedule, NoExecute. */
  readonly effect?: string
  /**
   * For how many seconds a taint with effect NoExecute is tolerated; forever without it, and not at all with 0 or less.
   */
  readonly tolerationSeconds?: number
}

/**
 * resource.v1beta2.ExactDeviceRequest
 *
 * A need for devices of one class.
 */
export interface ExactDeviceRequest {
  /** The device class, whose conditions and configuration apply. Required. */
  readonly deviceClassName: string
  /** Conditions that a device must all meet. At most 32. */
  readonly selectors?: readonly DeviceSelector[]
  /**
   * ExactCount (the default) takes as many devices as count says; All takes every device that matches, and fails if one
   * is in use. One of All, ExactCount.
   */
  readonly allocationMode?: string
  /** How many devices. The default is 1; only for ExactCount. */
  readonly count?: number
  /**
   * Whether access is for administration: the devices remain available to others. Only in namespaces that a label
   * permits it in.
   */
  readonly adminAccess?: boolean
  /** Taints of devices that are accepted. At most 16. */
  readonly tolerations?: readonly DeviceToleration[]
  /** How much of a shared device is needed. It also excludes devices that have less. */
  readonly capacity?: CapacityRequirements
}

/**
 * resource.v1beta2.NetworkDeviceData
 *
 * What is known of a network device.
 */
export interface NetworkDeviceData {
  /** The name of the interface in the pod. At most 256 characters. */
  readonly interfaceName?: string
  /** The addresses with the length of their prefixes, such as "192.0.2.5/24". */
  readonly ips?: readonly string[]
  /** The address of the hardware, such as a MAC address. At most 128 characters. */
  readonly hardwareAddress?: string
}

/**
 * resource.v1beta2.NodeAllocatableResourceMapping
 *
 * What a device takes from a resource of its node.
 */
export interface NodeAllocatableResourceMapping {
  /** The capacity of the device whose allocated amount counts. Without it, the number of devices does. */
  readonly capacityKey?: string
  /** By what the amount is multiplied. The default is 1. */
  readonly allocationMultiplier?: Quantity
}

/**
 * resource.v1beta2.OpaqueDeviceConfiguration
 *
 * Parameters that only a driver understands.
 */
export interface OpaqueDeviceConfiguration {
  /** The driver they are for. Other drivers ignore them. */
  readonly driver: string
  /** An object with apiVersion and kind, at most 10 KiB. */
  readonly parameters: RawObject
}

/**
 * resource.v1beta2.ResourceClaim
 *
 * Asks for devices that pods can then use, and holds those that were allocated.
 */
export interface ResourceClaim extends ApiObject {
  /** What is asked for. It cannot be changed. */
  readonly spec: ResourceClaimSpec
  /** What was allocated, and for whom. */
  readonly status?: ResourceClaimStatus
}

/**
 * resource.v1beta2.ResourceClaimConsumerReference
 *
 * Someone who may use the devices of a claim, usually a pod.
 */
export interface ResourceClaimConsumerReference {
  /** The API group of the user. Empty for the core group. */
  readonly apiGroup?: string
  /** The plural resource of the user, such as pods. */
  readonly resource: string
  /** The name of the user. */
  readonly name: string
  /** The uid of the user. */
  readonly uid: string
}

/** resource.v1beta2.ResourceClaimList */
export type ResourceClaimList = ApiList<ResourceClaim>

/**
 * resource.v1beta2.ResourceClaimSpec
 *
 * What a claim asks for.
 */
export interface ResourceClaimSpec {
  /** The devices. */
  readonly devices?: DeviceClaim
}

/**
 * resource.v1beta2.ResourceClaimStatus
 *
 * What a claim got.
 */
export interface ResourceClaimStatus {
  /** The devices. Absent while none are allocated. */
  readonly allocation?: AllocationResult
  /** Those who may use the devices now, at most 256. The allocation is only undone when none is left. */
  readonly reservedFor?: readonly ResourceClaimConsumerReference[]
  /** The state of the devices, as their drivers report it. */
  readonly devices?: readonly AllocatedDeviceStatus[]
}

/**
 * resource.v1beta2.ResourceClaimTemplate
 *
 * A pattern from which a claim is created for each pod that names it.
 */
export interface ResourceClaimTemplate extends ApiObject {
  /** The claim to create. It cannot be changed. */
  readonly spec: ResourceClaimTemplateSpec
}

/** resource.v1beta2.ResourceClaimTemplateList */
export type ResourceClaimTemplateList = ApiList<ResourceClaimTemplate>

/**
 * resource.v1beta2.ResourceClaimTemplateSpec
 *
 * The claim that a template creates.
 */
export interface ResourceClaimTemplateSpec {
  /** Labels and annotations that each claim gets. */
  readonly metadata?: ObjectMeta
  /** What each claim asks for. */
  readonly spec: ResourceClaimSpec
}

/**
 * resource.v1beta2.ResourcePool
 *
 * The pool that the devices of a slice belong to.
 */
export interface ResourcePool {
  /** The name of the pool, for local devices usually that of the node. Unique for each driver. */
  readonly name: string
  /** Grows with every change of the pool. Slices with a smaller number are out of date. */
  readonly generation: number
  /** How many slices the pool has in this generation. With fewer, the pool is not complete. */
  readonly resourceSliceCount: number
}

/**
 * resource.v1beta2.ResourceSlice
 *
 * A part of the devices that a driver offers, published by it.
 */
export interface ResourceSlice extends ApiObject {
  /** The devices, and who can use them. */
  readonly spec: ResourceSliceSpec
}

/** resource.v1beta2.ResourceSliceList */
export type ResourceSliceList = ApiList<ResourceSlice>

/**
 * resource.v1beta2.ResourceSliceSpec
 *
 * The devices of a slice. One of nodeName, nodeSelector, allNodes and perDeviceNodeSelection is set.
 */
export interface ResourceSliceSpec {
  /** The driver of the devices. It cannot be changed. */
  readonly driver: string
  /** The pool of the devices. */
  readonly pool: ResourcePool
  /** The node that the devices are in. It cannot be changed. */
  readonly nodeName?: string
  /** The nodes that can use the devices. */
  readonly nodeSelector?: NodeSelector
  /** Whether every node can use the devices. */
  readonly allNodes?: boolean
  /** The devices. At most 128, or 64 if some have taints or consume counters. */
  readonly devices?: readonly Device[]
  /** Whether each device says for itself which nodes can use it. */
  readonly perDeviceNodeSelection?: boolean
  /** Sets of counters that devices of the pool share. At most 8; a slice with counters has no devices. */
  readonly sharedCounters?: readonly CounterSet[]
}

/** Fields of the types of this file, one line each. */
export const resourceV1beta2Types: TypeTable = {
  'resource.v1beta2.AllocatedDeviceStatus': `driver 1 string required
pool 2 string required
device 3 string required
shareID 7 string omitempty pointer
conditions 4 []meta.v1.Condition list=map:type
data 5 raw-object omitempty pointer
networkData 6 resource.v1beta2.NetworkDeviceData omitempty pointer`,
  'resource.v1beta2.AllocationResult': `devices 1 resource.v1beta2.DeviceAllocationResult omitempty
nodeSelector 3 core.v1.NodeSelector omitempty pointer
allocationTimestamp 5 time omitempty pointer`,
  'resource.v1beta2.CELDeviceSelector': `expression 1 string required`,
  'resource.v1beta2.CapacityRequestPolicy': `default 1 quantity pointer
validValues 3 []quantity omitempty list=atomic
validRange 4 resource.v1beta2.CapacityRequestPolicyRange omitempty pointer`,
  'resource.v1beta2.CapacityRequestPolicyRange': `min 1 quantity required omitempty pointer
max 2 quantity omitempty pointer
step 3 quantity omitempty pointer`,
  'resource.v1beta2.CapacityRequirements': `requests 1 map:quantity omitempty goType=map[v1beta2.QualifiedName]resource.Quantity`,
  'resource.v1beta2.Counter': `value 1 quantity required`,
  'resource.v1beta2.CounterSet': `name 1 string required
counters 2 map:resource.v1beta2.Counter required omitempty`,
  'resource.v1beta2.Device': `name 1 string required
attributes 2 map:resource.v1beta2.DeviceAttribute omitempty goType=map[v1beta2.QualifiedName]v1beta2.DeviceAttribute
capacity 3 map:resource.v1beta2.DeviceCapacity omitempty goType=map[v1beta2.QualifiedName]v1beta2.DeviceCapacity
consumesCounters 4 []resource.v1beta2.DeviceCounterConsumption omitempty list=atomic
nodeName 5 string omitempty pointer
nodeSelector 6 core.v1.NodeSelector omitempty pointer
allNodes 7 boolean omitempty pointer
taints 8 []resource.v1beta2.DeviceTaint omitempty list=atomic
bindsToNode 9 boolean omitempty pointer
bindingConditions 10 []string omitempty list=atomic
bindingFailureConditions 11 []string omitempty list=atomic
allowMultipleAllocations 12 boolean omitempty pointer
nodeAllocatableResourceMappings 13 map:resource.v1beta2.NodeAllocatableResourceMapping omitempty goType=map[v1.ResourceName]v1beta2.NodeAllocatableResourceMapping`,
  'resource.v1beta2.DeviceAllocationConfiguration': `source 1 string required go=v1beta2.AllocationConfigSource enum=FromClass|FromClaim
requests 2 []string omitempty list=atomic
+ 3 resource.v1beta2.DeviceConfiguration`,
  'resource.v1beta2.DeviceAllocationResult': `results 1 []resource.v1beta2.DeviceRequestAllocationResult omitempty list=atomic
config 2 []resource.v1beta2.DeviceAllocationConfiguration omitempty list=atomic`,
  'resource.v1beta2.DeviceAttribute': `int 2 int64 omitempty pointer
bool 3 boolean omitempty pointer
string 4 string omitempty pointer
version 5 string omitempty pointer
ints 6 []int64 omitempty list=atomic
bools 7 []boolean omitempty list=atomic
strings 8 []string omitempty list=atomic
versions 9 []string omitempty list=atomic`,
  'resource.v1beta2.DeviceCapacity': `value 1 quantity required
requestPolicy 2 resource.v1beta2.CapacityRequestPolicy omitempty pointer`,
  'resource.v1beta2.DeviceClaim': `requests 1 []resource.v1beta2.DeviceRequest list=atomic
constraints 2 []resource.v1beta2.DeviceConstraint omitempty list=atomic
config 3 []resource.v1beta2.DeviceClaimConfiguration omitempty list=atomic`,
  'resource.v1beta2.DeviceClaimConfiguration': `requests 1 []string omitempty list=atomic
+ 2 resource.v1beta2.DeviceConfiguration`,
  'resource.v1beta2.DeviceClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.DeviceClassSpec required`,
  'resource.v1beta2.DeviceClassConfiguration': `+ 1 resource.v1beta2.DeviceConfiguration`,
  'resource.v1beta2.DeviceClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1beta2.DeviceClass required`,
  'resource.v1beta2.DeviceClassSpec': `selectors 1 []resource.v1beta2.DeviceSelector omitempty list=atomic
config 2 []resource.v1beta2.DeviceClassConfiguration omitempty list=atomic
extendedResourceName 4 string omitempty pointer`,
  'resource.v1beta2.DeviceConfiguration': `opaque 1 resource.v1beta2.OpaqueDeviceConfiguration omitempty pointer`,
  'resource.v1beta2.DeviceConstraint': `requests 1 []string omitempty list=atomic
matchAttribute 2 string omitempty pointer go=v1beta2.FullyQualifiedName
distinctAttribute 3 string omitempty pointer go=v1beta2.FullyQualifiedName`,
  'resource.v1beta2.DeviceCounterConsumption': `counterSet 1 string required
counters 2 map:resource.v1beta2.Counter required omitempty`,
  'resource.v1beta2.DeviceRequest': `name 1 string required
exactly 2 resource.v1beta2.ExactDeviceRequest omitempty pointer
firstAvailable 3 []resource.v1beta2.DeviceSubRequest omitempty list=atomic`,
  'resource.v1beta2.DeviceRequestAllocationResult': `request 1 string required
driver 2 string required
pool 3 string required
device 4 string required
adminAccess 5 boolean omitempty pointer
tolerations 6 []resource.v1beta2.DeviceToleration omitempty list=atomic
bindingConditions 7 []string omitempty list=atomic
bindingFailureConditions 8 []string omitempty list=atomic
shareID 9 string omitempty pointer go=types.UID
consumedCapacity 10 map:quantity omitempty`,
  'resource.v1beta2.DeviceSelector': `cel 1 resource.v1beta2.CELDeviceSelector omitempty pointer`,
  'resource.v1beta2.DeviceSubRequest': `name 1 string required
deviceClassName 2 string required
selectors 3 []resource.v1beta2.DeviceSelector omitempty list=atomic
allocationMode 4 string omitempty go=v1beta2.DeviceAllocationMode enum=All|ExactCount
count 5 int64 omitempty
tolerations 6 []resource.v1beta2.DeviceToleration omitempty list=atomic
capacity 7 resource.v1beta2.CapacityRequirements omitempty pointer`,
  'resource.v1beta2.DeviceTaint': `key 1 string required
value 2 string omitempty
effect 3 string required go=v1beta2.DeviceTaintEffect enum=None|NoSchedule|NoExecute
timeAdded 4 time omitempty pointer`,
  'resource.v1beta2.DeviceTaintRule': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.DeviceTaintRuleSpec required
status 3 resource.v1beta2.DeviceTaintRuleStatus omitempty`,
  'resource.v1beta2.DeviceTaintRuleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1beta2.DeviceTaintRule required`,
  'resource.v1beta2.DeviceTaintRuleSpec': `deviceSelector 1 resource.v1beta2.DeviceTaintSelector omitempty pointer
taint 2 resource.v1beta2.DeviceTaint required omitempty`,
  'resource.v1beta2.DeviceTaintRuleStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type`,
  'resource.v1beta2.DeviceTaintSelector': `driver 2 string omitempty pointer
pool 3 string omitempty pointer
device 4 string omitempty pointer`,
  'resource.v1beta2.DeviceToleration': `key 1 string omitempty
operator 2 string omitempty go=v1beta2.DeviceTolerationOperator default="Equal" enum=Exists|Equal
value 3 string omitempty
effect 4 string omitempty go=v1beta2.DeviceTaintEffect enum=None|NoSchedule|NoExecute
tolerationSeconds 5 int64 omitempty pointer`,
  'resource.v1beta2.ExactDeviceRequest': `deviceClassName 1 string required
selectors 2 []resource.v1beta2.DeviceSelector omitempty list=atomic
allocationMode 3 string omitempty go=v1beta2.DeviceAllocationMode enum=All|ExactCount
count 4 int64 omitempty
adminAccess 5 boolean omitempty pointer
tolerations 6 []resource.v1beta2.DeviceToleration omitempty list=atomic
capacity 7 resource.v1beta2.CapacityRequirements omitempty pointer`,
  'resource.v1beta2.NetworkDeviceData': `interfaceName 1 string omitempty
ips 2 []string omitempty list=atomic
hardwareAddress 3 string omitempty`,
  'resource.v1beta2.NodeAllocatableResourceMapping': `capacityKey 1 string omitempty pointer go=v1beta2.QualifiedName
allocationMultiplier 2 quantity omitempty pointer`,
  'resource.v1beta2.OpaqueDeviceConfiguration': `driver 1 string required
parameters 2 raw-object required`,
  'resource.v1beta2.ResourceClaim': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.ResourceClaimSpec required
status 3 resource.v1beta2.ResourceClaimStatus omitempty`,
  'resource.v1beta2.ResourceClaimConsumerReference': `apiGroup 1 string omitempty
resource 3 string required
name 4 string required
uid 5 string required go=types.UID`,
  'resource.v1beta2.ResourceClaimList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1beta2.ResourceClaim required`,
  'resource.v1beta2.ResourceClaimSpec': `devices 1 resource.v1beta2.DeviceClaim`,
  'resource.v1beta2.ResourceClaimStatus': `allocation 1 resource.v1beta2.AllocationResult omitempty pointer
reservedFor 2 []resource.v1beta2.ResourceClaimConsumerReference omitempty list=map:uid merge=uid
devices 4 []resource.v1beta2.AllocatedDeviceStatus omitempty list=map:driver,device,pool,shareID`,
  'resource.v1beta2.ResourceClaimTemplate': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.ResourceClaimTemplateSpec required`,
  'resource.v1beta2.ResourceClaimTemplateList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1beta2.ResourceClaimTemplate required`,
  'resource.v1beta2.ResourceClaimTemplateSpec': `metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.ResourceClaimSpec required`,
  'resource.v1beta2.ResourcePool': `name 1 string required
generation 2 int64 required
resourceSliceCount 3 int64 required`,
  'resource.v1beta2.ResourceSlice': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1beta2.ResourceSliceSpec required`,
  'resource.v1beta2.ResourceSliceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1beta2.ResourceSlice required`,
  'resource.v1beta2.ResourceSliceSpec': `driver 1 string required
pool 2 resource.v1beta2.ResourcePool required
nodeName 3 string omitempty pointer
nodeSelector 4 core.v1.NodeSelector omitempty pointer
allNodes 5 boolean omitempty pointer
devices 6 []resource.v1beta2.Device omitempty list=atomic
perDeviceNodeSelection 7 boolean omitempty pointer
sharedCounters 8 []resource.v1beta2.CounterSet omitempty list=atomic`,
}
