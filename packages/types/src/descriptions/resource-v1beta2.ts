import { sameDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './resource-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** What the types of resource/v1beta2 and their fields are. */
export const descriptions: TypeDescriptions = {
  ...sameDescriptions(v1, 'v1beta2'),
  'resource.v1beta2.DeviceTaintRule': {
    '': 'Taints every device that it selects, as if their driver had published the taint.',
    spec: 'The devices and the taint. Every change increases metadata.generation.',
    status: 'What has been done about it.',
  },
  'resource.v1beta2.DeviceTaintRuleSpec': {
    '': 'Devices and the taint that they get.',
    deviceSelector:
      'The devices. All of its criteria have to match; without criteria it selects every device, and without a selector none.',
    taint:
      'The taint. With the effect None the rule changes nothing, and its status shows what another effect would do.',
  },
  'resource.v1beta2.DeviceTaintRuleStatus': {
    '': 'What has been done about a rule.',
    conditions:
      'Its conditions, at most eight: EvictionInProgress says whether pods are still being evicted, and how many.',
  },
  'resource.v1beta2.DeviceTaintSelector': {
    '': 'Devices by their names; what is absent matches all.',
    driver: 'The driver whose devices are selected.',
    pool: 'The pool whose devices are selected. Pools of several drivers can have the same name.',
    device: 'The name of the device in its pool. Devices of several pools can have the same name.',
  },
}
