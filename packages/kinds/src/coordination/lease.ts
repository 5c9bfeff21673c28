import { isDns1123Subdomain, isQualifiedName, type FieldErrors, type Mutable } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { KindBehavior } from '../kind-behavior.ts'

/** Leases: durations and counts, and who holds them. */
// upstream: apis/coordination/validation, ValidateLease
export const lease: KindBehavior<Lease> = {
  strategy: {
    prepareForCreate: ({ spec }) => dropCoordination(spec, undefined),
    prepareForUpdate: ({ spec }, live) => dropCoordination(spec, live.spec),
    validate: validateSpec,
    validateUpdate: (next, _, errors) => validateSpec(next, errors),
  },
  columns: columns<Lease>(column('Holder', (object) => object.spec?.holderIdentity ?? '')),
}

/** Coordinated leader election is off in this release: nothing begins to use its fields. */
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
  if (spec.strategy !== undefined) validateStrategy(spec.strategy, errors)
  if ((spec.preferredHolder ?? '') !== '' && (spec.strategy ?? '') === '') {
    errors.forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')
  }
}

const knownStrategies = ['OldestEmulationVersion']

function validateStrategy(strategy: string, errors: FieldErrors): void {
  const parts = strategy.split('/')
  const [prefix = '', name = ''] = parts
  if (parts.length === 1) {
    if (!knownStrategies.includes(strategy)) errors.notSupported('spec.strategy', strategy, knownStrategies)
  } else if (parts.length === 2) {
    for (const message of isDns1123Subdomain(prefix))
      errors.invalid('spec.strategy', strategy, `prefix part ${message}`)
    for (const message of isQualifiedName(name)) errors.invalid('spec.strategy', strategy, message)
  } else {
    errors.invalid('spec.strategy', strategy, 'must only contain at most one `/`')
  }
}
