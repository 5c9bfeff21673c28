import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { deviceClass } from './device-class.ts'
import { resourceClaim } from './resource-claim.ts'
import { resourceClaimTemplate } from './resource-claim-template.ts'
import { resourceSlice } from './resource-slice.ts'
import { createDeviceSelectors } from './selectors.ts'

/** The behavior of the kinds of resource: devices that pods claim. */
export function behaviors({ vocabulary, isEnabled, compatibleRelease }: BehaviorContext): KindBehaviors {
  const selectors = createDeviceSelectors(vocabulary, compatibleRelease)
  // The versions differ in name only.
  const of = (version: string): KindBehaviors => ({
    [`resource.${version}.DeviceClass`]: behaviorOf(deviceClass(vocabulary, selectors)),
    [`resource.${version}.ResourceClaim`]: behaviorOf(resourceClaim(isEnabled, selectors)),
    [`resource.${version}.ResourceClaimTemplate`]: behaviorOf(resourceClaimTemplate(selectors)),
    [`resource.${version}.ResourceSlice`]: behaviorOf(resourceSlice(vocabulary)),
  })
  return { ...of('v1'), ...of('v1beta2') }
}
