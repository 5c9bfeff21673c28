import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { ResourceClaim } from '@pinnace/types/resource-v1'
import { resourceClaimColumns } from '../columns/cluster.ts'
import { goValue } from '../go-values/go-value.ts'
import type { BehaviorContext, KindBehavior } from '../kind-behavior.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import { sentences } from '../validation/messages.ts'
import { asksForAdminAccess, grantsAdminAccess, validateAdminGrants, validateAdminRequests } from './admin-access.ts'
import { authorizeClaimStatus } from './claim-status-access.ts'
import { dropDeallocatedDevices, validateClaimStatus } from './claim-status.ts'
import { defaultDeviceClaim, defaultTolerations, validateDeviceClaim } from './device-claim.ts'
import { selectorsOf, type DeviceSelectors } from './selectors.ts'

/** Resource claims: devices that pods use. */
// upstream: registry/resource/resourceclaim/strategy.go
export const resourceClaim = (
  isEnabled: BehaviorContext['isEnabled'],
  selectors: DeviceSelectors,
): KindBehavior<ResourceClaim> => ({
  strategy: {
    defaults({ spec, status }: Mutable<ResourceClaim>) {
      defaultDeviceClaim(spec?.devices)
      for (const { tolerations } of status?.allocation?.devices?.results ?? []) defaultTolerations(tolerations)
    },
    needsNamespaceLabels: ({ spec }, live) => live === undefined && asksForAdminAccess(spec.devices ?? {}),
    beforeValidation: ({ spec: { devices = {} } }) => selectors.load(...selectorsOf(devices)),
    validate({ spec: { devices = {} } }, errors, context) {
      validateAdminRequests(devices, errors, context)
      validateDeviceClaim(devices, 'spec.devices', errors, { selectors, isStored: false })
    },
    validateUpdate(next, live, errors) {
      if (!isSemanticEqual(next.spec, live.spec)) refuseChange(next, errors)
    },
  },
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        prepareForUpdate(next, live, context) {
          statusOnlySubresource.strategy.prepareForUpdate?.(next, live, context)
          dropDeallocatedDevices(next, live)
        },
        ...(isEnabled('DRAResourceClaimGranularStatusAuthorization') ? { authorizeUpdate: authorizeClaimStatus } : {}),
        needsNamespaceLabels: grantsAdminAccess,
        validateUpdate(next, live, errors, context) {
          validateAdminGrants(next, live, errors, context)
          validateClaimStatus(next, live, errors)
        },
      },
    },
  },
  columns: resourceClaimColumns,
})

function refuseChange({ spec }: ResourceClaim, errors: FieldErrors): void {
  errors.invalid('spec', goValue('resource.v1.ResourceClaimSpec', spec), sentences.immutable)
}
