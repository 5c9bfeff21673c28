import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { deviceClass } from './device-class.ts'
import { resourceClaim } from './resource-claim.ts'
import { resourceClaimTemplate } from './resource-claim-template.ts'
import { resourceSlice } from './resource-slice.ts'
import { createDeviceSelectors } from './selectors.ts'

/** The behavior of the kinds of resource: devices that pods claim. */
export function behaviors({ vocabulary, isEnabled, compatibleRelease }: BehaviorContext): KindBehaviors {
  const selectors = createDeviceSelectors(vocabulary, compatibleRelease)
  return {
    'resource.v1.DeviceClass': behaviorOf(deviceClass(vocabulary, selectors)),
    'resource.v1.ResourceClaim': behaviorOf(resourceClaim(isEnabled, selectors)),
    'resource.v1.ResourceClaimTemplate': behaviorOf(resourceClaimTemplate(selectors)),
    'resource.v1.ResourceSlice': behaviorOf(resourceSlice(vocabulary)),
  }
}
