import { isSemanticEqual, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { PriorityLevelConfiguration, PriorityLevelConfigurationSpec } from '@pinnace/types/flowcontrol-v1'
import { priorityLevelColumns } from '../columns/cluster.ts'
import { goValue } from '../go-values/go-value.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { specOf } from '../spec-of.ts'
import { statusWithTypes, validateConditionTypes } from './condition-types.ts'
import { fixedPriorityLevels } from './fixed-specs.ts'
import { validateExempt, validateLimited } from './level-limits.ts'

const types = ['Exempt', 'Limited']

/** Priority levels: how many requests of a priority run at once, and how many wait. */
// upstream: registry/flowcontrol/prioritylevelconfiguration/strategy.go
export function priorityLevel({ groupDomain }: Vocabulary): KindBehavior<PriorityLevelConfiguration> {
  // Says in an older version that a share of zero is meant.
  const forbidden = `flowcontrol.${groupDomain}/v1beta3-preserve-zero-concurrency-shares`
  const validate = (next: PriorityLevelConfiguration, errors: FieldErrors): void => {
    if (next.metadata.annotations?.[forbidden] !== undefined) {
      errors.forbidden('metadata.annotations', `annotation '${forbidden}' is forbidden`)
    }
    validatePriorityLevel(next, errors)
  }
  return {
    strategy: {
      defaults: fillPriorityLevel,
      validate,
      validateUpdate: (next, _, errors) => validate(next, errors),
    },
    subresources: { status: statusWithTypes },
    columns: priorityLevelColumns,
  }
}

// upstream: apis/flowcontrol/v1/defaults.go
function fillPriorityLevel({ spec }: Mutable<PriorityLevelConfiguration>): void {
  if (spec?.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec?.limited === undefined) return
  spec.limited.nominalConcurrencyShares ??= 30
  spec.limited.lendablePercent ??= 0
  const queuing = spec.limited.limitResponse?.queuing
  if (queuing === undefined) return
  queuing.queues ||= 64
  queuing.handSize ||= 8
  queuing.queueLengthLimit ||= 50
}

// upstream: flowcontrol/validation, ValidatePriorityLevelConfiguration
function validatePriorityLevel(next: PriorityLevelConfiguration, errors: FieldErrors): void {
  const spec = specOf(next)
  const { name = '' } = next.metadata
  validateSpec(spec, name, errors)
  validateFixed(spec, name, errors)
  validateConditionTypes(next, errors)
}

// upstream: flowcontrol/validation, ValidatePriorityLevelConfigurationSpec
function validateSpec(
  { type, limited, exempt }: PriorityLevelConfigurationSpec,
  name: string,
  errors: FieldErrors,
): void {
  if ((name === 'exempt') !== (type === 'Exempt')) {
    errors.invalid('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")
  }
  if (type === 'Exempt') {
    if (limited !== undefined) errors.forbidden('spec.limited', 'must be nil if the type is not Limited')
    if (exempt !== undefined) validateExempt(exempt, 'spec.exempt', errors)
  } else if (type === 'Limited') {
    if (exempt !== undefined) errors.forbidden('spec.exempt', 'must be nil if the type is Limited')
    if (limited === undefined) errors.required('spec.limited', 'must not be empty when type is Limited')
    else validateLimited(limited, 'spec.limited', errors)
  } else if (type === '') errors.required('spec.type')
  else errors.notSupported('spec.type', type, types)
}

// upstream: flowcontrol/validation, ValidateIfMandatoryPriorityLevelConfigurationObject
function validateFixed(spec: PriorityLevelConfigurationSpec, name: string, errors: FieldErrors): void {
  const fixed = fixedPriorityLevels.get(name)
  if (fixed === undefined) return
  const isExempt = name === 'exempt'
  if (isSemanticEqual(isExempt ? { ...spec, exempt: fixed.exempt } : spec, fixed)) return
  const value = goValue('flowcontrol.v1.PriorityLevelConfigurationSpec', spec)
  const exception = isExempt ? " except the 'spec.exempt' field" : ''
  errors.invalid('spec', value, `spec of '${name}'${exception} must equal the fixed value`)
}
