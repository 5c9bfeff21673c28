import { someDescriptions } from '../same-descriptions.ts'
import { descriptions as v1beta2 } from './resource-v1beta2.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

const shared = [
  'CELDeviceSelector',
  'DeviceSelector',
  'DeviceTaint',
  'DeviceTaintRule',
  'DeviceTaintRuleSpec',
  'DeviceTaintRuleStatus',
  'DeviceTaintSelector',
]

/** What the types of resource/v1alpha3 and their fields are. */
export const descriptions: TypeDescriptions = {
  ...someDescriptions(v1beta2, 'v1alpha3', shared),
  'resource.v1alpha3.PoolStatus': {
    '': 'How many devices a pool has, and how many of them are in use.',
    driver: 'The driver that manages the pool, in at most 63 characters.',
    poolName: 'The name of the pool.',
    generation: 'The highest generation among the resource slices of the pool.',
    resourceSliceCount: 'How many slices the pool consists of. Absent if the pool is not valid.',
    totalDevices: 'The devices in all slices of the pool. Absent if the pool is not valid.',
    allocatedDevices: 'The devices that claims hold. Absent if the pool is not valid.',
    availableDevices: 'The devices that are neither held by claims nor unavailable. Absent if the pool is not valid.',
    unavailableDevices: 'The devices that cannot be allocated because of taints or of other reasons than claims.',
    nodeName: 'The node that the pool belongs to. Absent for a pool that several nodes share.',
    validationError: 'Why the pool could not be counted, for example because slices are missing. At most 256 bytes.',
  },
  'resource.v1alpha3.ResourcePoolStatusRequest': {
    '': 'Asks once how many devices of a driver there are in its pools. The answer is in its status, which then never changes.',
    metadata: 'Standard metadata of the object.',
    spec: 'The pools that are counted. It cannot be changed.',
    status: 'The answer, once there is one.',
  },
  'resource.v1alpha3.ResourcePoolStatusRequestSpec': {
    '': 'The pools that are counted.',
    driver: 'The driver whose pools are counted.',
    poolName: 'Counts this pool only. Absent for all pools of the driver.',
    limit: 'How many pools the answer may list: 1 to 1000, 100 by default.',
  },
  'resource.v1alpha3.ResourcePoolStatusRequestStatus': {
    '': 'How many devices the pools have.',
    poolCount: 'How many pools match, including those that the limit leaves out.',
    pools: 'The pools, in the order of driver and name: the first ones, as many as the limit allows.',
    conditions: 'Complete when the answer is there, Failed when there will be none. At most ten.',
  },
}
