// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, RawObject, Time } from '../scalars.ts'
import type { NodeSelector } from './core-v1-selectors.ts'
import type { Condition } from './meta-v1.ts'

/** resource.v1.AllocatedDeviceStatus */
export interface AllocatedDeviceStatus {
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly shareID?: string
  readonly conditions?: readonly Condition[] | null
  readonly data?: RawObject
  readonly networkData?: NetworkDeviceData
}

/** resource.v1.AllocationResult */
export interface AllocationResult {
  readonly devices?: DeviceAllocationResult
  readonly nodeSelector?: NodeSelector
  readonly allocationTimestamp?: Time
}

/** resource.v1.CELDeviceSelector */
export interface CELDeviceSelector {
  readonly expression: string
}

/** resource.v1.CapacityRequestPolicy */
export interface CapacityRequestPolicy {
  readonly default?: Quantity
  readonly validValues?: readonly Quantity[]
  readonly validRange?: CapacityRequestPolicyRange
}

/** resource.v1.CapacityRequestPolicyRange */
export interface CapacityRequestPolicyRange {
  readonly min: Quantity
  readonly max?: Quantity
  readonly step?: Quantity
}

/** resource.v1.CapacityRequirements */
export interface CapacityRequirements {
  readonly requests?: Readonly<Record<string, Quantity>>
}

/** resource.v1.Counter */
export interface Counter {
  readonly value: Quantity
}

/** resource.v1.CounterSet */
export interface CounterSet {
  readonly name: string
  readonly counters: Readonly<Record<string, Counter>>
}

/** resource.v1.Device */
export interface Device {
  readonly name: string
  readonly attributes?: Readonly<Record<string, DeviceAttribute>>
  readonly capacity?: Readonly<Record<string, DeviceCapacity>>
  readonly consumesCounters?: readonly DeviceCounterConsumption[]
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly allNodes?: boolean
  readonly taints?: readonly DeviceTaint[]
  readonly bindsToNode?: boolean
  readonly bindingConditions?: readonly string[]
  readonly bindingFailureConditions?: readonly string[]
  readonly allowMultipleAllocations?: boolean
  readonly nodeAllocatableResourceMappings?: Readonly<Record<string, NodeAllocatableResourceMapping>>
}

/** resource.v1.DeviceAllocationConfiguration */
export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  /** One of FromClass, FromClaim. */
  readonly source: string
  readonly requests?: readonly string[]
}

/** resource.v1.DeviceAllocationResult */
export interface DeviceAllocationResult {
  readonly results?: readonly DeviceRequestAllocationResult[]
  readonly config?: readonly DeviceAllocationConfiguration[]
}

/** resource.v1.DeviceAttribute */
export interface DeviceAttribute {
  readonly int?: number
  readonly bool?: boolean
  readonly string?: string
  readonly version?: string
  readonly ints?: readonly number[]
  readonly bools?: readonly boolean[]
  readonly strings?: readonly string[]
  readonly versions?: readonly string[]
}

/** resource.v1.DeviceCapacity */
export interface DeviceCapacity {
  readonly value: Quantity
  readonly requestPolicy?: CapacityRequestPolicy
}

/** resource.v1.DeviceClaim */
export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[] | null
  readonly constraints?: readonly DeviceConstraint[]
  readonly config?: readonly DeviceClaimConfiguration[]
}

/** resource.v1.DeviceClaimConfiguration */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  readonly requests?: readonly string[]
}

/** resource.v1.DeviceClass */
export interface DeviceClass extends ApiObject {
  readonly spec: DeviceClassSpec
}

/** resource.v1.DeviceClassConfiguration */
export type DeviceClassConfiguration = DeviceConfiguration

/** resource.v1.DeviceClassList */
export type DeviceClassList = ApiList<DeviceClass>

/** resource.v1.DeviceClassSpec */
export interface DeviceClassSpec {
  readonly selectors?: readonly DeviceSelector[]
  readonly config?: readonly DeviceClassConfiguration[]
  readonly extendedResourceName?: string
}

/** resource.v1.DeviceConfiguration */
export interface DeviceConfiguration {
  readonly opaque?: OpaqueDeviceConfiguration
}

/** resource.v1.DeviceConstraint */
export interface DeviceConstraint {
  readonly requests?: readonly string[]
  readonly matchAttribute?: string
  readonly distinctAttribute?: string
}

/** resource.v1.DeviceCounterConsumption */
export interface DeviceCounterConsumption {
  readonly counterSet: string
  readonly counters: Readonly<Record<string, Counter>>
}

/** resource.v1.DeviceRequest */
export interface DeviceRequest {
  readonly name: string
  readonly exactly?: ExactDeviceRequest
  readonly firstAvailable?: readonly DeviceSubRequest[]
}

/** resource.v1.DeviceRequestAllocationResult */
export interface DeviceRequestAllocationResult {
  readonly request: string
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly adminAccess?: boolean
  readonly tolerations?: readonly DeviceToleration[]
  readonly bindingConditions?: readonly string[]
  readonly bindingFailureConditions?: readonly string[]
  readonly shareID?: string
  readonly consumedCapacity?: Readonly<Record<string, Quantity>>
}

/** resource.v1.DeviceSelector */
export interface DeviceSelector {
  readonly cel?: CELDeviceSelector
}

/** resource.v1.DeviceSubRequest */
export interface DeviceSubRequest {
  readonly name: string
  readonly deviceClassName: string
  readonly selectors?: readonly DeviceSelector[]
  /** One of All, ExactCount. */
  readonly allocationMode?: string
  readonly count?: number
  readonly tolerations?: readonly DeviceToleration[]
  readonly capacity?: CapacityRequirements
}

/** resource.v1.DeviceTaint */
export interface DeviceTaint {
  readonly key: string
  readonly value?: string
  /** One of None, NoSchedule, NoExecute. */
  readonly effect: string
  readonly timeAdded?: Time
}

/** resource.v1.DeviceToleration */
export interface DeviceToleration {
  readonly key?: string
  /** One of Exists, Equal. */
  readonly operator?: string
  readonly value?: string
  /** One of None, NoSchedule, NoExecute. */
  readonly effect?: string
  readonly tolerationSeconds?: number
}

/** resource.v1.ExactDeviceRequest */
export interface ExactDeviceRequest {
  readonly deviceClassName: string
  readonly selectors?: readonly DeviceSelector[]
  /** One of All, ExactCount. */
  readonly allocationMode?: string
  readonly count?: number
  readonly adminAccess?: boolean
  readonly tolerations?: readonly DeviceToleration[]
  readonly capacity?: CapacityRequirements
}

/** resource.v1.NetworkDeviceData */
export interface NetworkDeviceData {
  readonly interfaceName?: string
  readonly ips?: readonly string[]
  readonly hardwareAddress?: string
}

/** resource.v1.NodeAllocatableResourceMapping */
export interface NodeAllocatableResourceMapping {
  readonly capacityKey?: string
  readonly allocationMultiplier?: Quantity
}

/** resource.v1.OpaqueDeviceConfiguration */
export interface OpaqueDeviceConfiguration {
  readonly driver: string
  readonly parameters: RawObject
}

/** resource.v1.ResourceClaim */
export interface ResourceClaim extends ApiObject {
  readonly spec: ResourceClaimSpec
  readonly status?: ResourceClaimStatus
}

/** resource.v1.ResourceClaimConsumerReference */
export interface ResourceClaimConsumerReference {
  readonly apiGroup?: string
  readonly resource: string
  readonly name: string
  readonly uid: string
}

/** resource.v1.ResourceClaimList */
export type ResourceClaimList = ApiList<ResourceClaim>

/** resource.v1.ResourceClaimSpec */
export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim
}

/** resource.v1.ResourceClaimStatus */
export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult
  readonly reservedFor?: readonly ResourceClaimConsumerReference[]
  readonly devices?: readonly AllocatedDeviceStatus[]
}

/** resource.v1.ResourceClaimTemplate */
export interface ResourceClaimTemplate extends ApiObject {
  readonly spec: ResourceClaimTemplateSpec
}

/** resource.v1.ResourceClaimTemplateList */
export type ResourceClaimTemplateList = ApiList<ResourceClaimTemplate>

/** resource.v1.ResourceClaimTemplateSpec */
export interface ResourceClaimTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec: ResourceClaimSpec
}

/** resource.v1.ResourcePool */
export interface ResourcePool {
  readonly name: string
  readonly generation: number
  readonly resourceSliceCount: number
}

/** resource.v1.ResourceSlice */
export interface ResourceSlice extends ApiObject {
  readonly spec: ResourceSliceSpec
}

/** resource.v1.ResourceSliceList */
export type ResourceSliceList = ApiList<ResourceSlice>

/** resource.v1.ResourceSliceSpec */
export interface ResourceSliceSpec {
  readonly driver: string
  readonly pool: ResourcePool
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly allNodes?: boolean
  readonly devices?: readonly Device[]
  readonly perDeviceNodeSelection?: boolean
  readonly sharedCounters?: readonly CounterSet[]
}

/** Fields of the types of this file, one line each. */
export const resourceV1Types: TypeTable = {
  'resource.v1.AllocatedDeviceStatus': `driver 1 string required
pool 2 string required
device 3 string required
shareID 7 string omitempty pointer
conditions 4 []meta.v1.Condition list=map:type
data 5 raw-object omitempty pointer
networkData 6 resource.v1.NetworkDeviceData omitempty pointer`,
  'resource.v1.AllocationResult': `devices 1 resource.v1.DeviceAllocationResult omitempty
nodeSelector 3 core.v1.NodeSelector omitempty pointer
allocationTimestamp 5 time omitempty pointer`,
  'resource.v1.CELDeviceSelector': `expression 1 string required`,
  'resource.v1.CapacityRequestPolicy': `default 1 quantity pointer
validValues 3 []quantity omitempty list=atomic
validRange 4 resource.v1.CapacityRequestPolicyRange omitempty pointer`,
  'resource.v1.CapacityRequestPolicyRange': `min 1 quantity required omitempty pointer
max 2 quantity omitempty pointer
step 3 quantity omitempty pointer`,
  'resource.v1.CapacityRequirements': `requests 1 map:quantity omitempty goType=map[v1.QualifiedName]resource.Quantity`,
  'resource.v1.Counter': `value 1 quantity required`,
  'resource.v1.CounterSet': `name 1 string required
counters 2 map:resource.v1.Counter required omitempty`,
  'resource.v1.Device': `name 1 string required
attributes 2 map:resource.v1.DeviceAttribute omitempty goType=map[v1.QualifiedName]v1.DeviceAttribute
capacity 3 map:resource.v1.DeviceCapacity omitempty goType=map[v1.QualifiedName]v1.DeviceCapacity
consumesCounters 4 []resource.v1.DeviceCounterConsumption omitempty list=atomic
nodeName 5 string omitempty pointer
nodeSelector 6 core.v1.NodeSelector omitempty pointer
allNodes 7 boolean omitempty pointer
taints 8 []resource.v1.DeviceTaint omitempty list=atomic
bindsToNode 9 boolean omitempty pointer
bindingConditions 10 []string omitempty list=atomic
bindingFailureConditions 11 []string omitempty list=atomic
allowMultipleAllocations 12 boolean omitempty pointer
nodeAllocatableResourceMappings 13 map:resource.v1.NodeAllocatableResourceMapping omitempty goType=map[v1.ResourceName]v1.NodeAllocatableResourceMapping`,
  'resource.v1.DeviceAllocationConfiguration': `source 1 string required go=v1.AllocationConfigSource enum=FromClass|FromClaim
requests 2 []string omitempty list=atomic
+ 3 resource.v1.DeviceConfiguration`,
  'resource.v1.DeviceAllocationResult': `results 1 []resource.v1.DeviceRequestAllocationResult omitempty list=atomic
config 2 []resource.v1.DeviceAllocationConfiguration omitempty list=atomic`,
  'resource.v1.DeviceAttribute': `int 2 int64 omitempty pointer
bool 3 boolean omitempty pointer
string 4 string omitempty pointer
version 5 string omitempty pointer
ints 6 []int64 omitempty list=atomic
bools 7 []boolean omitempty list=atomic
strings 8 []string omitempty list=atomic
versions 9 []string omitempty list=atomic`,
  'resource.v1.DeviceCapacity': `value 1 quantity required
requestPolicy 2 resource.v1.CapacityRequestPolicy omitempty pointer`,
  'resource.v1.DeviceClaim': `requests 1 []resource.v1.DeviceRequest list=atomic
constraints 2 []resource.v1.DeviceConstraint omitempty list=atomic
config 3 []resource.v1.DeviceClaimConfiguration omitempty list=atomic`,
  'resource.v1.DeviceClaimConfiguration': `requests 1 []string omitempty list=atomic
+ 2 resource.v1.DeviceConfiguration`,
  'resource.v1.DeviceClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1.DeviceClassSpec required`,
  'resource.v1.DeviceClassConfiguration': `+ 1 resource.v1.DeviceConfiguration`,
  'resource.v1.DeviceClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1.DeviceClass required`,
  'resource.v1.DeviceClassSpec': `selectors 1 []resource.v1.DeviceSelector omitempty list=atomic
config 2 []resource.v1.DeviceClassConfiguration omitempty list=atomic
extendedResourceName 4 string omitempty pointer`,
  'resource.v1.DeviceConfiguration': `opaque 1 resource.v1.OpaqueDeviceConfiguration omitempty pointer`,
  'resource.v1.DeviceConstraint': `requests 1 []string omitempty list=atomic
matchAttribute 2 string omitempty pointer go=v1.FullyQualifiedName
distinctAttribute 3 string omitempty pointer go=v1.FullyQualifiedName`,
  'resource.v1.DeviceCounterConsumption': `counterSet 1 string required
counters 2 map:resource.v1.Counter required omitempty`,
  'resource.v1.DeviceRequest': `name 1 string required
exactly 2 resource.v1.ExactDeviceRequest omitempty pointer
firstAvailable 3 []resource.v1.DeviceSubRequest omitempty list=atomic`,
  'resource.v1.DeviceRequestAllocationResult': `request 1 string required
driver 2 string required
pool 3 string required
device 4 string required
adminAccess 5 boolean omitempty pointer
tolerations 6 []resource.v1.DeviceToleration omitempty list=atomic
bindingConditions 7 []string omitempty list=atomic
bindingFailureConditions 8 []string omitempty list=atomic
shareID 9 string omitempty pointer go=types.UID
consumedCapacity 10 map:quantity omitempty`,
  'resource.v1.DeviceSelector': `cel 1 resource.v1.CELDeviceSelector omitempty pointer`,
  'resource.v1.DeviceSubRequest': `name 1 string required
deviceClassName 2 string required
selectors 3 []resource.v1.DeviceSelector omitempty list=atomic
allocationMode 4 string omitempty go=v1.DeviceAllocationMode enum=All|ExactCount
count 5 int64 omitempty
tolerations 6 []resource.v1.DeviceToleration omitempty list=atomic
capacity 7 resource.v1.CapacityRequirements omitempty pointer`,
  'resource.v1.DeviceTaint': `key 1 string required
value 2 string omitempty
effect 3 string required go=v1.DeviceTaintEffect enum=None|NoSchedule|NoExecute
timeAdded 4 time omitempty pointer`,
  'resource.v1.DeviceToleration': `key 1 string omitempty
operator 2 string omitempty go=v1.DeviceTolerationOperator default="Equal" enum=Exists|Equal
value 3 string omitempty
effect 4 string omitempty go=v1.DeviceTaintEffect enum=None|NoSchedule|NoExecute
tolerationSeconds 5 int64 omitempty pointer`,
  'resource.v1.ExactDeviceRequest': `deviceClassName 1 string required
selectors 2 []resource.v1.DeviceSelector omitempty list=atomic
allocationMode 3 string omitempty go=v1.DeviceAllocationMode enum=All|ExactCount
count 4 int64 omitempty
adminAccess 5 boolean omitempty pointer
tolerations 6 []resource.v1.DeviceToleration omitempty list=atomic
capacity 7 resource.v1.CapacityRequirements omitempty pointer`,
  'resource.v1.NetworkDeviceData': `interfaceName 1 string omitempty
ips 2 []string omitempty list=atomic
hardwareAddress 3 string omitempty`,
  'resource.v1.NodeAllocatableResourceMapping': `capacityKey 1 string omitempty pointer go=v1.QualifiedName
allocationMultiplier 2 quantity omitempty pointer`,
  'resource.v1.OpaqueDeviceConfiguration': `driver 1 string required
parameters 2 raw-object required`,
  'resource.v1.ResourceClaim': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1.ResourceClaimSpec required
status 3 resource.v1.ResourceClaimStatus omitempty`,
  'resource.v1.ResourceClaimConsumerReference': `apiGroup 1 string omitempty
resource 3 string required
name 4 string required
uid 5 string required go=types.UID`,
  'resource.v1.ResourceClaimList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1.ResourceClaim required`,
  'resource.v1.ResourceClaimSpec': `devices 1 resource.v1.DeviceClaim`,
  'resource.v1.ResourceClaimStatus': `allocation 1 resource.v1.AllocationResult omitempty pointer
reservedFor 2 []resource.v1.ResourceClaimConsumerReference omitempty list=map:uid merge=uid
devices 4 []resource.v1.AllocatedDeviceStatus omitempty list=map:driver,device,pool,shareID`,
  'resource.v1.ResourceClaimTemplate': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1.ResourceClaimTemplateSpec required`,
  'resource.v1.ResourceClaimTemplateList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1.ResourceClaimTemplate required`,
  'resource.v1.ResourceClaimTemplateSpec': `metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1.ResourceClaimSpec required`,
  'resource.v1.ResourcePool': `name 1 string required
generation 2 int64 required
resourceSliceCount 3 int64 required`,
  'resource.v1.ResourceSlice': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1.ResourceSliceSpec required`,
  'resource.v1.ResourceSliceList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1.ResourceSlice required`,
  'resource.v1.ResourceSliceSpec': `driver 1 string required
pool 2 resource.v1.ResourcePool required
nodeName 3 string omitempty pointer
nodeSelector 4 core.v1.NodeSelector omitempty pointer
allNodes 5 boolean omitempty pointer
devices 6 []resource.v1.Device omitempty list=atomic
perDeviceNodeSelection 7 boolean omitempty pointer
sharedCounters 8 []resource.v1.CounterSet omitempty list=atomic`,
}
