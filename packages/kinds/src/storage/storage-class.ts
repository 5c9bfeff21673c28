import { isQualifiedName, isSemanticEqual, type FieldErrors, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { StorageClass } from '@pinnace/types/storage-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { storageClassColumns } from '../columns/storage.ts'
import { createPodRules, type PodRules } from '../core/pod-spec/pod-rules.ts'
import { reportEach, sentences } from '../validation/messages.ts'
import { validateAllowedTopologies } from './allowed-topologies.ts'

const maxParameters = 512
const maxParameterBytes = 256 * 1024
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
  const provisioner = next.provisioner.toLowerCase()
  if (provisioner === '') errors.required('provisioner')
  else reportEach(errors, isQualifiedName(provisioner), 'provisioner', provisioner)
  validateParameters(next.parameters ?? {}, errors)
  if (reclaimPolicy !== '' && !reclaimPolicies.includes(reclaimPolicy)) {
    errors.notSupported('reclaimPolicy', reclaimPolicy, reclaimPolicies)
  }
  if (mode === undefined) errors.required('volumeBindingMode')
  else if (!bindingModes.includes(mode)) errors.notSupported('volumeBindingMode', mode, bindingModes)
  validateAllowedTopologies(next.allowedTopologies ?? [], 'allowedTopologies', errors)
}

function validateParameters(parameters: Readonly<Record<string, string>>, errors: FieldErrors): void {
  const entries = Object.entries(parameters)
  if (entries.length > maxParameters) return errors.tooLong('parameters', maxParameters)
  let bytes = 0
  for (const [key, value] of entries) {
    if (key === '') errors.invalid('parameters', key, 'field can not be empty.')
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (bytes > maxParameterBytes) errors.tooLong('parameters', maxParameterBytes)
  return undefined
}

// upstream: storage/validation, ValidateStorageClassUpdate
function validateChange(next: StorageClass, live: StorageClass, errors: FieldErrors): void {
  if (!isSemanticEqual(next.parameters ?? {}, live.parameters ?? {})) refuse('parameters', errors)
  if (next.provisioner !== live.provisioner) refuse('provisioner', errors)
  if (next.reclaimPolicy !== live.reclaimPolicy) refuse('reclaimPolicy', errors)
  if (next.volumeBindingMode !== live.volumeBindingMode) {
    errors.invalid('volumeBindingMode', next.volumeBindingMode, sentences.immutable)
  }
}

function refuse(field: string, errors: FieldErrors): void {
  errors.forbidden(field, `updates to ${field} are forbidden.`)
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
