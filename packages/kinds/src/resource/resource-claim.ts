import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import type { ResourceClaim } from '@pinnace/types/resource-v1'
import { resourceClaimColumns } from '../columns/cluster.ts'
import { internalForm } from '../go-form.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { structuralStatusOnly } from '../structural.ts'
import { sentences } from '../validation/messages.ts'
import { asksForAdminAccess, grantsAdminAccess, validateAdminGrants, validateAdminRequests } from './admin-access.ts'
import { dropDeallocatedDevices, validateClaimStatus } from './claim-status.ts'
import { defaultDeviceClaim, defaultTolerations, validateDeviceClaim } from './device-claim.ts'

/** Resource claims: devices that pods use. */
// upstream: registry/resource/resourceclaim/strategy.go
export const resourceClaim: KindBehavior<ResourceClaim> = {
  strategy: {
    defaults({ spec, status }: Mutable<ResourceClaim>) {
      defaultDeviceClaim(spec?.devices)
      for (const { tolerations } of status?.allocation?.devices?.results ?? []) defaultTolerations(tolerations)
    },
    needsNamespaceLabels: ({ spec }, live) => live === undefined && asksForAdminAccess(spec.devices ?? {}),
    validate({ spec: { devices = {} } }, errors, context) {
      validateAdminRequests(devices, errors, context)
      validateDeviceClaim(devices, 'spec.devices', errors)
    },
    validateUpdate(next, live, errors) {
      if (!isSemanticEqual(next.spec, live.spec)) refuseChange(next, errors)
    },
  },
  subresources: {
    status: {
      ...structuralStatusOnly,
      strategy: {
        ...structuralStatusOnly.strategy,
        prepareForUpdate(next, live, context) {
          structuralStatusOnly.strategy.prepareForUpdate?.(next, live, context)
          dropDeallocatedDevices(next, live)
        },
        needsNamespaceLabels: grantsAdminAccess,
        validateUpdate(next, live, errors, context) {
          validateAdminGrants(next, live, errors, context)
          validateClaimStatus(next, live, errors)
        },
      },
    },
  },
  columns: resourceClaimColumns,
}

function refuseChange({ spec }: ResourceClaim, errors: FieldErrors): void {
  errors.invalid('spec', internalForm(spec, loadType('resource.v1.ResourceClaimSpec')), sentences.immutable)
}
