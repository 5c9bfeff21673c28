import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { ageColumn, nameColumn } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import type { ResourceClaimTemplate } from '@pinnace/types/resource-v1'
import { internalForm } from '../go-form.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { sentences } from '../validation/messages.ts'
import { validateTemplateMetadata } from '../validation/template-metadata.ts'
import { asksForAdminAccess, validateAdminRequests } from './admin-access.ts'
import { defaultDeviceClaim, validateDeviceClaim } from './device-claim.ts'

/** Resource claim templates: claims to be made for pods. */
// upstream: registry/resource/resourceclaimtemplate/strategy.go
export const resourceClaimTemplate: KindBehavior<ResourceClaimTemplate> = {
  strategy: {
    defaults: ({ spec }: Mutable<ResourceClaimTemplate>) => defaultDeviceClaim(spec?.spec.devices),
    needsNamespaceLabels: ({ spec }, live) => live === undefined && asksForAdminAccess(spec.spec.devices ?? {}),
    validate(next, errors, context) {
      validateAdminRequests(next.spec.spec.devices ?? {}, errors, context)
      validateTemplate(next, errors)
    },
    validateUpdate(next, live, errors) {
      validateTemplate(next, errors)
      if (isSemanticEqual(next.spec, live.spec)) return
      errors.invalid(
        'spec',
        internalForm(next.spec, loadType('resource.v1.ResourceClaimTemplateSpec')),
        sentences.immutable,
      )
    },
  },
  columns: [nameColumn, ageColumn],
}

// upstream: resource/validation, validateResourceClaimTemplateSpec
function validateTemplate({ spec }: ResourceClaimTemplate, errors: FieldErrors): void {
  validateTemplateMetadata(spec.metadata ?? {}, 'spec.metadata', errors)
  validateDeviceClaim(spec.spec.devices ?? {}, 'spec.spec.devices', errors)
}
