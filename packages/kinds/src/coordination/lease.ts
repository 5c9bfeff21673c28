import { isQualifiedName, type FieldErrors, type Mutable } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { BehaviorContext, KindBehavior } from '../kind-behavior.ts'
import { reportEach } from '../validation/messages.ts'

/** Leases: durations and counts, and who holds them. */
// upstream: apis/coordination/validation, ValidateLease
export const lease = (isEnabled: BehaviorContext['isEnabled']): KindBehavior<Lease> => ({
  strategy: {
    ...(isEnabled('CoordinatedLeaderElection')
      ? {}
      : {
          prepareForCreate: ({ spec }) => dropCoordination(spec, undefined),
          prepareForUpdate: ({ spec }, live) => dropCoordination(spec, live.spec),
        }),
    validate: validateSpec,
    validateUpdate: (next, _, errors) => validateSpec(next, errors),
  },
  columns: columns<Lease>(column('Holder', (object) => object.spec?.holderIdentity ?? '')),
})

/** Without coordinated leader election nothing begins to use its fields. */
// upstream: registry/coordination/lease/strategy.go, dropDisabledFields
function dropCoordination(spec: Mutable<Lease>['spec'], live: Lease['spec']): void {
  if (spec === undefined) return
  if (live?.strategy === undefined) delete spec.strategy
  if (live?.preferredHolder === undefined) delete spec.preferredHolder
}

function validateSpec({ spec = {} }: Lease, errors: FieldErrors): void {
  if (spec.leaseDurationSeconds !== undefined && spec.leaseDurationSeconds <= 0) {
    errors.invalid('spec.leaseDurationSeconds', spec.leaseDurationSeconds, 'must be greater than 0')
  }
  if (spec.leaseTransitions !== undefined && spec.leaseTransitions < 0) {
    errors.invalid('spec.leaseTransitions', spec.leaseTransitions, 'must be greater than or equal to 0')
  }
  // upstream: the path has the name of the field twice.
  if (spec.strategy !== undefined) validateStrategy(spec.strategy, 'spec.strategy.strategy', errors)
  if ((spec.preferredHolder ?? '') !== '' && (spec.strategy ?? '') === '') {
    errors.forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')
  }
}

const knownStrategies = ['OldestEmulationVersion']

/** How a holder is chosen: a known name, or one with a domain. */
// upstream: coordination/validation, ValidateCoordinatedLeaseStrategy
export function validateStrategy(strategy: string, field: string, errors: FieldErrors): void {
  if (strategy.includes('/')) reportEach(errors, isQualifiedName(strategy), field, strategy)
  else if (!knownStrategies.includes(strategy)) errors.notSupported(field, strategy, knownStrategies)
}
