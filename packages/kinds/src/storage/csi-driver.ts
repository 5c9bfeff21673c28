import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { CSIDriver, CSIDriverSpec } from '@pinnace/types/storage-v1'
import { csiDriverColumns } from '../columns/storage.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { specOf } from '../spec-of.ts'
import { bumpGeneration } from '../generation.ts'
import { sentences } from '../validation/messages.ts'

const fsGroupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType']
const lifecycleModes = ['Persistent', 'Ephemeral']
const minTokenSeconds = 600
const maxTokenSeconds = 2 ** 32
const minUpdatePeriodSeconds = 10

/** CSI drivers: what a driver of volumes can do. */
// upstream: registry/storage/csidriver/strategy.go and storage/validation, ValidateCSIDriver
export function csiDriver(isEnabled: (gate: string) => boolean): KindBehavior<CSIDriver> {
  const tokensInSecrets = isEnabled('CSIServiceAccountTokenSecrets')
  return {
    strategy: {
      defaults,
      prepareForCreate(next) {
        dropAlphaFields(next)
        if (!tokensInSecrets) delete next.spec.serviceAccountTokenInSecrets
      },
      prepareForUpdate(next, live) {
        dropAlphaFields(next)
        if (!tokensInSecrets && live.spec.serviceAccountTokenInSecrets === undefined)
          delete next.spec.serviceAccountTokenInSecrets
        // upstream: the first generation is that of the first change.
        bumpGeneration(next, live)
      },
      validate: ({ spec }, errors) => validateSpec(spec, errors),
      validateUpdate({ spec }, { spec: live }, errors) {
        validateSpec(spec, errors)
        if (spec.attachRequired !== live.attachRequired) {
          // upstream: so called by mistake.
          errors.invalid('spec.attachedRequired', spec.attachRequired, sentences.immutable)
        }
        if (!isSemanticEqual(spec.volumeLifecycleModes, live.volumeLifecycleModes)) {
          errors.invalid('spec.volumeLifecycleModes', spec.volumeLifecycleModes, sentences.immutable)
        }
      },
      warnings: ({ spec }, live) =>
        tokensInSecrets && hasTokensInAttributes(spec) && !isSemanticEqual(spec.tokenRequests, live?.spec.tokenRequests)
          ? [tokensInAttributes]
          : [],
    },
    columns: csiDriverColumns,
  }
}

function hasTokensInAttributes({
  tokenRequests = [],
  serviceAccountTokenInSecrets: inSecrets,
}: CSIDriverSpec): boolean {
  return tokenRequests.length > 0 && inSecrets === undefined
}

const tokensInAttributes =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes'

// upstream: apis/storage/v1/defaults.go
function defaults(next: Mutable<CSIDriver>): void {
  const spec = specOf(next)
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  spec.seLinuxMount ??= false
}

/** Drops what is behind a gate that is off. */
function dropAlphaFields({ spec }: Mutable<CSIDriver>): void {
  delete spec.preventPodSchedulingIfMissing
}

function validateSpec(spec: CSIDriverSpec, errors: FieldErrors): void {
  const { fsGroupPolicy = '', volumeLifecycleModes = [], nodeAllocatableUpdatePeriodSeconds: period } = spec
  if (!fsGroupPolicies.includes(fsGroupPolicy))
    errors.notSupported('spec.fsGroupPolicy', fsGroupPolicy, fsGroupPolicies)
  validateTokenRequests(spec, errors)
  for (const mode of volumeLifecycleModes) {
    if (!lifecycleModes.includes(mode)) errors.notSupported('spec.volumeLifecycleModes', mode, lifecycleModes)
  }
  if (period !== undefined && period < minUpdatePeriodSeconds) {
    const detail = `must be greater than or equal to ${minUpdatePeriodSeconds} seconds`
    errors.invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, detail)
  }
  const { serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] } = spec
  if (inSecrets !== undefined && tokenRequests.length === 0) {
    const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'
    errors.invalid('spec.serviceAccountTokenInSecrets', inSecrets, detail)
  }
}

function validateTokenRequests({ tokenRequests = [] }: CSIDriverSpec, errors: FieldErrors): void {
  const audiences = new Set<string>()
  tokenRequests.forEach(({ audience = '', expirationSeconds: seconds }, index) => {
    const at = `spec.tokenRequests[${index}]`
    if (audiences.has(audience)) return errors.duplicate(`${at}.audience`, audience)
    audiences.add(audience)
    if (seconds === undefined) return undefined
    const field = `${at}.expirationSeconds`
    if (seconds < minTokenSeconds) errors.invalid(field, seconds, 'may not specify a duration less than 10 minutes')
    if (seconds > maxTokenSeconds) errors.invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')
    return undefined
  })
}
