import { isSemanticEqual, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { StorageClass } from '@pinnace/types/storage-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { storageClassColumns } from '../columns/storage.ts'
import { goValue } from '../go-values/go-value.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import { sentences } from '../validation/messages.ts'
import { validateAllowedTopologies } from './allowed-topologies.ts'
import { validateClassParameters } from './class-parameters.ts'
import { validateProvisioner } from './provisioner.ts'

const reclaimPolicies = ['Delete', 'Retain']
const bindingModes = ['Immediate', 'WaitForFirstConsumer']

/** Storage classes: who makes volumes, and how; what they are made of never changes. */
// upstream: registry/storage/storageclass/strategy.go and storage/validation, ValidateStorageClass
export function storageClass(vocabulary: Vocabulary): KindBehavior<StorageClass> {
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      defaults(next: Mutable<StorageClass>) {
        next.reclaimPolicy ??= 'Delete'
        next.volumeBindingMode ??= 'Immediate'
      },
      validate: validateStorageClass,
      validateUpdate(next, live, errors) {
        validateStorageClass(next, errors)
        validateChange(next, live, errors)
      },
      warnings: (next) => deprecatedLabels(next, rules),
    },
    columns: storageClassColumns(vocabulary),
  }
}

function validateStorageClass(next: StorageClass, errors: FieldErrors): void {
  const { reclaimPolicy = '', volumeBindingMode: mode } = next
  validateProvisioner(next.provisioner, 'provisioner', errors)
  validateClassParameters(next.parameters, false, errors)
  if (reclaimPolicy !== '' && !reclaimPolicies.includes(reclaimPolicy)) {
    errors.notSupported('reclaimPolicy', reclaimPolicy, reclaimPolicies)
  }
  if (mode === undefined) errors.required('volumeBindingMode')
  else if (!bindingModes.includes(mode)) errors.notSupported('volumeBindingMode', mode, bindingModes)
  validateAllowedTopologies(next.allowedTopologies ?? [], 'allowedTopologies', errors)
}

// upstream: storage/validation, ValidateStorageClassUpdate
function validateChange(next: StorageClass, live: StorageClass, errors: FieldErrors): void {
  if (!isSemanticEqual(next.parameters ?? {}, live.parameters ?? {})) {
    errors.invalid('parameters', goValue('map:string', next.parameters), sentences.immutable)
  }
  for (const field of ['provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const) {
    if (next[field] !== live[field]) errors.invalid(field, next[field], sentences.immutable)
  }
}

// upstream: pkg/api/storage/util.go, GetWarningsForStorageClass
function deprecatedLabels({ allowedTopologies = [] }: StorageClass, rules: PodRules): readonly string[] {
  const warnings: string[] = []
  allowedTopologies.forEach(({ matchLabelExpressions = [] }, index) => {
    matchLabelExpressions.forEach(({ key }, place) => {
      const message = rules.deprecatedNodeLabels.get(key)
      if (message === undefined) return
      warnings.push(`allowedTopologies[${index}].matchLabelExpressions[${place}].key: ${message}`)
    })
  })
  return warnings
}
