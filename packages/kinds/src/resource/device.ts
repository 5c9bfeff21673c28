import { isDns1123Subdomain, isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { Device } from '@pinnace/types/resource-v1'
import { validateNodeSelector } from '../core/pod-spec/scheduling/node-selector.ts'
import { reportEach } from '../validation/messages.ts'
import { validateBindingConditions } from './binding-conditions.ts'
import { validateConsumption } from './counters.ts'
import { validateAttribute } from './device-attribute.ts'
import { validateCapacity } from './device-capacity.ts'
import { maxQualifiedName, validateLabelName, validateQualifiedName } from './names.ts'
import { validateDeviceTaint } from './taints.ts'
import { validateEntries, validateItems } from './validate-items.ts'

const maxProperties = 32
const maxTaints = 16
const maxConsumptions = 2
const listsOfValues = ['ints', 'bools', 'strings', 'versions'] as const
const ownNodes =
  '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec'
const oneOfThree =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'

/** What the rules of a device depend on. */
export interface DeviceContext {
  /** The device of that name before an update. */
  readonly live: Device | undefined
  /** Whether devices say which nodes can reach them. */
  readonly selectsNodes: boolean
}

/** Drops what the features say that are off: attributes of several values, resources of nodes. */
// upstream: features DRAListTypeAttributes and DRANodeAllocatableResources
export function dropDisabledFields(devices: Mutable<readonly Device[]> | null | undefined): void {
  for (const device of devices ?? []) {
    delete device.nodeAllocatableResourceMappings
    for (const attribute of Object.values(device.attributes ?? {})) {
      for (const name of listsOfValues) delete attribute[name]
    }
  }
}

/** A device of a slice; `at` is its path. */
// upstream: resource/validation, validateDevice
export function validateDevice(device: Device, at: string, errors: FieldErrors, context: DeviceContext): void {
  const { name, attributes, capacity, taints, consumesCounters } = device
  validateLabelName(name, `${at}.name`, errors)
  const count = Object.keys(attributes ?? {}).length + Object.keys(capacity ?? {}).length
  if (count > maxProperties) {
    errors.invalid(at, count, `the total number of attributes and capacities must not exceed ${maxProperties}`)
  }
  const keys = { validateKey: validateQualifiedName, maxKeyLength: maxQualifiedName }
  validateEntries(attributes, `${at}.attributes`, errors, { ...keys, validate: validateAttribute })
  const isShared = device.allowMultipleAllocations === true
  validateEntries(capacity, `${at}.capacity`, errors, {
    ...keys,
    validate: (item, field) => validateCapacity(item, field, errors, isShared),
  })
  if (context.live === undefined || !isSemanticEqual(context.live.taints, taints)) {
    validateItems(taints, `${at}.taints`, errors, { validate: validateDeviceTaint, max: maxTaints })
  }
  validateItems(consumesCounters, `${at}.consumesCounters`, errors, {
    validate: validateConsumption,
    max: maxConsumptions,
    keyOf: ({ counterSet }) => counterSet,
  })
  validateNodes(device, at, errors, context.selectsNodes)
  validateBindingConditions(device, at, errors)
}

function validateNodes(device: Device, at: string, errors: FieldErrors, selectsNodes: boolean): void {
  const { nodeName, nodeSelector, allNodes } = device
  if (!selectsNodes) {
    const isGiven = nodeName !== undefined || nodeSelector !== undefined || allNodes !== undefined
    if (isGiven) errors.invalid(at, null, ownNodes)
    return
  }
  const given: string[] = []
  if (nodeName === '') errors.invalid(`${at}.nodeName`, nodeName, 'must not be empty')
  else if (nodeName !== undefined) {
    given.push('`nodeName`')
    reportEach(errors, isDns1123Subdomain(nodeName), `${at}.nodeName`, nodeName)
  }
  if (nodeSelector !== undefined) {
    given.push('`nodeSelector`')
    validateNodeSelector(nodeSelector, `${at}.nodeSelector`, errors)
  }
  if (allNodes === true) given.push('`allNodes`')
  else if (allNodes === false) errors.invalid(`${at}.allNodes`, false, 'must be either unset or set to true')
  if (given.length === 0) errors.required(at, oneOfThree)
  else if (given.length > 1) errors.invalid(at, `{${given.join(', ')}}`, oneOfThree)
}
