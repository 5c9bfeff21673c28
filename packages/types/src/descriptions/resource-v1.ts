import type { TypeDescriptions } from './type-descriptions.ts'

const selectors = 'Conditions that a device must all meet. At most 32.'
const deviceTolerations = 'Taints of devices that are accepted. At most 16.'
const className = 'The device class, whose conditions and configuration apply. Required.'
const allocationMode =
  'ExactCount (the default) takes as many devices as count says; All takes every device that matches, and fails if one is in use.'
const count = 'How many devices. The default is 1; only for ExactCount.'
const capacity = 'How much of a shared device is needed. It also excludes devices that have less.'
const bindingConditions =
  'Conditions that must be True in the status of the claim before the pod is bound to its node. At most 4.'
const bindingFailureConditions =
  'Conditions of which one that is True makes the scheduler look for another device. At most 4.'
const forRequests = 'The requests by name, or "request/alternative". Empty means all of them.'

/** Types of `resource/v1`. */
export const descriptions: TypeDescriptions = {
  'resource.v1.AllocatedDeviceStatus': {
    '': 'The state of a device that is allocated, as its driver reports it.',
    driver: 'The driver of the device.',
    pool: 'The pool of the device.',
    device: 'The device by its name in the pool.',
    shareID: 'Which of several shares of the device is meant.',
    conditions: 'Judgments of the state. At most 8.',
    data: 'What the driver wants to add, at most 10 KiB.',
    networkData: 'What is known of a network device.',
  },
  'resource.v1.AllocationResult': {
    '': 'The devices that a claim got.',
    devices: 'The devices and their configuration.',
    nodeSelector: 'The nodes that can use the devices. Without it, all can.',
    allocationTimestamp: 'When the devices were allocated.',
  },
  'resource.v1.CELDeviceSelector': {
    '': 'Chooses devices with an expression.',
    expression: 'A CEL expression over the variable device, which is true for devices that match. At most 10 KiB.',
  },
  'resource.v1.CapacityRequestPolicy': {
    '': 'Which amounts of a shared capacity can be requested. An amount is rounded up to the next allowed one.',
    default: 'The amount for requests that name none.',
    validValues: 'The allowed amounts in ascending order, at most 10. Cannot be combined with validRange.',
    validRange: 'The range of allowed amounts. Cannot be combined with validValues.',
  },
  'resource.v1.CapacityRequestPolicyRange': {
    '': 'A range of amounts.',
    min: 'The smallest amount.',
    max: 'The largest amount. Without it, the whole capacity.',
    step: 'The distance between allowed amounts, counted from min. Without it, every amount is allowed.',
  },
  'resource.v1.CapacityRequirements': {
    '': 'Amounts of capacities that are needed.',
    requests:
      'The amounts by the name of the capacity. Of capacities that are not named, the default of the device is used.',
  },
  'resource.v1.Counter': {
    '': 'An amount that devices share.',
    value: 'The amount there is, or that a device takes.',
  },
  'resource.v1.CounterSet': {
    '': 'Amounts that several devices of a pool draw on, such as the memory of a card that can be divided.',
    name: 'The name of the set, unique in the pool. A DNS label.',
    counters: 'The amounts by name. At most 32.',
  },
  'resource.v1.Device': {
    '': 'A device that can be allocated.',
    name: 'The name of the device, unique in the pool. A DNS label.',
    attributes: 'Properties by which devices are chosen, by name with or without the domain of the driver.',
    capacity: 'Amounts that the device has, by name.',
    consumesCounters: 'What the device takes of counters that it shares with others. At most 2 sets.',
    nodeName: 'The one node that can use the device. Only if the slice leaves it to each device.',
    nodeSelector: 'The nodes that can use the device. Only if the slice leaves it to each device.',
    allNodes: 'Whether every node can use the device. Only if the slice leaves it to each device.',
    taints: 'Reasons not to use the device, which claims can tolerate. At most 16.',
    bindsToNode: 'Whether the claim is restricted to the node that the scheduler chose.',
    bindingConditions,
    bindingFailureConditions,
    allowMultipleAllocations: 'Whether several claims can share the device.',
    nodeAllocatableResourceMappings:
      'What using the device takes from resources of the node such as cpu and memory, by resource.',
  },
  'resource.v1.DeviceAllocationConfiguration': {
    '': 'Configuration of allocated devices, with where it comes from.',
    source:
      'FromClass if the device class has it, FromClaim if the claim has it. The claim comes later and can override.',
    requests: forRequests,
  },
  'resource.v1.DeviceAllocationResult': {
    '': 'The devices that a claim got, and their configuration.',
    results: 'The devices. At most 32.',
    config: 'Configuration for the drivers, from the classes and the claim. At most 64.',
  },
  'resource.v1.DeviceAttribute': {
    '': 'A property of a device. One member is set.',
    int: 'A number.',
    bool: 'True or false.',
    string: 'A text of at most 64 characters.',
    version: 'A semantic version of at most 64 characters.',
    ints: 'Several numbers.',
    bools: 'Several truth values.',
    strings: 'Several texts of at most 64 characters each.',
    versions: 'Several semantic versions of at most 64 characters each.',
  },
  'resource.v1.DeviceCapacity': {
    '': 'An amount that a device has.',
    value: 'The amount.',
    requestPolicy: 'Which parts can be requested if the device is shared. Without it, every amount that is left can.',
  },
  'resource.v1.DeviceClaim': {
    '': 'The devices that are asked for.',
    requests: 'What is needed: all of it or nothing. At most 32.',
    constraints: 'Conditions on the devices together. At most 32.',
    config: 'Configuration for the drivers. At most 32.',
  },
  'resource.v1.DeviceClaimConfiguration': {
    '': 'Configuration in a claim.',
    requests: forRequests,
  },
  'resource.v1.DeviceClass': {
    '': 'A sort of devices that requests can name. An administrator describes it once.',
    spec: 'Which devices are meant and how they are configured.',
  },
  'resource.v1.DeviceClassConfiguration': {
    '': 'Configuration in a device class.',
  },
  'resource.v1.DeviceClassSpec': {
    '': 'Which devices belong to a class.',
    selectors,
    config: 'Configuration for the drivers of all devices of the class. At most 32.',
    extendedResourceName: 'A resource name by which pods can request devices of the class without a claim.',
  },
  'resource.v1.DeviceConfiguration': {
    '': 'Configuration of devices. Its one member is set.',
    opaque: 'Parameters that only the driver understands.',
  },
  'resource.v1.DeviceConstraint': {
    '': 'A condition on several devices together. Either attribute is set.',
    requests: forRequests,
    matchAttribute: 'The attribute, with its domain, that must have the same value in all devices.',
    distinctAttribute: 'The attribute, with its domain, that must have another value in each device.',
  },
  'resource.v1.DeviceCounterConsumption': {
    '': 'What a device takes of a set of counters.',
    counterSet: 'The set by name.',
    counters: 'The amounts by the name of the counter. At most 32.',
  },
  'resource.v1.DeviceRequest': {
    '': 'One need for devices, exact or with alternatives.',
    name: 'The name by which containers and constraints refer to the request. A DNS label that is unique in the claim.',
    exactly: 'What is needed. Cannot be combined with firstAvailable.',
    firstAvailable: 'Alternatives, of which the first that is available is used. At most 8.',
  },
  'resource.v1.DeviceRequestAllocationResult': {
    '': 'A device that was allocated for a request.',
    request: 'The request by name, or "request/alternative".',
    driver: 'The driver of the device.',
    pool: 'The pool of the device.',
    device: 'The device by its name in the pool.',
    adminAccess: 'Whether the device is allocated for administration, in parallel to its users.',
    tolerations: 'The tolerations of the request at the time of allocation.',
    bindingConditions,
    bindingFailureConditions,
    shareID: 'Distinguishes the shares of a device that several claims use.',
    consumedCapacity: 'What the share takes of the capacities of the device, by name, after rounding.',
  },
  'resource.v1.DeviceSelector': {
    '': 'Chooses devices. Its one member is set.',
    cel: 'An expression over the attributes and capacities of a device.',
  },
  'resource.v1.DeviceSubRequest': {
    '': 'One of several alternatives of a request.',
    name: 'The name of the alternative, unique in the request. A DNS label.',
    deviceClassName: className,
    selectors,
    allocationMode,
    count,
    tolerations: deviceTolerations,
    capacity,
  },
  'resource.v1.DeviceTaint': {
    '': 'A reason not to use a device.',
    key: 'The key, in the form of a label key.',
    value: 'The value that belongs to the key, in the form of a label value.',
    effect: 'NoSchedule keeps the device from new pods, NoExecute also evicts those that use it, None only informs.',
    timeAdded: 'When the taint was set. Filled in by the server.',
  },
  'resource.v1.DeviceToleration': {
    '': 'Accepts taints of devices.',
    key: 'The key of the taint. Empty with the operator Exists accepts all taints.',
    operator: 'Equal (the default) compares key and value, Exists the key only.',
    value: 'The value of the taint. Empty for Exists.',
    effect: 'The effect of the taint. Empty means every effect.',
    tolerationSeconds:
      'For how many seconds a taint with effect NoExecute is tolerated; forever without it, and not at all with 0 or less.',
  },
  'resource.v1.ExactDeviceRequest': {
    '': 'A need for devices of one class.',
    deviceClassName: className,
    selectors,
    allocationMode,
    count,
    adminAccess:
      'Whether access is for administration: the devices remain available to others. Only in namespaces that a label permits it in.',
    tolerations: deviceTolerations,
    capacity,
  },
  'resource.v1.NetworkDeviceData': {
    '': 'What is known of a network device.',
    interfaceName: 'The name of the interface in the pod. At most 256 characters.',
    ips: 'The addresses with the length of their prefixes, such as "192.0.2.5/24".',
    hardwareAddress: 'The address of the hardware, such as a MAC address. At most 128 characters.',
  },
  'resource.v1.NodeAllocatableResourceMapping': {
    '': 'What a device takes from a resource of its node.',
    capacityKey: 'The capacity of the device whose allocated amount counts. Without it, the number of devices does.',
    allocationMultiplier: 'By what the amount is multiplied. The default is 1.',
  },
  'resource.v1.OpaqueDeviceConfiguration': {
    '': 'Parameters that only a driver understands.',
    driver: 'The driver they are for. Other drivers ignore them.',
    parameters: 'An object with apiVersion and kind, at most 10 KiB.',
  },
  'resource.v1.ResourceClaim': {
    '': 'Asks for devices that pods can then use, and holds those that were allocated.',
    spec: 'What is asked for. It cannot be changed.',
    status: 'What was allocated, and for whom.',
  },
  'resource.v1.ResourceClaimConsumerReference': {
    '': 'Someone who may use the devices of a claim, usually a pod.',
    apiGroup: 'The API group of the user. Empty for the core group.',
    resource: 'The plural resource of the user, such as pods.',
    name: 'The name of the user.',
    uid: 'The uid of the user.',
  },
  'resource.v1.ResourceClaimSpec': {
    '': 'What a claim asks for.',
    devices: 'The devices.',
  },
  'resource.v1.ResourceClaimStatus': {
    '': 'What a claim got.',
    allocation: 'The devices. Absent while none are allocated.',
    reservedFor: 'Those who may use the devices now, at most 256. The allocation is only undone when none is left.',
    devices: 'The state of the devices, as their drivers report it.',
  },
  'resource.v1.ResourceClaimTemplate': {
    '': 'A pattern from which a claim is created for each pod that names it.',
    spec: 'The claim to create. It cannot be changed.',
  },
  'resource.v1.ResourceClaimTemplateSpec': {
    '': 'The claim that a template creates.',
    metadata: 'Labels and annotations that each claim gets.',
    spec: 'What each claim asks for.',
  },
  'resource.v1.ResourcePool': {
    '': 'The pool that the devices of a slice belong to.',
    name: 'The name of the pool, for local devices usually that of the node. Unique for each driver.',
    generation: 'Grows with every change of the pool. Slices with a smaller number are out of date.',
    resourceSliceCount: 'How many slices the pool has in this generation. With fewer, the pool is not complete.',
  },
  'resource.v1.ResourceSlice': {
    '': 'A part of the devices that a driver offers, published by it.',
    spec: 'The devices, and who can use them.',
  },
  'resource.v1.ResourceSliceSpec': {
    '': 'The devices of a slice. One of nodeName, nodeSelector, allNodes and perDeviceNodeSelection is set.',
    driver: 'The driver of the devices. It cannot be changed.',
    pool: 'The pool of the devices.',
    nodeName: 'The node that the devices are in. It cannot be changed.',
    nodeSelector: 'The nodes that can use the devices.',
    allNodes: 'Whether every node can use the devices.',
    devices: 'The devices. At most 128, or 64 if some have taints or consume counters.',
    perDeviceNodeSelection: 'Whether each device says for itself which nodes can use it.',
    sharedCounters: 'Sets of counters that devices of the pool share. At most 8; a slice with counters has no devices.',
  },
}
