import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { ageColumn, nameColumn } from '@pinnace/resources'
import type { ResourceClaimTemplate } from '@pinnace/types/resource-v1'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { sentences } from '../validation/messages.ts'
import { validateTemplateMetadata } from '../validation/template-metadata.ts'
import { asksForAdminAccess, validateAdminRequests } from './admin-access.ts'
import { defaultDeviceClaim, validateDeviceClaim, type SelectorChecks } from './device-claim.ts'
import { selectorsOf, type DeviceSelectors } from './selectors.ts'

/** Resource claim templates: claims to be made for pods. */
// upstream: registry/resource/resourceclaimtemplate/strategy.go
export const resourceClaimTemplate = (selectors: DeviceSelectors): KindBehavior<ResourceClaimTemplate> => ({
  strategy: {
    defaults: ({ spec }: Mutable<ResourceClaimTemplate>) => defaultDeviceClaim(spec?.spec.devices),
    needsNamespaceLabels: ({ spec }, live) => live === undefined && asksForAdminAccess(spec.spec.devices ?? {}),
    beforeValidation: ({ spec }) => selectors.load(...selectorsOf(spec.spec.devices ?? {})),
    validate(next, errors, context) {
      validateAdminRequests(next.spec.spec.devices ?? {}, errors, context)
      validateTemplate(next, errors, { selectors, isStored: false })
    },
    validateUpdate(next, live, errors) {
      // upstream: the spec is immutable, so everything in it is stored.
      validateTemplate(next, errors, { selectors, isStored: true })
      if (isSemanticEqual(next.spec, live.spec)) return
      errors.invalid('spec', goValue('resource.v1.ResourceClaimTemplateSpec', next.spec), sentences.immutable)
    },
  },
  columns: [nameColumn, ageColumn],
})

// upstream: resource/validation, validateResourceClaimTemplateSpec
function validateTemplate({ spec }: ResourceClaimTemplate, errors: FieldErrors, checks: SelectorChecks): void {
  validateTemplateMetadata(spec.metadata ?? {}, 'spec.metadata', errors)
  validateDeviceClaim(spec.spec.devices ?? {}, 'spec.spec.devices', errors, checks)
}
