// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'
import type { Condition } from './meta-v1.ts'

/**
 * resource.v1alpha3.CELDeviceSelector
 *
 * Chooses devices with an expression.
 */
export interface CELDeviceSelector {
  /** A CEL expression over the variable device, which is true for devices that match. At most 10 KiB. */
  readonly expression: string
}

/**
 * resource.v1alpha3.DeviceSelector
 *
 * Chooses devices. Its one member is set.
 */
export interface DeviceSelector {
  /** An expression over the attributes and capacities of a device. */
  readonly cel?: CELDeviceSelector
}

/**
 * resource.v1alpha3.DeviceTaint
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
 * resource.v1alpha3.DeviceTaintRule
 *
 * Taints every device that it selects, as if their driver had published the taint.
 */
export interface DeviceTaintRule extends ApiObject {
  /** The devices and the taint. Every change increases metadata.generation. */
  readonly spec: DeviceTaintRuleSpec
  /** What has been done about it. */
  readonly status?: DeviceTaintRuleStatus
}

/** resource.v1alpha3.DeviceTaintRuleList */
export type DeviceTaintRuleList = ApiList<DeviceTaintRule>

/**
 * resource.v1alpha3.DeviceTaintRuleSpec
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
 * resource.v1alpha3.DeviceTaintRuleStatus
 *
 * What has been done about a rule.
 */
export interface DeviceTaintRuleStatus {
  /** Its conditions, at most eight: EvictionInProgress says whether pods are still being evicted, and how many. */
  readonly conditions?: readonly Condition[]
}

/**
 * resource.v1alpha3.DeviceTaintSelector
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
 * resource.v1alpha3.PoolStatus
 *
 * How many devices a pool has, and how many of them are in use.
 */
export interface PoolStatus {
  /** The driver that manages the pool, in at most 63 characters. */
  readonly driver: string
  /** The name of the pool. */
  readonly poolName: string
  /** The highest generation among the resource slices of the pool. */
  readonly generation: number
  /** How many slices the pool consists of. Absent if the pool is not valid. */
  readonly resourceSliceCount?: number
  /** The devices in all slices of the pool. Absent if the pool is not valid. */
  readonly totalDevices?: number
  /** The devices that claims hold. Absent if the pool is not valid. */
  readonly allocatedDevices?: number
  /** The devices that are neither held by claims nor unavailable. Absent if the pool is not valid. */
  readonly availableDevices?: number
  /** The devices that cannot be allocated because of taints or of other reasons than claims. */
  readonly unavailableDevices?: number
  /** The node that the pool belongs to. Absent for a pool that several nodes share. */
  readonly nodeName?: string
  /** Why the pool could not be counted, for example because slices are missing. At most 256 bytes. */
  readonly validationError?: string
}

/**
 * resource.v1alpha3.ResourcePoolStatusRequest
 *
 * Asks once how many devices of a driver there are in its pools. The answer is in its status, which then never changes.
 */
export interface ResourcePoolStatusRequest extends ApiObject {
  /** The pools that are counted. It cannot be changed. */
  readonly spec: ResourcePoolStatusRequestSpec
  /** The answer, once there is one. */
  readonly status?: ResourcePoolStatusRequestStatus
}

/** resource.v1alpha3.ResourcePoolStatusRequestList */
export type ResourcePoolStatusRequestList = ApiList<ResourcePoolStatusRequest>

/**
 * resource.v1alpha3.ResourcePoolStatusRequestSpec
 *
 * The pools that are counted.
 */
export interface ResourcePoolStatusRequestSpec {
  /** The driver whose pools are counted. */
  readonly driver: string
  /** Counts this pool only. Absent for all pools of the driver. */
  readonly poolName?: string
  /** How many pools the answer may list: 1 to 1000, 100 by default. */
  readonly limit?: number
}

/**
 * resource.v1alpha3.ResourcePoolStatusRequestStatus
 *
 * How many devices the pools have.
 */
export interface ResourcePoolStatusRequestStatus {
  /** How many pools match, including those that the limit leaves out. */
  readonly poolCount: number
  /** The pools, in the order of driver and name: the first ones, as many as the limit allows. */
  readonly pools?: readonly PoolStatus[]
  /** Complete when the answer is there, Failed when there will be none. At most ten. */
  readonly conditions?: readonly Condition[]
}

/** Fields of the types of this file, one line each. */
export const resourceV1alpha3Types: TypeTable = {
  'resource.v1alpha3.CELDeviceSelector': `expression 1 string required`,
  'resource.v1alpha3.DeviceSelector': `cel 1 resource.v1alpha3.CELDeviceSelector omitempty pointer`,
  'resource.v1alpha3.DeviceTaint': `key 1 string required
value 2 string omitempty
effect 3 string required go=v1alpha3.DeviceTaintEffect enum=None|NoSchedule|NoExecute
timeAdded 4 time omitempty pointer`,
  'resource.v1alpha3.DeviceTaintRule': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 resource.v1alpha3.DeviceTaintRuleSpec required
status 3 resource.v1alpha3.DeviceTaintRuleStatus omitempty`,
  'resource.v1alpha3.DeviceTaintRuleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1alpha3.DeviceTaintRule required`,
  'resource.v1alpha3.DeviceTaintRuleSpec': `deviceSelector 1 resource.v1alpha3.DeviceTaintSelector omitempty pointer
taint 2 resource.v1alpha3.DeviceTaint required omitempty`,
  'resource.v1alpha3.DeviceTaintRuleStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type`,
  'resource.v1alpha3.DeviceTaintSelector': `driver 2 string omitempty pointer
pool 3 string omitempty pointer
device 4 string omitempty pointer`,
  'resource.v1alpha3.PoolStatus': `driver 1 string required omitempty
poolName 2 string required omitempty
generation 9 int64 required
resourceSliceCount 8 int32 omitempty pointer
totalDevices 4 int32 omitempty pointer
allocatedDevices 5 int32 omitempty pointer
availableDevices 6 int32 omitempty pointer
unavailableDevices 7 int32 omitempty pointer
nodeName 3 string omitempty pointer
validationError 10 string omitempty pointer`,
  'resource.v1alpha3.ResourcePoolStatusRequest': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta required omitempty
spec 2 resource.v1alpha3.ResourcePoolStatusRequestSpec required
status 3 resource.v1alpha3.ResourcePoolStatusRequestStatus omitempty pointer`,
  'resource.v1alpha3.ResourcePoolStatusRequestList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []resource.v1alpha3.ResourcePoolStatusRequest required`,
  'resource.v1alpha3.ResourcePoolStatusRequestSpec': `driver 1 string required
poolName 2 string omitempty pointer
limit 3 int32 omitempty pointer default=100`,
  'resource.v1alpha3.ResourcePoolStatusRequestStatus': `poolCount 6 int32 required omitempty pointer
pools 2 []resource.v1alpha3.PoolStatus omitempty list=atomic
conditions 3 []meta.v1.Condition omitempty list=map:type merge=type`,
}
