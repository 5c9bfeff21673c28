import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { deviceClass } from './device-class.ts'
import { deviceTaintRule } from './device-taint-rule.ts'
import { oldBehavior, oldConversions, type OldKind } from './old-devices.ts'
import { resourceClaim } from './resource-claim.ts'
import { resourceClaimTemplate } from './resource-claim-template.ts'
import { resourcePoolStatusRequest } from './resource-pool-status-request.ts'
import { resourceSlice } from './resource-slice.ts'
import { createDeviceSelectors } from './selectors.ts'

/** The behavior of the kinds of resource: devices that pods claim. */
export function behaviors({ vocabulary, isEnabled, compatibleRelease }: BehaviorContext): KindBehaviors {
  const selectors = createDeviceSelectors(vocabulary, compatibleRelease)
  const kinds = {
    DeviceClass: (_: string) => behaviorOf(deviceClass(vocabulary, selectors)),
    ResourceClaim: (_: string) => behaviorOf(resourceClaim(isEnabled, selectors)),
    ResourceClaimTemplate: (_: string) => behaviorOf(resourceClaimTemplate(selectors)),
    ResourceSlice: (version: string) => behaviorOf(resourceSlice(vocabulary, version)),
  }
  // v1 and v1beta2 differ in name only.
  const of = (version: string): KindBehaviors =>
    Object.fromEntries(Object.entries(kinds).map(([kind, create]) => [`resource.${version}.${kind}`, create(version)]))
  const group = vocabulary.group('resource')
  const old = (kind: OldKind, resource: string): KindBehaviors => ({
    [`resource.v1beta1.${kind}`]: oldBehavior(kinds[kind]('v1beta1'), oldConversions[kind], { group, resource }),
  })
  return {
    ...of('v1'),
    ...of('v1beta2'),
    'resource.v1beta1.DeviceClass': kinds.DeviceClass('v1beta1'),
    ...old('ResourceClaim', 'resourceclaims'),
    ...old('ResourceClaimTemplate', 'resourceclaimtemplates'),
    ...old('ResourceSlice', 'resourceslices'),
    'resource.v1beta2.DeviceTaintRule': behaviorOf(deviceTaintRule),
    'resource.v1alpha3.DeviceTaintRule': behaviorOf(deviceTaintRule),
    'resource.v1alpha3.ResourcePoolStatusRequest': behaviorOf(resourcePoolStatusRequest),
  }
}
