import { isConfigMapKey, type FieldErrors } from '@pinnace/meta'
import { ageColumn, column, nameColumn } from '@pinnace/resources'
import type { LeaseCandidate, LeaseCandidateSpec } from '@pinnace/types/coordination-v1beta1'
import type { KindBehavior } from '../kind-behavior.ts'
import { sentences } from '../validation/messages.ts'
import { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from '../validation/semantic-version.ts'
import { validateStrategy } from './lease.ts'

const notVersion = 'must be a valid semantic version'

/** Candidates for a lease, among whom the server chooses the holder. */
// upstream: coordination/validation, ValidateLeaseCandidate and ValidateLeaseCandidateUpdate
export const leaseCandidate: KindBehavior<LeaseCandidate> = {
  validateName: (name) => isConfigMapKey(name),
  strategy: {
    validate: ({ spec }, errors) => validateSpec(spec, errors),
    validateUpdate({ spec }, live, errors) {
      validateSpec(spec, errors)
      if (spec?.leaseName !== live.spec?.leaseName) {
        errors.invalid('spec.leaseName', spec?.leaseName ?? '', sentences.immutable)
      }
    },
  },
  columns: [
    nameColumn,
    column('LeaseName', ({ spec }: LeaseCandidate) => spec?.leaseName ?? ''),
    column('BinaryVersion', ({ spec }: LeaseCandidate) => spec?.binaryVersion ?? ''),
    column('EmulationVersion', ({ spec }: LeaseCandidate) => spec?.emulationVersion ?? ''),
    ageColumn,
  ],
}

function validateSpec(spec: Partial<LeaseCandidateSpec> | undefined, errors: FieldErrors): void {
  const { leaseName = '', binaryVersion = '', emulationVersion = '', strategy = '' } = spec ?? {}
  if (leaseName === '') errors.required('spec.leaseName')
  const emulated = parseSemanticVersion(emulationVersion)
  if (emulationVersion !== '' && emulated === undefined) {
    errors.invalid('spec.emulationVersion', emulationVersion, notVersion)
  }
  const binary = parseSemanticVersion(binaryVersion)
  if (binaryVersion === '') errors.required('spec.binaryVersion')
  else if (binary === undefined) errors.invalid('spec.binaryVersion', binaryVersion, notVersion)
  // upstream: a version that cannot be read counts as 0.0.0.
  const isOlder = compareSemanticVersions(binary ?? zero, emulated ?? zero) < 0
  if (binaryVersion !== '' && emulationVersion !== '' && isOlder) {
    errors.invalid('spec.binaryVersion', binaryVersion, 'must be greater than or equal to `emulationVersion`')
  }
  if (strategy === '') return errors.required('spec.strategy')
  if (strategy === 'OldestEmulationVersion' && compareSemanticVersions(emulated ?? zero, zero) === 0) {
    errors.required('spec.emulationVersion', "must be specified when `strategy` is 'OldestEmulationVersion'")
  }
  return validateStrategy(strategy, 'spec.strategy.strategy', errors)
}

const zero: SemanticVersion = { numbers: [0n, 0n, 0n], prerelease: [] }
