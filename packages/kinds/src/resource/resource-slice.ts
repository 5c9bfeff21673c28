import { formatTime, isDns1123Subdomain, quote, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import { withEmptied } from '@pinnace/schema'
import type { ResourcePool, ResourceSlice, ResourceSliceSpec } from '@pinnace/types/resource-v1'
import { resourceSliceColumns } from '../columns/cluster.ts'
import { validateNodeSelector } from '../core/pod-spec/scheduling/node-selector.ts'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { bumpGeneration, startGeneration } from '../generation.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateCounterSet } from './counters.ts'
import { dropDisabledFields, validateDevice } from './device.ts'
import { validateDriverName, validatePoolName } from './names.ts'
import { validateItems } from './validate-items.ts'

const maxDevices = 128
const maxAdvancedDevices = 64
const maxCounterSets = 8
const orTrue = 'must be either unset or set to true'
const oneOfFour = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

/** Resource slices: part of the devices of a pool, as their driver publishes them. */
// upstream: registry/resource/resourceslice/strategy.go, apis/resource/v1/defaults.go
export const resourceSlice = (vocabulary: Vocabulary, version: string): KindBehavior<ResourceSlice> => ({
  strategy: {
    defaults({ spec }: Mutable<ResourceSlice>, { clock }) {
      for (const device of spec?.devices ?? []) {
        for (const taint of device.taints ?? []) taint.timeAdded ??= formatTime(clock.now())
      }
    },
    prepareForCreate(next) {
      startGeneration(next)
      dropDisabledFields(next.spec.devices)
    },
    // upstream: a change of what is dropped counts.
    prepareForUpdate(next, live) {
      bumpGeneration(next, live)
      dropDisabledFields(next.spec.devices)
    },
    validate: ({ spec }, errors) => validateSpec(spec, undefined, errors),
    validateUpdate: ({ spec }, live, errors) => validateSpec(spec, live.spec, errors),
    warnings: ({ spec: { driver } }) => (driver === driver.toLowerCase() ? [] : [upperCaseWarning(driver)]),
  },
  columns: resourceSliceColumns,
  selectableFields: {
    'spec.driver': ({ spec }) => spec.driver,
    'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
  },
  refuseFieldLabel: (field) =>
    `field label not supported for ${vocabulary.group('resource')}/${version}, Kind=ResourceSlice: ${field}`,
})

function upperCaseWarning(driver: string): string {
  return `spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`
}

// upstream: resource/validation, validateResourceSliceSpec
function validateSpec(spec: ResourceSliceSpec, live: ResourceSliceSpec | undefined, errors: FieldErrors): void {
  validateDriverName(spec.driver, 'spec.driver', errors)
  validatePool(spec.pool, errors)
  if (live !== undefined) validateUnchanged(spec, live, errors)
  validateNodes(spec, errors)
  const { devices, sharedCounters, perDeviceNodeSelection } = spec
  const { sharedCounters: anyCounters, devices: anyDevices } = withEmptied(spec)
  if (anyCounters && anyDevices) errors.invalid('spec', '', 'only one of `sharedCounters` or `devices` is allowed')
  const isAdvanced = (devices ?? []).some(
    ({ taints, consumesCounters }) => (taints ?? []).length > 0 || (consumesCounters ?? []).length > 0,
  )
  validateItems(devices, 'spec.devices', errors, {
    validate(device, at) {
      const before = live?.devices?.find(({ name }) => name === device.name)
      validateDevice(device, at, errors, { live: before, selectsNodes: perDeviceNodeSelection === true })
    },
    max: isAdvanced ? maxAdvancedDevices : maxDevices,
    keyOf: ({ name }) => name,
  })
  validateItems(sharedCounters, 'spec.sharedCounters', errors, {
    validate: validateCounterSet,
    max: maxCounterSets,
    keyOf: ({ name }) => name,
  })
}

// upstream: resource/validation, validateResourcePool
function validatePool({ name, resourceSliceCount, generation }: ResourcePool, errors: FieldErrors): void {
  validatePoolName(name, 'spec.pool.name', errors)
  if (resourceSliceCount <= 0) errors.invalid('spec.pool.resourceSliceCount', resourceSliceCount, sentences.positive)
  if (generation < 0) errors.invalid('spec.pool.generation', generation, 'must be greater than or equal to zero')
}

function validateUnchanged(next: ResourceSliceSpec, live: ResourceSliceSpec, errors: FieldErrors): void {
  const check = (field: string, value: string | undefined, before: string | undefined): void => {
    if (value !== before) errors.invalid(`spec.${field}`, value, sentences.immutable)
  }
  check('pool.name', next.pool.name, live.pool.name)
  check('driver', next.driver, live.driver)
  check('nodeName', next.nodeName, live.nodeName)
}

/** Which nodes can reach the devices: said in exactly one way. */
function validateNodes(spec: ResourceSliceSpec, errors: FieldErrors): void {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec
  const given: string[] = []
  if (nodeName === '') errors.invalid('spec.nodeName', nodeName, 'must be either unset or set to a non-empty string')
  else if (nodeName !== undefined) {
    given.push('`nodeName`')
    reportEach(errors, isDns1123Subdomain(nodeName), 'spec.nodeName', nodeName)
  }
  if (nodeSelector !== undefined) {
    given.push('`nodeSelector`')
    validateNodeSelector(nodeSelector, 'spec.nodeSelector', errors)
    const terms = nodeSelector.nodeSelectorTerms ?? []
    if (terms.length !== 1) {
      const value = goValue('[]core.v1.NodeSelectorTerm', nodeSelector.nodeSelectorTerms)
      errors.invalid('spec.nodeSelector.nodeSelectorTerms', value, 'must have exactly one node selector term')
    }
  }
  if (allNodes === true) given.push('`allNodes`')
  else if (allNodes === false) errors.invalid('spec.allNodes', false, orTrue)
  if (perDeviceNodeSelection === true) given.push('`perDeviceNodeSelection`')
  else if (perDeviceNodeSelection === false) errors.invalid('spec.perDeviceNodeSelection', false, orTrue)
  if (given.length === 0) errors.required('spec', oneOfFour)
  else if (given.length > 1) {
    errors.invalid('spec', `{${given.join(', ')}}`, `${oneOfFour}, but multiple fields are set`)
  }
}
