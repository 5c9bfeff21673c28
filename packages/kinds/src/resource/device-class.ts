import { isSemanticEqual, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import { ageColumn, nameColumn } from '@pinnace/resources'
import type { DeviceClass, DeviceClassSpec } from '@pinnace/types/resource-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import { isExtendedResource } from '../core/pod-spec/resources/resource-names.ts'
import { validateDeviceConfiguration } from './device-configuration.ts'
import type { DeviceSelectors } from './selectors.ts'
import { validateItems } from './validate-items.ts'
import { declaredName } from '../validation/declared-name.ts'

const maxConfigurations = 32

/** Device classes: devices an administrator offers, with how they are set up. */
// upstream: registry/resource/deviceclass/strategy.go
export function deviceClass(vocabulary: Vocabulary, selectors: DeviceSelectors): KindBehavior<DeviceClass> {
  const rules = createPodRules(vocabulary)
  const context = { rules, selectors }
  return {
    validateName: declaredName,
    strategy: {
      beforeValidation: ({ spec }) => selectors.load(spec.selectors),
      validate: ({ spec }, errors) => validateSpec(spec, undefined, errors, context),
      validateUpdate: ({ spec }, live, errors) => validateSpec(spec, live.spec, errors, context),
    },
    columns: [nameColumn, ageColumn],
  }
}

// upstream: resource/validation, validateDeviceClassSpec
function validateSpec(
  spec: DeviceClassSpec,
  live: DeviceClassSpec | undefined,
  errors: FieldErrors,
  { rules, selectors }: { readonly rules: PodRules; readonly selectors: DeviceSelectors },
): void {
  // upstream: the selectors are stored where the list is exactly as before, in the same order.
  const hasStoredSelectors = live !== undefined && isSemanticEqual(spec.selectors, live.selectors)
  selectors.validate(spec.selectors, 'spec.selectors', errors, hasStoredSelectors)
  const isStored = live !== undefined && isSemanticEqual(spec.config, live.config)
  validateItems(spec.config, 'spec.config', errors, {
    validate: (config, at) => validateDeviceConfiguration(config, at, errors, isStored),
    max: maxConfigurations,
  })
  const name = spec.extendedResourceName
  if (name === undefined || isExtendedResource(name, rules)) return
  errors.invalid('spec.extendedResourceName', name, 'must be a valid extended resource name')
}
