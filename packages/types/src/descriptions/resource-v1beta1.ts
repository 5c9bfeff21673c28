import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './resource-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

const { name: _, '': __, ...ofDevice } = v1['resource.v1.Device'] ?? {}
const { '': ___, ...ofExactRequest } = v1['resource.v1.ExactDeviceRequest'] ?? {}

/** What the types of resource/v1beta1 and their fields are: devices and requests have another form than in v1. */
export const descriptions: TypeDescriptions = {
  ...sameDescriptions(v1, 'v1beta1', ['Device', 'DeviceRequest', 'ExactDeviceRequest']),
  'resource.v1beta1.Device': {
    '': 'One device of a pool.',
    name: 'The name, a DNS label that no other device of the pool has.',
    basic: 'The properties of the device.',
  },
  'resource.v1beta1.BasicDevice': { '': 'The properties of a device.', ...ofDevice },
  'resource.v1beta1.DeviceRequest': {
    '': 'Devices that a claim asks for: of one class, or the first of several alternatives that can be had.',
    name: v1['resource.v1.DeviceRequest']?.['name'] ?? '',
    firstAvailable: v1['resource.v1.DeviceRequest']?.['firstAvailable'] ?? '',
    ...ofExactRequest,
  },
}
